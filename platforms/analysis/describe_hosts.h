// SPDX-License-Identifier: Apache-2.0
// What `describe` says of the hosts of a machine: their sockets and what they reach of pool
// devices. Nothing where one host has everything.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "platforms/assembly/machine_config.h"

namespace starnuma::analysis {

/// A block of lines with a heading, an empty line before it; or empty.
std::string hosts_text(const assembly::MachineConfig& machine);
/// By host: name, sockets, and extents with device, start, bytes and sharing; or empty.
boost::json::array hosts_json(const assembly::MachineConfig& machine);

}  // namespace starnuma::analysis

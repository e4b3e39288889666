// SPDX-License-Identifier: Apache-2.0
// Description of a machine's hosts: their sockets, and the extents and regions that they reach.
// Empty if one host reaches all memory.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::analysis {

/// Returns lines with a heading after an empty line, or an empty text.
std::string hosts_text(const assembly::MachineConfig& machine);
/// Returns name, sockets, and extents with device, start, bytes and sharing of each host, or an
/// empty array.
boost::json::array hosts_json(const assembly::MachineConfig& machine);

}  // namespace starnuma::analysis

// SPDX-License-Identifier: Apache-2.0
// Parts of a machine's description. Texts are lines with a heading after an empty line; texts and
// arrays are empty if there is nothing to describe.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "platforms/analysis/describe.h"

namespace starnuma::analysis {

// Hosts: their sockets, and the extents and regions that they reach, with device, start, bytes and
// sharing. Empty if one host reaches all memory.
std::string hosts_text(const assembly::MachineConfig& machine);
boost::json::array hosts_json(const assembly::MachineConfig& machine);

// Resources that limit the bandwidth of each path to a pool device.
std::string limits_text(const Described& described);
boost::json::array limits_json(const Described& described);

}  // namespace starnuma::analysis

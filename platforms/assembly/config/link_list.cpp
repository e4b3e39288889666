// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/link_list.h"

#include <algorithm>
#include <charconv>

namespace starnuma::assembly {

using transport::Topology;

namespace {

/// Returns the number behind `prefix`, or -1 for another name.
int number_behind(const std::string& prefix, const std::string& name) {
  int number = 0;
  if (name.compare(0, prefix.size(), prefix) != 0) return -1;
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + prefix.size(), end, number);
  return read.ec == std::errc() && read.ptr == end ? number : -1;
}

/// Returns the chassis of a socket or ASIC, or -1.
int chassis_named(const MachineConfig& config, const std::string& name) {
  const int socket = number_behind("socket", name);
  if (socket != -1) return config.chassis_of(socket);
  const int asic = number_behind("asic", name);
  const int asics = config.topology.asics_per_chassis;
  return asic == -1 || asics == 0 ? -1 : asic / asics;
}

}  // namespace

const transport::LinkConfig* link_of_kind(const MachineConfig& config, const std::string& kind) {
  if (kind == "upi") return &config.upi;
  if (kind == "numalink") return &config.numalink;
  if (kind == "cxl" && config.cxl_fabric) return &config.cxl_fabric->switch_link;
  const auto found = std::find_if(config.link_types.begin(), config.link_types.end(),
                                  [&](const LinkTypeConfig& type) { return type.name == kind; });
  return found == config.link_types.end() ? nullptr : &found->link;
}

Topology::EdgePlace place_of(const MachineConfig& config, const ListedLinkConfig& link) {
  for (const std::string& end : {link.from, link.to}) {
    if (number_behind("switch", end) != -1) return Topology::EdgePlace::kPool;
    if (number_behind("memory_node", end) != -1) return Topology::EdgePlace::kMemoryNode;
  }
  return chassis_named(config, link.from) == chassis_named(config, link.to)
             ? Topology::EdgePlace::kChassis
             : Topology::EdgePlace::kBetweenChassis;
}

}  // namespace starnuma::assembly

// SPDX-License-Identifier: Apache-2.0
// Fields of a fabric of CXL switches between all sockets and all pool devices.
#pragma once

#include <optional>

#include "models/base/fields.h"
#include "models/base/index_set.h"
#include "models/transport/link_config.h"

namespace starnuma::assembly {

/// Links between the switches of a fabric.
enum class FabricTopology : std::uint8_t {
  kChain,      ///< from each switch to the next
  kRing,       ///< as chain, and from the last switch to the first
  kTree,       ///< from switch i to its parent, switch (i - 1) / 2
  kSpineLeaf,  ///< from each leaf to each spine
  kFull,       ///< between every two switches
  kListed      ///< only the links of the machine's list
};

struct CxlFabricConfig {
  FabricTopology topology = FabricTopology::kListed;
  int switches = 0;
  std::optional<int> spines = std::nullopt;
  base::IndexSet host_switches;
  base::IndexSet device_switches;
  transport::DelayConfig box;
  transport::LinkConfig switch_link;
  int switch_links = 0;
  transport::LinkConfig device_link;
  int device_links = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("topology", topology, "links between the switches");
    v.field("switches", switches, "switches, spines included", base::between(1, 64));
    v.field("spines", spines, "spine_leaf: the last switches, which are the spines; else none",
            base::between(1, 32));
    v.field("host_switches", host_switches,
            "switches to which the sockets are dealt in blocks, in order");
    v.field("device_switches", device_switches,
            "switches to which the devices are dealt in blocks, in order");
    v.group("box", box, "a switch, its ports included");
    v.group("switch_link", switch_link, "link between two switches");
    v.field("switch_links", switch_links, "links side by side between two switches",
            base::between(1, 32));
    v.group("device_link", device_link, "link from a switch to a device");
    v.field("device_links", device_links, "links side by side from a switch to a device",
            base::between(1, 32));
  }
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::assembly::FabricTopology> {
  static constexpr std::array<std::string_view, 6> kNames{"chain",      "ring", "tree",
                                                          "spine_leaf", "full", "listed"};
};

// SPDX-License-Identifier: Apache-2.0
// Fields of the links between sockets.
#pragma once

#include <optional>

#include "models/base/fields.h"

namespace starnuma::assembly {

/// Links between the sockets of a chassis.
enum class ChassisLinks : std::uint8_t {
  kAllToAll,  ///< a link between every two sockets
  kRing,      ///< a link from each socket to the next; sockets forward messages
  kListed     ///< only the links of the machine's list
};

struct TopologyConfig {
  int sockets_per_chassis = 0;
  ChassisLinks upi = ChassisLinks::kAllToAll;
  int asics_per_chassis = 0;
  std::optional<int> virtual_networks = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("sockets_per_chassis", sockets_per_chassis,
            "sockets in a chassis; the last chassis may hold fewer", base::between(1, 8));
    v.field("upi", upi, "topology of the UPI-like links in a chassis");
    v.field(
        "asics_per_chassis", asics_per_chassis,
        "FLEX ASICs that connect a chassis to the others; its sockets are distributed over them",
        base::between(0, 8));
    v.field("virtual_networks", virtual_networks,
            "queued delivery: virtual networks with credits of their own on every link, such as "
            "VN0 and VN1 of UPI, over which routes are distributed; none: 1",
            base::between(1, 4));
  }

  int networks() const { return virtual_networks.value_or(1); }
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::assembly::ChassisLinks> {
  static constexpr std::array<std::string_view, 3> kNames{"all_to_all", "ring", "listed"};
};

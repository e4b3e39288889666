// SPDX-License-Identifier: Apache-2.0
// Fields of a pool device and of the CXL paths to it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/index_set.h"
#include "models/base/problems.h"
#include "models/pool/pool_config.h"
#include "models/transport/link_config.h"
#include "platforms/assembly/config/memory_config.h"

namespace starnuma::assembly {

/// CXL switches between the sockets and one pool device.
struct SwitchConfig {
  transport::DelayConfig box;
  int ports = 0;
  int device_links = 0;
  transport::LinkConfig device_link;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("box", box, "a switch, its ports included");
    v.field("ports", ports, "ports of a switch, those towards the device included",
            base::between(2, 256));
    v.field("device_links", device_links, "links from each switch to the device",
            base::between(1, 32));
    v.group("device_link", device_link, "link from a switch to the device");
  }
  /// Returns the number of socket links that one switch accommodates.
  int socket_links() const { return ports - device_links; }
};

/// Access of sockets without a link to the device.
enum class Unattached : std::uint8_t {
  kNearest,  ///< access through the nearest attached socket
  kRefuse    ///< no access
};

struct PoolConfig {
  base::IndexSet attached;
  Unattached unattached = Unattached::kNearest;
  int links_per_socket = 0;
  base::Bytes link_interleave;
  transport::DelayConfig cpu_port;
  transport::DelayConfig device_port;
  int retimers = 0;
  transport::DelayConfig retimer;
  transport::LinkConfig link;
  std::optional<SwitchConfig> cxl_switch;
  pool::DeviceConfig device;
  MemoryConfig memory;
  double capacity_of_footprint = 0;
  base::Bytes hdm_interleave;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("attached", attached, "sockets with links to the device");
    v.field(
        "unattached", unattached,
        "access of the other sockets: through the nearest attached socket, or an error that ends "
        "the run");
    v.field("links_per_socket", links_per_socket, "CXL links of each attached socket to the device",
            base::between(1, 8));
    v.field("link_interleave", link_interleave,
            "consecutive bytes on one of several links side by side",
            base::between(base::kLineBytes, transport::kMaxLinkInterleave));
    v.group("cpu_port", cpu_port, "CXL port of a socket");
    v.group("device_port", device_port, "CXL port of the device");
    v.field("retimers", retimers, "retimers on each socket's link", base::between(0, 8));
    v.group("retimer", retimer, "one retimer");
    v.group("link", link, "CXL link of a socket");
    v.optional_group("switch", cxl_switch, "CXL switches between sockets and device");
    v.group("device", device, "multi-headed device");
    v.group("memory", memory, "the device's own memory");
    v.field("capacity_of_footprint", capacity_of_footprint,
            "share of the program's pages that may lie on the device, at most what its memory "
            "holds",
            base::between(0, 1));
    v.field("hdm_interleave", hdm_interleave,
            "consecutive bytes of pool memory on one device, the same for all devices; below 4 KiB "
            "a page lies on all of them",
            base::at_least(256));
  }
  void check(base::Problems& problems) const;

  /// Returns the switch of the `i`-th attached socket. Sockets are assigned in order, with all
  /// links of a socket on one switch.
  int switch_of(int i) const { return i / (cxl_switch->socket_links() / links_per_socket); }
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::assembly::Unattached> {
  static constexpr std::array<std::string_view, 2> kNames{"nearest", "refuse"};
};

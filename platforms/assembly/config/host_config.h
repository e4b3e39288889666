// SPDX-License-Identifier: Apache-2.0
// Fields of hosts, of the extents of pool devices and of the regions of sockets.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/index_set.h"
#include "models/base/quantities.h"
#include "models/paging/extent.h"

namespace starnuma::assembly {

/// Host: sockets under one operating system.
struct HostConfig {
  std::string name;
  base::IndexSet sockets;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of the host in object paths, scenarios and results");
    v.field("sockets", sockets, "indices of its sockets");
  }
};

/// Contiguous memory of a pool device, and the hosts whose HDM decoders map it.
struct ExtentConfig {
  std::string name;
  int device = 0;
  base::Bytes start;
  base::Bytes size;
  paging::Sharing sharing = paging::Sharing::kExclusive;
  base::IndexSet hosts;
  std::optional<paging::CoherenceBy> coherence = std::nullopt;
  std::optional<int> logical_device = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of the extent in scenarios and results");
    v.field("device", device, "pool device of the extent", base::between(0, 15));
    v.field("start", start, "offset of its first byte in the device's memory");
    v.field("size", size, "size", base::at_least(base::kPageBytes));
    v.field("sharing", sharing,
            "exclusive: one host; coherent: several hosts, whose caches the device keeps coherent "
            "(Back-Invalidate); non_coherent: several hosts, each coherent in itself, whose "
            "software flushes lines that change hands");
    v.field("coherence", coherence,
            "host: the only socket of an exclusive extent's host keeps its lines coherent, and the "
            "device tracks none (HDM-H); device, or none: the device does (HDM-DB)");
    v.field("hosts", hosts, "indices, in `hosts`, of the hosts that reach it");
    v.field("logical_device", logical_device,
            "logical device (LD-ID) of its hosts' heads that it belongs to; none: 0",
            base::between(0, paging::kMostLogicalDevices - 1));
  }
};

/// Contiguous memory of a socket that other hosts reach through the fabric switch. Memory before a
/// socket's first region is private to its host.
struct RegionConfig {
  std::string name;
  int socket = 0;
  base::Bytes start;
  base::Bytes size;
  paging::Sharing sharing = paging::Sharing::kExclusive;
  base::IndexSet hosts;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of the region in scenarios and results");
    v.field("socket", socket, "socket whose memory the region is part of", base::between(0, 31));
    v.field("start", start, "offset of its first byte in the socket's memory");
    v.field("size", size, "size", base::at_least(base::kPageBytes));
    v.field("sharing", sharing,
            "exclusive: one host; coherent: several hosts, whose caches the socket's home keeps "
            "coherent; non_coherent: several hosts, each coherent in itself, whose software "
            "flushes lines that change hands");
    v.field("hosts", hosts, "indices, in `hosts`, of the hosts that reach it");
  }
};

/// Extent of a device or region of a socket, with the hosts that reach it.
struct SharedMemory {
  std::string name;
  std::string path;  ///< Path in the configuration, such as "extents.2".
  base::NodeId node{};
  base::Bytes start;
  base::Bytes size;
  paging::Sharing sharing = paging::Sharing::kExclusive;
  base::IndexSet hosts;
  paging::CoherenceBy coherence = paging::CoherenceBy::kDevice;
  int logical_device = 0;
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::paging::Sharing> {
  static constexpr std::array<std::string_view, 3> kNames{"exclusive", "coherent", "non_coherent"};
};
template <>
struct starnuma::base::EnumNames<starnuma::paging::CoherenceBy> {
  static constexpr std::array<std::string_view, 2> kNames{"host", "device"};
};

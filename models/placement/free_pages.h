// SPDX-License-Identifier: Apache-2.0
// Locations of pages and free capacity of nodes during planning; a plan never exceeds the capacity.
#pragma once

#include <vector>

#include "models/placement/knowledge.h"

namespace starnuma::placement {

class FreePages {
 public:
  explicit FreePages(const MemoryState& memory)
      : memory_(memory), homes_(memory.homes), room_(memory.room) {}

  base::NodeId home(std::uint64_t page) const { return homes_[page]; }
  bool is_pool(base::NodeId node) const {
    const int device = base::index_of(node) - memory_.sockets;
    return device >= 0 && device < memory_.pool_devices;
  }
  std::uint64_t on(base::NodeId node) const { return room_[static_cast<std::size_t>(node)]; }
  std::uint64_t in_pool() const {
    std::uint64_t sum = 0;
    for (int d = 0; d < memory_.pool_devices; ++d) sum += on(device(d));
    return sum;
  }
  /// Returns the pool device on which a page belongs, or the next one with free capacity.
  /// Precondition: a device has free capacity.
  base::NodeId device_for(std::uint64_t page) const {
    const auto devices = static_cast<std::uint64_t>(memory_.pool_devices);
    std::uint64_t d = page / memory_.pool_interleave_pages % devices;
    while (on(device(static_cast<int>(d))) == 0) d = (d + 1) % devices;
    return device(static_cast<int>(d));
  }
  /// Allocates a copy of a page whose other copies stay.
  void take(base::NodeId node) { --room_[static_cast<std::size_t>(node)]; }
  void move(std::uint64_t page, base::NodeId to) {
    ++room_[static_cast<std::size_t>(homes_[page])];
    --room_[static_cast<std::size_t>(to)];
    homes_[page] = to;
  }

 private:
  base::NodeId device(int index) const {
    return static_cast<base::NodeId>(memory_.sockets + index);
  }

  const MemoryState& memory_;
  std::vector<base::NodeId> homes_;
  std::vector<std::uint64_t> room_;
};

}  // namespace starnuma::placement

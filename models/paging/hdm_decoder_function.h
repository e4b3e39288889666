// SPDX-License-Identifier: Apache-2.0
// HDM decoder of a socket: maps a line of pool memory to a device of the interleave set.
//
// Contract:
// - The set has one address range, in frames of its first device's node. Consecutive blocks of
//   `granularity` map to consecutive devices.
// - A line keeps its number in the range, which indexes caches. The device derives its own address
//   from it (timing::Interleave).
// - Without a set, a page lies on the node of its frame.
// - No time, no SystemC.
#pragma once

#include "models/base/ids.h"
#include "models/timing/interleave.h"

namespace starnuma::paging {

class HdmDecoder {
 public:
  HdmDecoder() = default;
  HdmDecoder(base::NodeId first, int devices, base::Bytes granularity)
      : first_(first), devices_(devices), interleave_(devices, granularity) {}

  /// Returns true if pages are interleaved over several devices.
  bool interleaves() const { return devices_ > 1; }
  /// Returns the node whose frames hold pages of `node`.
  base::NodeId range_of(base::NodeId node) const { return holds(node) ? first_ : node; }
  base::LineAddress line_at(base::Frame frame, std::uint64_t page_offset) const {
    const base::LineAddress line = frame.line_at(page_offset);
    if (!holds(line.node())) return line;
    const int device = interleave_.place_of(line.in_node()).channel;
    return base::LineAddress::of(static_cast<base::NodeId>(base::index_of(first_) + device),
                                 line.in_node());
  }

 private:
  bool holds(base::NodeId node) const {
    const int device = base::index_of(node) - base::index_of(first_);
    return interleaves() && device >= 0 && device < devices_;
  }

  base::NodeId first_{};
  int devices_ = 0;
  timing::Interleave interleave_{1, base::Bytes(base::kLineBytes)};
};

}  // namespace starnuma::paging

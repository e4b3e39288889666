// SPDX-License-Identifier: Apache-2.0
// What a snoop filter of a given size looks like: sets, bits of an entry, SRAM. No SystemC, no
// time.
//
// An entry holds the tag of a line of the device's memory, its stable state (I, S or A), a bit per
// host and its age among the ways of its set. Transient states are those of the requests in the
// device, and error correction comes on top; neither is counted.
#pragma once

#include <cstdint>

#include "models/base/filter_size.h"
#include "models/base/quantities.h"

namespace starnuma::pool {

struct SnoopFilterGeometry {
  static constexpr int kStateBits = 2;

  std::uint64_t sets = 1;
  int ways = 1;
  int tag_bits = 0;
  int sharer_bits = 0;
  int age_bits = 0;

  std::uint64_t entries() const { return sets * static_cast<std::uint64_t>(ways); }
  int entry_bits() const { return tag_bits + kStateBits + sharer_bits + age_bits; }
  base::Bytes sram() const {
    return base::Bytes(static_cast<std::int64_t>((entries() * entry_bits() + 7) / 8));
  }
};

/// What the filter watches over, and how it is organised.
struct SnoopFilterPlace {
  int ways = 1;
  int hosts = 1;                   ///< That may cache its lines.
  std::uint64_t memory_lines = 1;  ///< Of the device.
  std::uint64_t cached_lines = 0;  ///< That all caches of all hosts hold.
};

/// The largest filter of whole sets that is not above `size`, and no smaller than one set.
SnoopFilterGeometry snoop_filter_of(const base::FilterSize& size, const SnoopFilterPlace& place);

}  // namespace starnuma::pool

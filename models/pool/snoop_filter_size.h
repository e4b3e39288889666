// SPDX-License-Identifier: Apache-2.0
// Geometry of a snoop filter of a given size: sets, entry bits, SRAM. It does not depend on
// SystemC.
//
// An entry holds the tag of a sector of the device's memory and its age among the ways of the set;
// for each line of the sector, its stable state (I, S or A) and one bit per host.
// Not counted: transient states, which belong to the requests in the device, and error correction
// bits.
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
  int sector_lines = 1;

  std::uint64_t entries() const { return sets * static_cast<std::uint64_t>(ways); }
  /// Number of lines that all entries cover.
  std::uint64_t lines() const { return entries() * static_cast<std::uint64_t>(sector_lines); }
  int entry_bits() const { return tag_bits + (kStateBits + sharer_bits) * sector_lines + age_bits; }
  base::Bytes sram() const {
    return base::Bytes(static_cast<std::int64_t>((entries() * entry_bits() + 7) / 8));
  }
};

/// Parameters that determine the geometry: organization, hosts, memory and caches.
struct SnoopFilterPlace {
  int ways = 1;
  int hosts = 1;                   ///< Number of hosts that may cache lines of the device.
  std::uint64_t memory_lines = 1;  ///< Lines of the device's memory.
  std::uint64_t cached_lines = 0;  ///< Total lines of all caches of all hosts.
  int sector_lines = 1;            ///< Lines that an entry covers.
};

/// Returns the largest filter of whole sets that does not exceed `size`; at least one set.
SnoopFilterGeometry snoop_filter_of(const base::FilterSize& size, const SnoopFilterPlace& place);

}  // namespace starnuma::pool

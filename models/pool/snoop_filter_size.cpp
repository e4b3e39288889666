// SPDX-License-Identifier: Apache-2.0
#include "models/pool/snoop_filter_size.h"

#include <algorithm>

namespace starnuma::pool {
namespace {

using Unit = base::FilterSize::Unit;

/// Returns the number of bits that distinguish `count` values.
int bits_for(std::uint64_t count) {
  int bits = 0;
  while (bits < 63 && (std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

/// Returns the number of sectors of the device's memory.
std::uint64_t sectors_of(const SnoopFilterPlace& place) {
  const auto lines = static_cast<std::uint64_t>(place.sector_lines);
  return (place.memory_lines + lines - 1) / lines;
}

SnoopFilterGeometry with_sets(std::uint64_t sets, const SnoopFilterPlace& place) {
  SnoopFilterGeometry filter;
  filter.sets = std::max<std::uint64_t>(sets, 1);
  filter.ways = place.ways;
  filter.sector_lines = place.sector_lines;
  filter.tag_bits = bits_for((sectors_of(place) + filter.sets - 1) / filter.sets);
  filter.sharer_bits = place.hosts;
  filter.age_bits = bits_for(static_cast<std::uint64_t>(place.ways));
  return filter;
}

}  // namespace

SnoopFilterGeometry snoop_filter_of(const base::FilterSize& size, const SnoopFilterPlace& place) {
  const auto ways = static_cast<std::uint64_t>(place.ways);
  if (size.unit != Unit::kBytes) {
    const double cached = static_cast<double>(place.cached_lines) / place.sector_lines;
    const double all = size.unit == Unit::kEntries ? 1 : cached;
    return with_sets(static_cast<std::uint64_t>(size.amount * all) / ways, place);
  }
  // More sets have shorter tags: select the shortest tag whose sets fit.
  for (int tag_bits = 0;; ++tag_bits) {
    const std::uint64_t least = ((sectors_of(place) - 1) >> tag_bits) + 1;
    const SnoopFilterGeometry filter = with_sets(least, place);
    const double set_bits = static_cast<double>(filter.entry_bits()) * place.ways;
    const auto sets = static_cast<std::uint64_t>(size.amount * 8 / set_bits);
    if (sets < least && least > 1) continue;
    const std::uint64_t most = tag_bits == 0 ? sets : (sectors_of(place) - 1) >> (tag_bits - 1);
    return with_sets(std::min(sets, most), place);
  }
}

}  // namespace starnuma::pool

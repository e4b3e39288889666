// SPDX-License-Identifier: Apache-2.0
// Capacity of a snoop filter: a size in bytes, a number of entries, or a multiple of the number of
// lines in all caches that it tracks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace starnuma::base {

struct FilterSize {
  enum class Unit { kBytes, kEntries, kTimesCaches };

  Unit unit = Unit::kBytes;
  double amount = 0;

  friend bool operator==(const FilterSize& a, const FilterSize& b) {
    return a.unit == b.unit && a.amount == b.amount;
  }
};

/// Parses "8 MiB", "131072 entries" or "0.25 x caches".
std::optional<FilterSize> parse_filter_size(std::string_view text);
/// Returns text that parses to the same value.
std::string to_string(const FilterSize& size);

}  // namespace starnuma::base

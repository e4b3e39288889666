// SPDX-License-Identifier: Apache-2.0
// How large a snoop filter is: its memory, its entries, or its entries as multiples of the lines of
// all caches that it watches.
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

/// "8 MiB", "131072 entries", "0.25 x caches".
std::optional<FilterSize> parse_filter_size(std::string_view text);
/// Text that parses back to the same value.
std::string to_string(const FilterSize& size);

}  // namespace starnuma::base

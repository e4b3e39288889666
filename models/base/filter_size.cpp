// SPDX-License-Identifier: Apache-2.0
#include "models/base/filter_size.h"

#include <array>
#include <charconv>
#include <cmath>

#include "models/base/quantities.h"

namespace starnuma::base {
namespace {

using Unit = FilterSize::Unit;

constexpr std::string_view kEntries = "entries";
constexpr std::string_view kTimesCaches = "x caches";
constexpr double kMost = 1e15;

/// Parses the number in front of `unit`, which blanks may separate; returns nothing for other text.
std::optional<double> number_of(std::string_view text, std::string_view unit) {
  double value = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (read.ec != std::errc() || std::signbit(value) || !(value <= kMost)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text == unit ? std::optional(value) : std::nullopt;
}

std::string print(double number) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed).ptr;
  return {text.data(), end};
}

}  // namespace

std::optional<FilterSize> parse_filter_size(std::string_view text) {
  if (const auto bytes = parse_bytes(text)) {
    return FilterSize{Unit::kBytes, static_cast<double>(bytes->value)};
  }
  if (const auto entries = number_of(text, kEntries); entries && *entries == std::floor(*entries)) {
    return FilterSize{Unit::kEntries, *entries};
  }
  if (const auto times = number_of(text, kTimesCaches)) {
    return FilterSize{Unit::kTimesCaches, *times};
  }
  return std::nullopt;
}

std::string to_string(const FilterSize& size) {
  if (size.unit == Unit::kBytes) return to_string(Bytes(static_cast<std::int64_t>(size.amount)));
  return print(size.amount) + " " +
         std::string(size.unit == Unit::kEntries ? kEntries : kTimesCaches);
}

}  // namespace starnuma::base

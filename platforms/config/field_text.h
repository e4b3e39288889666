// SPDX-License-Identifier: Apache-2.0
// Textual form of each field type in YAML: parsing from a scalar (an IndexSet also from a list),
// printing, and descriptions in messages.
//
// Contract:
// - read(print(value)) == value.
// - FieldText<T> exists for Time, Bytes, Bandwidth, Frequency, Cycles, int, std::uint64_t, double,
//   std::string, IndexSet, FilterSize, Weights, every enum with EnumNames, and std::optional of
//   these. An absent optional is written as `none` or by omitting the key.
// - `read` returns nothing if the scalar is invalid; `problem` then returns the reason without the
//   location.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/base/fields.h"
#include "models/base/filter_size.h"
#include "models/base/index_set.h"
#include "models/base/nearest.h"
#include "models/base/quantities.h"
#include "models/base/weights.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// Returns a string as a YAML scalar that reads back unchanged: plain if that is safe, else quoted.
std::string yaml_scalar(std::string_view text);

/// Returns the text in double quotes; control characters become `escape` and two hex digits.
std::string escaped(std::string_view text, std::string_view escape);

namespace detail {
std::string quantity_problem(const Node& scalar, std::string_view expected, std::string_view units);
std::string number_problem(const Node& scalar, std::string_view expected);

/// Common implementation for quantities; `Self` adds kType, kExpected, kUnits and kParse.
template <class T, class Self>
struct QuantityText {
  static constexpr std::string_view type() { return Self::kType; }
  static std::string expected() { return std::string(Self::kExpected); }
  static std::optional<T> read(const Node& scalar) { return Self::kParse(scalar.text); }
  static std::string print(T value) { return base::to_string(value); }
  static std::string problem(const Node& scalar) {
    return quantity_problem(scalar, Self::kExpected, Self::kUnits);
  }
};

/// Defined for int, std::uint64_t and double.
template <class T>
std::optional<T> read_number(const Node& scalar);
template <class T>
std::string print_number(T value);

/// Common implementation for plain numbers; `Self` adds kType and kExpected.
template <class T, class Self>
struct NumberText {
  static constexpr std::string_view type() { return Self::kType; }
  static std::string expected() { return std::string(Self::kExpected); }
  static std::optional<T> read(const Node& scalar) { return read_number<T>(scalar); }
  static std::string print(T value) { return print_number(value); }
  static std::string problem(const Node& scalar) { return number_problem(scalar, Self::kExpected); }
};
}  // namespace detail

/// Primary template, for enums.
template <class T>
struct FieldText {
  static_assert(std::is_enum_v<T>, "not a field type");
  static constexpr std::string_view type() { return "choice"; }
  static std::vector<std::string> names() {
    return {base::EnumNames<T>::kNames.begin(), base::EnumNames<T>::kNames.end()};
  }
  static std::string expected() {
    std::string text;
    for (const std::string& name : names()) text += (text.empty() ? "one of " : ", ") + name;
    return text;
  }
  static std::optional<T> read(const Node& scalar) {
    const auto& known = base::EnumNames<T>::kNames;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (scalar.text == known[i]) return static_cast<T>(i);
    }
    return std::nullopt;
  }
  static std::string print(T value) {
    return yaml_scalar(base::EnumNames<T>::kNames.at(static_cast<std::size_t>(value)));
  }
  static std::string problem(const Node& scalar) {
    const auto near = base::nearest(scalar.text, names());
    return "unknown value " + in_quotes(scalar.text) +
           (near ? ", did you mean \"" + *near + "\"? Expected " : ", expected ") + expected();
  }
};

template <>
struct FieldText<base::Time> : detail::QuantityText<base::Time, FieldText<base::Time>> {
  static constexpr std::string_view kType = "time";
  static constexpr std::string_view kExpected = "a time such as \"80 ns\"";
  static constexpr std::string_view kUnits = "ps, ns, us, ms, s";
  static constexpr auto kParse = base::parse_time;
};
template <>
struct FieldText<base::Bytes> : detail::QuantityText<base::Bytes, FieldText<base::Bytes>> {
  static constexpr std::string_view kType = "size";
  static constexpr std::string_view kExpected = "a size such as \"512 KiB\"";
  static constexpr std::string_view kUnits = "B, KiB, MiB, GiB, TiB";
  static constexpr auto kParse = base::parse_bytes;
};
template <>
struct FieldText<base::Bandwidth>
    : detail::QuantityText<base::Bandwidth, FieldText<base::Bandwidth>> {
  static constexpr std::string_view kType = "bandwidth";
  static constexpr std::string_view kExpected = "a bandwidth such as \"3 GB/s\"";
  static constexpr std::string_view kUnits = "B/s, kB/s, MB/s, GB/s";
  static constexpr auto kParse = base::parse_bandwidth;
};
template <>
struct FieldText<base::Frequency>
    : detail::QuantityText<base::Frequency, FieldText<base::Frequency>> {
  static constexpr std::string_view kType = "frequency";
  static constexpr std::string_view kExpected = "a frequency such as \"2.4 GHz\"";
  static constexpr std::string_view kUnits = "Hz, kHz, MHz, GHz";
  static constexpr auto kParse = base::parse_frequency;
};
template <>
struct FieldText<base::Cycles> : detail::QuantityText<base::Cycles, FieldText<base::Cycles>> {
  static constexpr std::string_view kType = "cycles";
  static constexpr std::string_view kExpected = "a number of cycles such as \"14 cycles\"";
  static constexpr std::string_view kUnits = "cycles";
  static constexpr auto kParse = base::parse_cycles;
};

template <>
struct FieldText<base::FilterSize>
    : detail::QuantityText<base::FilterSize, FieldText<base::FilterSize>> {
  static constexpr std::string_view kType = "filter size";
  static constexpr std::string_view kExpected =
      "a size such as \"8 MiB\", \"131072 entries\" or \"0.25 x caches\"";
  static constexpr std::string_view kUnits = "B, KiB, MiB, GiB, TiB, entries, x caches";
  static constexpr auto kParse = base::parse_filter_size;
};

template <>
struct FieldText<int> : detail::NumberText<int, FieldText<int>> {
  static constexpr std::string_view kType = "whole number";
  static constexpr std::string_view kExpected = "a whole number such as 16";
};
template <>
struct FieldText<std::uint64_t> : detail::NumberText<std::uint64_t, FieldText<std::uint64_t>> {
  static constexpr std::string_view kType = "whole number";
  static constexpr std::string_view kExpected = "a whole number from 0 such as 16";
};
template <>
struct FieldText<double> : detail::NumberText<double, FieldText<double>> {
  static constexpr std::string_view kType = "number";
  static constexpr std::string_view kExpected = "a number such as 0.2";
};

template <>
struct FieldText<std::string> {
  static constexpr std::string_view type() { return "text"; }
  static std::string expected() { return "text"; }
  static std::optional<std::string> read(const Node& scalar) { return scalar.text; }
  static std::string print(const std::string& value) { return yaml_scalar(value); }
  static std::string problem(const Node& scalar) {
    return "expected text, found " + describe(scalar);
  }
};

template <>
struct FieldText<base::Weights> {
  static constexpr std::string_view kPattern = "^[0-9]+(:[0-9]+)*$";
  static constexpr std::string_view type() { return "weights"; }
  static std::string expected() { return "weights from 0 to 255 such as \"3:1\", not all 0"; }
  static std::optional<base::Weights> read(const Node& scalar) {
    return base::parse_weights(scalar.text);
  }
  /// Quotes the text, which some YAML readers would take for a number in base 60.
  static std::string print(const base::Weights& value) { return yaml_scalar(to_string(value)); }
  static std::string problem(const Node& scalar) {
    return in_quotes(scalar.text) + " does not fit, expected " + expected();
  }
};

template <>
struct FieldText<base::IndexSet> {
  static constexpr std::string_view type() { return "list"; }
  static std::string expected() { return "all or a list of indices such as [0, 4, 8]"; }
  static std::optional<base::IndexSet> read(const Node& node);
  static std::string print(const base::IndexSet& value);
  static std::string problem(const Node& node);
};

/// Type of the written value of a field of type T: T itself, or the value type of an optional.
template <class T>
struct Written {
  using Type = T;
  static constexpr bool kMayBeAbsent = false;
};
template <class T>
struct Written<std::optional<T>> {
  using Type = T;
  static constexpr bool kMayBeAbsent = true;
};

/// Prints only; the Reader handles absence.
template <class T>
struct FieldText<std::optional<T>> {
  static std::string print(const std::optional<T>& value) {
    return value ? FieldText<T>::print(*value) : "none";
  }
};

/// True if a field of the type may be a list in YAML.
template <class T>
constexpr bool kMayBeList = std::is_same_v<T, base::IndexSet>;

/// True for numbers and quantities, which have a range. Texts, choices, lists, filter sizes and
/// weights have none.
template <class T>
constexpr bool kHasRange =
    !std::is_enum_v<T> && !std::is_same_v<T, std::string> && !kMayBeList<T> &&
    !std::is_same_v<T, base::FilterSize> && !std::is_same_v<T, base::Weights>;

/// Returns the intersection of `range` and the limits of the type.
template <class T>
constexpr base::Range legal(base::Range range) {
  const base::Range limits = base::limits_of<T>();
  return {std::max(range.low, limits.low), std::min(range.high, limits.high)};
}

/// Returns true if a value lies in `range`, which is in the type's base unit.
template <class T>
bool lies_in(base::Range range, const T& value) {
  if constexpr (kHasRange<T>) {
    range = legal<T>(range);
    const bool unbounded = range.high == base::at_least(0).high;
    // 64 bits of mantissa represent every int64 and uint64 exactly.
    long double number;
    if constexpr (std::is_arithmetic_v<T>) {
      number = static_cast<long double>(value);
    } else {
      number = static_cast<long double>(value.value);
    }
    return number >= static_cast<long double>(range.low) &&
           (unbounded || number <= static_cast<long double>(range.high));
  }
  return true;
}

/// Returns "between 1 ns and 5 us" or "at least 1"; empty for a type without a range.
template <class T>
std::string describe_range(base::Range range) {
  if constexpr (kHasRange<T>) {
    range = legal<T>(range);
    const auto bound = [](std::int64_t value) {
      return FieldText<T>::print(static_cast<T>(value));
    };
    if (range.high == base::at_least(0).high) return "at least " + bound(range.low);
    return "between " + bound(range.low) + " and " + bound(range.high);
  }
  return "";
}

}  // namespace starnuma::config

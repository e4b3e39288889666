// SPDX-License-Identifier: Apache-2.0
// Declaration of the fields of a configuration struct, which all readers share.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "models/base/quantities.h"

namespace starnuma::base {

/// Legal range of a field in its base unit (ps, bytes, bytes/s, Hz, cycles or the plain number).
/// The limits_of() of the field's type apply in addition.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};
constexpr Range between(std::int64_t low, std::int64_t high) { return {low, high}; }
constexpr Range at_least(std::int64_t low) {
  return {low, std::numeric_limits<std::int64_t>::max()};
}

/// Returns the legal range of all fields of a type. It covers every machine and keeps sums and
/// products of quantities far below the limits of 64 bits.
template <class T>
constexpr Range limits_of() {
  if constexpr (std::is_same_v<T, Time>) return {0, 1'000'000'000};  // 1 ms
  if constexpr (std::is_same_v<T, Bytes>) return {0, 1LL << 50};     // 1024 TiB
  // 1 MB/s to 1000 TB/s
  if constexpr (std::is_same_v<T, Bandwidth>) return {1'000'000, 1'000'000'000'000'000};
  // 100 MHz to 1 THz
  if constexpr (std::is_same_v<T, Frequency>) return {100'000'000, 1'000'000'000'000};
  if constexpr (std::is_same_v<T, Cycles>) return {0, 1'000'000};
  return {};
}

/// Names of the enumerators of a field type. A specialization defines `static constexpr
/// std::array<std::string_view, N> kNames`, one name per enumerator from zero.
template <class Enum>
struct EnumNames;

}  // namespace starnuma::base

// SPDX-License-Identifier: Apache-2.0
// How a configuration struct declares its fields: once, for every reader.
//
// A config struct has a member template
//
//   template <class Visitor> void visit(Visitor& v) {
//     v.field("latency", latency, "one-way latency of the wire");
//     v.field("ways", ways, "associativity", between(1, 64));
//     v.group("core", core, "the core of each socket");             // nested struct with visit()
//     v.optional_group("pool", pool, "absent: no pool");            // std::optional of such
//     v.repeated("node", nodes, between(0, 4), "memory nodes");     // Repeated of such
//     v.optional_list("hosts", hosts, "absent: all one host");      // std::vector of such
//   }
//
// Field types: Time, Bytes, Bandwidth, Frequency, Cycles, int, double, std::string, IndexSet,
// FilterSize and any enum with an EnumNames specialisation. Every field is required: numbers live
// only in YAML. Visitors are the YAML reader and writer, `describe`, the JSON Schema and the
// parameter page. What no single field can tell is said by check(), see problems.h.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "models/base/quantities.h"

namespace starnuma::base {

/// Legal range of a field in its base unit (ps, bytes, bytes/s, Hz, cycles or the plain number).
/// A quantity is besides never beyond what `limits_of` its type allows.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};
constexpr Range between(std::int64_t low, std::int64_t high) { return {low, high}; }
constexpr Range at_least(std::int64_t low) {
  return {low, std::numeric_limits<std::int64_t>::max()};
}

/// What any field of a quantity may be: wide enough for every machine, and narrow enough that sums
/// and products of quantities stay far from the end of 64 bits.
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

/// Specialise with `static constexpr std::array<std::string_view, N> kNames`, one per enumerator
/// from zero, to make an enum a field type.
template <class Enum>
struct EnumNames;

}  // namespace starnuma::base

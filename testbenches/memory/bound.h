// SPDX-License-Identifier: Apache-2.0
// Highest bandwidth that the timing rules of a part allow for a stream, and the rule that limits
// it.
//
// Contract: computed from the fields of the part alone, not by the controller under test. Each rule
// gives a bound of its own; the lowest one limits. A perfect scheduler is assumed that reorders all
// outstanding requests: in any block of the stream as many requests as can be outstanding or
// buffered may be served in other blocks. Rows stay open between accesses unless the page policy is
// closed. The bound is exact up to the edges of the measured window.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "testbenches/memory/measure.h"

namespace starnuma::memory_bench {

enum class Rule : std::uint8_t {
  kDataBus,
  kTurnaround,       ///< data bus and its changes between reads and writes
  kColumnSameGroup,  ///< tCCD_L
  kActivates,        ///< tRRD, tFAW of a rank
  kBankCycle,        ///< tRC of one bank
  kOutstanding,      ///< unloaded latency x outstanding reads
  kOffered           ///< load of an open loop
};

struct Bound {
  Rule rule = Rule::kDataBus;
  double bytes_per_second = 0;
  /// Share of the time that refresh takes from what the rule is about.
  double refresh_share = 0;
};

/// Returns the rule and the share of refresh: "data bus, refresh 4.5 %".
std::string to_string(const Bound& bound);

Bound bound_of(const memory::DramConfig& config, const Stream& stream, const Load& load,
               const std::vector<Request>& issued);

}  // namespace starnuma::memory_bench

template <>
struct starnuma::base::EnumNames<starnuma::memory_bench::Rule> {
  static constexpr std::array<std::string_view, 7> kNames{
      "data bus",    "data bus and turnarounds", "tCCD_L of a bank group",
      "tFAW/tRRD",   "tRC of one bank",          "latency x outstanding",
      "offered load"};
};

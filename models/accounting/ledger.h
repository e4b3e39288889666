// SPDX-License-Identifier: Apache-2.0
// The latency ledger: where the time of one access went, by kind. Its parts sum to the total.
//
// Contract: every box that adds time to an access or to a message adds the same time to the ledger
// that travels with it. Kinds marked as queue are what contention adds; the others are what the
// same access costs on an empty machine.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/quantities.h"

namespace starnuma::accounting {

enum class LatencyKind : std::uint8_t {
  kCache,           ///< L1, L2 and LLC look-ups and the socket's own path to its fabric
  kWalk,            ///< TLB look-ups past the first level and page walks
  kUpiWire,         ///< UPI-like links
  kNumalinkWire,    ///< NUMALinks and the FLEX ASICs at their ends
  kCxlWire,         ///< CXL ports, flight, retimers and the pool device's fabric
  kDirectory,       ///< directory look-up
  kDramArray,       ///< controller, row activation, column access, burst
  kSnoop,           ///< an owner or sharer answering
  kMshrQueue,       ///< waiting for a miss register
  kWalkQueue,       ///< the contention part of page walks
  kUpiQueue,        ///< waiting for UPI bandwidth
  kNumalinkQueue,   ///< waiting for NUMALink bandwidth
  kCxlQueue,        ///< waiting for CXL bandwidth
  kDramQueue,       ///< waiting for a bank or a data bus
  kLineQueue,       ///< waiting for an earlier transaction on the line, at its home or its owner
  kMigrationStall,  ///< waiting for a page that moves
};
inline constexpr int kLatencyKinds = static_cast<int>(LatencyKind::kMigrationStall) + 1;
inline constexpr LatencyKind kFirstQueueKind = LatencyKind::kMshrQueue;

constexpr bool is_queue(LatencyKind kind) { return kind >= kFirstQueueKind; }

/// Stable snake_case name, used in statistic paths ("upi_wire").
std::string_view name_of(LatencyKind kind);
/// One sentence for reports.
std::string_view sentence_of(LatencyKind kind);

/// Kinds rounded up to what compilers add up side by side; the rest stays zero.
inline constexpr std::size_t kLedgerSlots = 16;
static_assert(kLatencyKinds <= static_cast<int>(kLedgerSlots));

/// One access's time by kind, in picoseconds.
struct Ledger {
  std::array<std::int64_t, kLedgerSlots> ps{};

  void add(LatencyKind kind, base::Time span) { ps[static_cast<std::size_t>(kind)] += span.ps(); }
  base::Time total() const { return unloaded() + queue(); }
  base::Time unloaded() const { return half<0>(); }
  base::Time queue() const { return half<static_cast<std::size_t>(kFirstQueueKind)>(); }

 private:
  /// The sum of half of the kinds.
  template <std::size_t first>
  base::Time half() const {
    static_assert(static_cast<std::size_t>(kFirstQueueKind) == kLedgerSlots / 2);
    std::int64_t sum = 0;
    for (std::size_t k = first; k < first + kLedgerSlots / 2; ++k) sum += ps[k];
    return base::Time(sum);
  }
};

/// Ledgers added up over many accesses.
struct LedgerSum {
  std::array<std::int64_t, kLedgerSlots> ps{};
  std::int64_t accesses = 0;

  void add(const Ledger& ledger) {
    for (std::size_t k = 0; k < kLedgerSlots; ++k) ps[k] += ledger.ps[k];
    ++accesses;
  }
  LedgerSum& operator+=(const LedgerSum& other) {
    for (std::size_t k = 0; k < kLedgerSlots; ++k) ps[k] += other.ps[k];
    accesses += other.accesses;
    return *this;
  }
  std::int64_t total_ps() const {
    std::int64_t sum = 0;
    for (std::int64_t part : ps) sum += part;
    return sum;
  }
  std::int64_t queue_ps() const {
    std::int64_t sum = 0;
    for (int k = static_cast<int>(kFirstQueueKind); k < kLatencyKinds; ++k) sum += ps[k];
    return sum;
  }
};

}  // namespace starnuma::accounting

// SPDX-License-Identifier: Apache-2.0
// Statistics of a host of the pool bench: latency by type of transaction and by conflict.
//
// Contract: latency is from an access or eviction to its completion. Hits are counted only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/accounting/stats.h"
#include "models/observers/latency_histogram.h"

namespace starnuma::pool_bench {

enum class TransactionType : std::uint8_t {
  kRead,  ///< MemRd for a shared copy or current data, from the device's memory
  kReadFromOwner,
  kOwn,  ///< MemRd for ownership, from memory or sharers
  kOwnFromOwner,
  kUpgrade,       ///< MemRd for ownership by a host with a shared copy
  kWriteBack,     ///< MemWr until its Cmp
  kCleanEviction  ///< MemClnEvct until its Cmp
};
inline constexpr std::size_t kTransactionTypes = 7;
inline constexpr std::array<std::string_view, kTransactionTypes> kTransactionNames{
    "read", "read_from_owner", "own", "own_from_owner", "upgrade", "write_back", "clean_eviction"};
constexpr bool is_access(TransactionType type) { return type < TransactionType::kWriteBack; }

/// Relation of a transaction to a snoop: none, or before or after its grant.
enum class Conflict : std::uint8_t { kNone, kEarly, kLate };
inline constexpr std::size_t kConflicts = 3;
inline constexpr std::array<std::string_view, kConflicts> kConflictNames{"none", "early", "late"};

struct HostStatistics {
  std::int64_t hits = 0;
  std::int64_t throttled = 0;  ///< Times that the host throttled because of DevLoad.
  std::int64_t snoops = 0;
  std::array<std::int64_t, kConflicts> conflicts{};
  observers::LatencyHistogram accesses;
  std::array<observers::LatencyHistogram, kTransactionTypes> by_type;
  std::array<observers::LatencyHistogram, kConflicts>
      by_conflict;  ///< Latency of accesses, by conflict.

  void done(TransactionType type, Conflict conflict, base::Time latency) {
    by_type[static_cast<std::size_t>(type)].add(latency);
    if (!is_access(type)) return;
    accesses.add(latency);
    by_conflict[static_cast<std::size_t>(conflict)].add(latency);
  }
};

/// Writes count, mean and percentiles; nothing if there are no samples.
void report(const observers::LatencyHistogram& latencies, accounting::StatWriter writer);

}  // namespace starnuma::pool_bench

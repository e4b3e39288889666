// SPDX-License-Identifier: Apache-2.0
// Latency ledger: the latency of one access by kind; the parts sum to the total.
//
// Contract:
// - Every component that delays an access or a message adds the delay to the ledger of that access
//   or message.
// - Queue kinds, the second half, hold delays due to contention. The other kinds hold the latency
//   of the same access on an idle machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::accounting {

/// Link kind of a link, an index of LatencyKinds::links().
enum class LinkKind : std::uint8_t {};

/// Maximum number of link kinds of a machine. Each kind has a row in the unloaded half of the
/// ledger and a row in the queue half.
inline constexpr int kMostLinkKinds = 7;

/// Latency kinds, in the order in which results list them. LatencyKinds has the names and
/// descriptions.
enum class LatencyKind : std::uint8_t {
  kCache,      ///< L1, L2, LLC and the path from the socket to its fabric
  kWalk,       ///< TLB lookups after the first level, and page walks
  kFirstWire,  ///< first flight kind; one for each link kind
  kDirectory = kFirstWire + kMostLinkKinds,  ///< directory lookup
  kDramArray,       ///< memory controller, row activation, column access, burst
  kSnoop,           ///< response of an owner or sharer to a snoop
  kPageFault,       ///< page fault handling by the operating system
  kMshrQueue,       ///< wait for an MSHR
  kWalkQueue,       ///< contention during page walks
  kFirstLinkQueue,  ///< first wait for link bandwidth; one for each link kind
  kDramQueue = kFirstLinkQueue + kMostLinkKinds,  ///< wait for a bank or a data bus
  kLineQueue,      ///< wait for an earlier transaction on the line, or for an entry of its home
  kMigrationStall  ///< wait for a page migration
};
inline constexpr std::size_t kLedgerSlots =
    static_cast<std::size_t>(LatencyKind::kMigrationStall) + 1;
inline constexpr LatencyKind kFirstQueueKind = LatencyKind::kMshrQueue;

constexpr bool is_queue(LatencyKind kind) { return kind >= kFirstQueueKind; }
/// Returns the kind for the flight over links of a kind, including the components between them.
constexpr LatencyKind wire_of(LinkKind kind) {
  return static_cast<LatencyKind>(static_cast<int>(LatencyKind::kFirstWire) +
                                  static_cast<int>(kind));
}
/// Returns the kind for the wait for bandwidth of links of a kind.
constexpr LatencyKind queue_of(LinkKind kind) {
  return static_cast<LatencyKind>(static_cast<int>(LatencyKind::kFirstLinkQueue) +
                                  static_cast<int>(kind));
}

/// Latency of one access by kind, in picoseconds.
struct Ledger {
  std::array<std::int64_t, kLedgerSlots> ps{};

  void add(LatencyKind kind, base::Time span) { ps[static_cast<std::size_t>(kind)] += span.ps(); }
  base::Time total() const { return unloaded() + queue(); }
  base::Time unloaded() const { return sum<0, static_cast<std::size_t>(kFirstQueueKind)>(); }
  base::Time queue() const {
    return sum<static_cast<std::size_t>(kFirstQueueKind), kLedgerSlots>();
  }

 private:
  /// Returns the sum of the kinds from `first` up to, but not including, `end`.
  template <std::size_t first, std::size_t end>
  base::Time sum() const {
    std::int64_t all = 0;
    for (std::size_t k = first; k < end; ++k) all += ps[k];
    return base::Time(all);
  }
};

/// Sum of the ledgers of many accesses.
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
    for (auto k = static_cast<std::size_t>(kFirstQueueKind); k < kLedgerSlots; ++k) sum += ps[k];
    return sum;
  }
};

}  // namespace starnuma::accounting

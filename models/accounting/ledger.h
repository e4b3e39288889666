// SPDX-License-Identifier: Apache-2.0
// The latency ledger: where the time of one access went, by kind. Its parts sum to the total.
//
// Contract: every box that adds time to an access or to a message adds the same time to the ledger
// that travels with it. Queue kinds are what contention adds, the second half; the others are what
// the same access costs on an empty machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::accounting {

/// Which of its machine's kinds of links a link is of: a row of LatencyKinds::links().
enum class LinkKind : std::uint8_t {};

/// Kinds of links that one machine may have: each takes a part of the unloaded half of a ledger and
/// one of the queue half.
inline constexpr int kMostLinkKinds = 7;

/// In the order in which results list them; names and sentences are rows of LatencyKinds.
enum class LatencyKind : std::uint8_t {
  kCache,                                    ///< L1, L2, LLC, the socket's path to its fabric
  kWalk,                                     ///< TLB look-ups past the first level and page walks
  kFirstWire,                                ///< flight, one kind for each kind of links
  kDirectory = kFirstWire + kMostLinkKinds,  ///< directory look-up
  kDramArray,                                ///< controller, row activation, column access, burst
  kSnoop,                                    ///< an owner or sharer answering
  kPageFault,                                ///< the operating system dealing with a page fault
  kMshrQueue,                                ///< waiting for a miss register
  kWalkQueue,                                ///< the contention part of page walks
  kFirstLinkQueue,  ///< waiting for bandwidth, one kind for each kind of links
  kDramQueue = kFirstLinkQueue + kMostLinkKinds,  ///< waiting for a bank or a data bus
  kLineQueue,      ///< waiting for an earlier transaction on the line, or for an entry of its home
  kMigrationStall  ///< waiting for a page that moves
};
inline constexpr std::size_t kLedgerSlots =
    static_cast<std::size_t>(LatencyKind::kMigrationStall) + 1;
inline constexpr LatencyKind kFirstQueueKind = LatencyKind::kMshrQueue;

constexpr bool is_queue(LatencyKind kind) { return kind >= kFirstQueueKind; }
/// Flight over links of a kind, and the boxes on their way.
constexpr LatencyKind wire_of(LinkKind kind) {
  return static_cast<LatencyKind>(static_cast<int>(LatencyKind::kFirstWire) +
                                  static_cast<int>(kind));
}
/// Waiting for the bandwidth of links of a kind.
constexpr LatencyKind queue_of(LinkKind kind) {
  return static_cast<LatencyKind>(static_cast<int>(LatencyKind::kFirstLinkQueue) +
                                  static_cast<int>(kind));
}

/// One access's time by kind, in picoseconds.
struct Ledger {
  std::array<std::int64_t, kLedgerSlots> ps{};

  void add(LatencyKind kind, base::Time span) { ps[static_cast<std::size_t>(kind)] += span.ps(); }
  base::Time total() const { return unloaded() + queue(); }
  base::Time unloaded() const { return sum<0, static_cast<std::size_t>(kFirstQueueKind)>(); }
  base::Time queue() const {
    return sum<static_cast<std::size_t>(kFirstQueueKind), kLedgerSlots>();
  }

 private:
  /// Of the kinds from `first` on, before `end`.
  template <std::size_t first, std::size_t end>
  base::Time sum() const {
    std::int64_t all = 0;
    for (std::size_t k = first; k < end; ++k) all += ps[k];
    return base::Time(all);
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
    for (auto k = static_cast<std::size_t>(kFirstQueueKind); k < kLedgerSlots; ++k) sum += ps[k];
    return sum;
  }
};

}  // namespace starnuma::accounting

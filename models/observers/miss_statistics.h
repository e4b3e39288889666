// SPDX-License-Identifier: Apache-2.0
// Passive sums over all demand accesses that missed an LLC: latency ledgers and histograms by
// class, misses by home, and misses per page and socket.
//
// Contract: watches, never drives; reset() opens a measured window.
#pragma once

#include <array>
#include <vector>

#include "models/base/page_counts.h"
#include "models/kernel/miss_observer.h"
#include "models/observers/latency_histogram.h"

namespace starnuma::observers {

class MissStatistics : public kernel::MissObserver {
 public:
  MissStatistics(std::uint64_t pages, int sockets) : pages_(pages, sockets) {}

  void expect(base::VirtualAddress address, base::SocketId requester) const override {
    pages_.expect(address.page(), static_cast<std::uint64_t>(requester));
  }
  void on_miss(const kernel::Miss& miss) override {
    const auto c = static_cast<std::size_t>(miss.access_class);
    classes_[c].add(miss.ledger);
    latencies_[c].add(miss.latency);
    ++by_home_[static_cast<std::size_t>(miss.requester) * kNodes +
               static_cast<std::size_t>(miss.home)];
    pages_.add(miss.address.page(), static_cast<std::uint64_t>(miss.requester));
  }

  void reset() {
    classes_ = {};
    latencies_ = {};
    by_home_.assign(by_home_.size(), 0);
    pages_.clear();
  }

  const base::LedgerSum& of_class(base::AccessClass access_class) const {
    return classes_[static_cast<std::size_t>(access_class)];
  }
  const LatencyHistogram& latencies_of(base::AccessClass access_class) const {
    return latencies_[static_cast<std::size_t>(access_class)];
  }
  base::LedgerSum total() const {
    base::LedgerSum sum;
    for (const base::LedgerSum& part : classes_) sum += part;
    return sum;
  }
  /// Misses of socket `requester` to pages whose home is `home`, wherever the data came from.
  std::int64_t between(int requester, int home) const {
    return by_home_[static_cast<std::size_t>(requester) * kNodes + static_cast<std::size_t>(home)];
  }
  const base::PageCounts& pages() const { return pages_; }

 private:
  static constexpr std::size_t kNodes = 64;  ///< At least sockets plus pool devices.

  std::array<base::LedgerSum, base::kAccessClasses> classes_{};
  std::array<LatencyHistogram, base::kAccessClasses> latencies_{};
  std::vector<std::int64_t> by_home_ = std::vector<std::int64_t>(kNodes * kNodes, 0);
  base::PageCounts pages_;
};

}  // namespace starnuma::observers

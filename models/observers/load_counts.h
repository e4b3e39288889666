// SPDX-License-Identifier: Apache-2.0
// Number of loads that missed the LLC, per page and socket; the reference for the tracking
// hardware.
//
// Contract: the observer is passive. Stores, atomics, page walks and tracker updates do not count.
#pragma once

#include "models/accounting/page_counts.h"
#include "models/kernel/miss_observer.h"

namespace starnuma::observers {

class LoadCounts : public kernel::MissObserver {
 public:
  LoadCounts(std::uint64_t pages, int sockets) : pages_(pages, sockets) {}

  void on_miss(const kernel::Miss& miss) override {
    if (miss.load) pages_.add(miss.address.page(), static_cast<std::uint64_t>(miss.requester));
  }
  void reset() { pages_.clear(); }
  const accounting::PageCounts& pages() const { return pages_; }

 private:
  accounting::PageCounts pages_;
};

}  // namespace starnuma::observers

// SPDX-License-Identifier: Apache-2.0
// Interface of a passive observer of LLC misses, upgrades and misses of page walks.
//
// Contract:
// - Called once per access, after its completion, in call order.
// - The observer never changes the simulation.
#pragma once

#include "models/accounting/access_class.h"
#include "models/accounting/ledger.h"
#include "models/base/ids.h"

namespace starnuma::kernel {

struct Miss {
  base::VirtualAddress address;
  base::SocketId requester;
  base::NodeId home;
  accounting::AccessClass access_class;
  base::Time done;  ///< Arrival time of the data.
  base::Time latency;
  const accounting::Ledger& ledger;  ///< Breakdown of `latency`.
  base::LineAddress line{};
  base::CoreId core{};
  std::uint64_t transaction = 0;  ///< As on its messages' envelopes.
  bool load = true;               ///< Cached; what a tracker counts.
  bool write = false;             ///< A store or an atomic.
  base::Time registered{};        ///< When it allocated an MSHR of its core.
  base::Time released{};          ///< When it deallocated the MSHR.
  base::Time register_wait{};     ///< Part of its latency during which it waited for that MSHR.
};

class MissObserver {
 public:
  virtual ~MissObserver() = default;
  virtual void on_miss(const Miss& miss) = 0;
  /// Called for a write to a line that its socket held in shared state.
  virtual void on_upgrade(const Miss& /*upgrade*/) {}
  /// Called for a read of a page table that missed the LLC; its address is that of the walk.
  virtual void on_walk(const Miss& /*walk*/) {}
};

}  // namespace starnuma::kernel

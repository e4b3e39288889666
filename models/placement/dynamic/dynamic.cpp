// SPDX-License-Identifier: Apache-2.0
#include "models/placement/dynamic/dynamic.h"

#include <algorithm>
#include <utility>

#include "models/placement/free_pages.h"

namespace starnuma::placement {
namespace {

/// Busiest and least busy node, and the difference of their traffic; 0 if it is balanced.
struct Slope {
  std::size_t busiest = 0;
  std::size_t idlest = 0;
  std::uint64_t difference = 0;
};

Slope slope_of(const std::vector<std::uint64_t>& faults, const std::vector<std::uint64_t>& room) {
  Slope slope;
  slope.busiest =
      static_cast<std::size_t>(std::max_element(faults.begin(), faults.end()) - faults.begin());
  slope.idlest = slope.busiest;
  for (std::size_t n = 0; n < faults.size(); ++n) {
    if (room[n] > 0 && faults[n] < faults[slope.idlest]) slope.idlest = n;
  }
  slope.difference = faults[slope.busiest] - faults[slope.idlest];
  return slope;
}

}  // namespace

Rebalancer::Rebalancer(const PolicySetup& setup)
    : scan_(setup.config.numa_balancing, setup.phase, setup.pages),
      budget_(setup.config.numa_balancing, setup.phase),
      before_(setup.capacity.size(), 0) {}

void Rebalancer::on_fault(const PageFault& fault) {
  if (fault.kind != PageFaultKind::kUnmapped) return;
  const bool local = fault.home == fault.node;
  scan_.count(false, local);
  touched_.push_back({fault.page, fault.home, !local});
}

Plan Rebalancer::on_tick(const Tick& tick) {
  const int before = scan_.passes();
  Plan plan;
  std::vector<std::uint64_t> pages = scan_.next(tick, true);
  if (scan_.passes() != before) plan = rebalance(tick);
  plan.unmap = std::move(pages);
  return plan;
}

Plan Rebalancer::rebalance(const Tick& tick) {
  std::vector<std::uint64_t> faults = tick.faults;
  for (std::size_t n = 0; n < faults.size(); ++n) faults[n] -= before_[n];
  before_ = tick.faults;
  std::vector<Touched> touched = std::exchange(touched_, {});
  const Slope slope = slope_of(faults, tick.room);
  Plan plan;
  if (slope.difference < 2) return plan;

  const auto busiest = static_cast<base::NodeId>(slope.busiest);
  const auto idlest = static_cast<base::NodeId>(slope.idlest);
  touched.erase(std::remove_if(touched.begin(), touched.end(),
                               [&](const Touched& one) { return one.home != busiest; }),
                touched.end());
  std::stable_partition(touched.begin(), touched.end(),
                        [](const Touched& one) { return one.remote; });
  const std::uint64_t most = slope.difference / 2 * touched.size() / faults[slope.busiest];
  FreePages room(tick);
  for (const Touched& one : touched) {
    if (plan.moves.size() >= most || room.on(idlest) == 0) break;
    if (room.home(one.page) != busiest || !may_move(tick, one.page)) continue;
    if (!budget_.take(tick.now)) {
      ++plan.counts.over_limit;
      break;
    }
    room.move(one.page, idlest);
    plan.moves.push_back({one.page, idlest});
  }
  plan.counts.candidates = most;
  (room.is_pool(idlest) ? plan.counts.to_pool : plan.counts.to_socket) = plan.moves.size();
  return plan;
}

}  // namespace starnuma::placement

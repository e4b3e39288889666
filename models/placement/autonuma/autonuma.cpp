// SPDX-License-Identifier: Apache-2.0
#include "models/placement/autonuma/autonuma.h"

#include <utility>

namespace starnuma::placement {

Autonuma::Autonuma(const PolicySetup& setup)
    : sockets_(setup.sockets),
      early_passes_(setup.config.numa_balancing.early_passes),
      moves_tasks_(setup.config.numa_balancing.tasks == TaskPlacement::kIdleCores),
      scan_(setup.config.numa_balancing, setup.phase, setup.pages),
      budget_(setup.config.numa_balancing, setup.phase),
      tasks_(setup.sockets),
      last_(setup.pages) {}

Plan Autonuma::on_fault(const PageFault& fault) {
  if (fault.kind != PageFaultKind::kUnmapped) return {};
  const LastAccess before = std::exchange(last_[fault.page], {fault.task, fault.node});
  const bool is_private = !before.known() || before.task == fault.task;
  const bool local = fault.home == fault.node;
  ++counts_.faults[is_private][local];
  scan_.count(is_private, local);
  if (is_private) tasks_.count(fault.task, fault.home);
  return decide(fault, before, is_private);
}

Plan Autonuma::decide(const PageFault& fault, const LastAccess& before, bool is_private) {
  if (!is_private || fault.home == fault.node) return {};
  const bool early = scan_.passes() < early_passes_;
  const bool second = before.known() && before.node == fault.node;
  return early || second ? move(fault, fault.node) : Plan{};
}

Plan Autonuma::move(const PageFault& fault, base::NodeId to) {
  Plan plan;
  plan.counts.candidates = 1;
  if ((*fault.room)[static_cast<std::size_t>(to)] == 0) {
    plan.counts.no_room = 1;
    ++counts_.no_room;
    scan_.count_failed();
  } else if (!budget_.take(fault.time)) {
    plan.counts.over_limit = 1;
    ++counts_.over_rate;
  } else {
    plan.moves.push_back({fault.page, to});
    ++(has_cores(to) ? plan.counts.to_socket : plan.counts.to_pool);
  }
  return plan;
}

Plan Autonuma::on_tick(const Tick& tick) {
  Plan plan;
  const int before = scan_.passes();
  plan.unmap = scan_.next(tick, scans_shared_mappings());
  if (scan_.passes() == before) return plan;
  ++counts_.passes;
  if (moves_tasks_) plan.tasks = tasks_.end_pass(tick);
  return plan;
}

void Autonuma::report(accounting::StatWriter& migration) const {
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    migration.write(name, value, "1", sentence);
  };
  count("faults_private_local", counts_.faults[1][1],
        "hint faults by the task of the page's previous fault, on the node of the page");
  count("faults_private_remote", counts_.faults[1][0],
        "hint faults by the task of the page's previous fault, on another node");
  count("faults_shared_local", counts_.faults[0][1],
        "hint faults by another task than the page's previous fault, on the node of the page");
  count("faults_shared_remote", counts_.faults[0][0],
        "hint faults by another task than the page's previous fault, on another node");
  count("scan_passes", counts_.passes, "complete scans of the program's memory");
  count("moves_node_full", counts_.no_room,
        "moves that did not happen because the destination node was full");
  count("moves_over_rate_limit", counts_.over_rate,
        "moves that did not happen because the rate limit was reached");
}

void Autonuma::reset_statistics() { counts_ = {}; }

}  // namespace starnuma::placement

// SPDX-License-Identifier: Apache-2.0
#include "models/placement/lacx/lacx.h"

#include <algorithm>

namespace starnuma::placement {

Lacx::Lacx(const PolicySetup& setup)
    : Autonuma(setup),
      config_(setup.config.lacx),
      sockets_(setup.sockets),
      capacity_(setup.capacity),
      interleave_pages_(std::max<std::uint64_t>(1, setup.pool.interleave_pages)),
      pages_(setup.pages) {}

base::NodeId Lacx::on_allocate(const Allocation& page) {
  if (page.room == nullptr) return page.toucher;
  for (const base::NodeId node : *page.nearest) {
    if (has_cores(node) && (*page.room)[static_cast<std::size_t>(node)] > 0) return node;
  }
  return nearest_with_capacity(page).value_or(page.toucher);
}

Plan Lacx::decide(const PageFault& fault, const LastAccess& before, bool is_private) {
  Page& page = pages_[fault.page];
  const bool out_there = !has_cores(fault.home);
  if (!out_there) page.marked = false;  // the move failed, or the page has moved back
  if (page.marked) return on_marked(fault, before, page);
  const bool shared = !is_private && before.node != fault.node;
  if (shared && !out_there && capacity_.size() > static_cast<std::size_t>(sockets_)) {
    return share(fault, page);
  }
  Plan plan = Autonuma::decide(fault, before, is_private);
  if (out_there && !plan.moves.empty()) {
    ++page.moved_back;
    ++counts_.moved_back;
  }
  return plan;
}

Plan Lacx::share(const PageFault& fault, Page& page) {
  if (!above_usage_threshold(fault)) {
    ++counts_.below_usage_threshold;
    return {};
  }
  Plan plan = move(fault, node_for(fault));
  if (plan.moves.empty()) return plan;
  page.marked = config_.mark == Mark::kSet;
  page.was_shared = true;
  page.in_a_row = 0;
  ++counts_.shared;
  return plan;
}

Plan Lacx::on_marked(const PageFault& fault, const LastAccess& before, Page& page) {
  page.in_a_row = before.node == fault.node ? page.in_a_row + 1 : 1;
  if (config_.promote_after == 0 || page.in_a_row < config_.promote_after) return {};
  Plan plan = move(fault, fault.node);
  if (plan.moves.empty()) return plan;
  page.marked = false;
  ++page.moved_back;
  ++counts_.promoted;
  return plan;
}

base::NodeId Lacx::node_for(const PageFault& fault) const {
  const auto first = static_cast<std::size_t>(sockets_);
  const std::size_t nodes = capacity_.size() - first;
  const auto wanted = static_cast<std::size_t>(fault.page / interleave_pages_ % nodes);
  for (std::size_t n = 0; n < nodes; ++n) {
    const std::size_t node = first + (wanted + n) % nodes;
    if ((*fault.room)[node] > 0) return static_cast<base::NodeId>(node);
  }
  return static_cast<base::NodeId>(first + wanted);
}

bool Lacx::above_usage_threshold(const PageFault& fault) const {
  std::uint64_t used = 0;
  std::uint64_t all = 0;
  for (std::size_t n = 0; n < static_cast<std::size_t>(sockets_); ++n) {
    used += (*fault.used)[n];
    all += capacity_[n];
  }
  return static_cast<double>(used) >= config_.usage_threshold * static_cast<double>(all);
}

void Lacx::report(accounting::StatWriter& migration) const {
  Autonuma::report(migration);
  std::uint64_t shared = 0;
  std::uint64_t ping_pong = 0;
  for (const Page& page : pages_) {
    shared += page.was_shared ? 1 : 0;
    ping_pong += page.moved_back >= 2 ? 1 : 0;
  }
  const auto count = [&](const char* name, double value, const char* sentence) {
    migration.write(name, value, "1", sentence);
  };
  count("shared_moves", static_cast<double>(counts_.shared),
        "requested moves to memory without cores, because tasks of two nodes shared the page");
  count("shared_pages", static_cast<double>(shared), "distinct pages moved, warm-up included");
  count("shared_pages_share",
        static_cast<double>(shared) / static_cast<double>(std::max<std::size_t>(1, pages_.size())),
        "share of the program's pages");
  count("moved_back", static_cast<double>(counts_.moved_back),
        "moves requested from it because one task alone used the page");
  count("promoted", static_cast<double>(counts_.promoted),
        "requested moves of marked pages used from one node");
  count("ping_pong_pages", static_cast<double>(ping_pong),
        "pages that were taken back twice or more, warm-up included");
  count("below_usage_threshold", static_cast<double>(counts_.below_usage_threshold),
        "shared faults without a move, for the memory in use");
}

void Lacx::reset_statistics() {
  Autonuma::reset_statistics();
  counts_ = {};
}

}  // namespace starnuma::placement

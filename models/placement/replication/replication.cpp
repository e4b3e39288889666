// SPDX-License-Identifier: Apache-2.0
#include "models/placement/replication/replication.h"

#include <algorithm>

#include "models/placement/free_pages.h"
#include "models/placement/sharing.h"

namespace starnuma::placement {
namespace {

struct Vagabond {
  std::uint64_t page;
  std::uint64_t misses;
  std::uint32_t sharers;
};

std::vector<Vagabond> vagabonds(const PhaseKnowledge& knowledge, double least_misses) {
  std::vector<Vagabond> found;
  for (std::uint64_t page = 0; page < knowledge.homes.size(); ++page) {
    if (!may_move(knowledge, page)) continue;
    Vagabond vagabond{page, 0, 0};
    int sharers = 0;
    for (int s = 0; s < knowledge.sockets; ++s) {
      const std::uint64_t misses = knowledge.counts->at(page, s);
      vagabond.misses += misses;
      if (misses == 0) continue;
      ++sharers;
      vagabond.sharers |= std::uint32_t{1} << s;
    }
    const bool hot = static_cast<double>(vagabond.misses) > least_misses;
    if (hot && sharers > pool_sharers(knowledge.sockets)) found.push_back(vagabond);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Vagabond& a, const Vagabond& b) { return a.misses > b.misses; });
  return found;
}

/// Returns the sockets that can read the page locally.
std::uint32_t holders(const PhaseKnowledge& knowledge, std::uint64_t page) {
  const std::uint32_t copies = knowledge.copies.empty() ? 0 : knowledge.copies[page];
  const int home = base::index_of(knowledge.homes[page]);
  return home < knowledge.sockets ? copies | std::uint32_t{1} << home : copies;
}

class ReplicaPlanner {
 public:
  ReplicaPlanner(const PhaseKnowledge& knowledge, MoveHistory& history)
      : knowledge_(knowledge), room_(knowledge), history_(history) {
    history.resize(knowledge.homes.size());
  }

  void copy(const Vagabond& vagabond) {
    std::uint32_t wanting = vagabond.sharers & ~holders(knowledge_, vagabond.page);
    if (!candidate(vagabond.page, wanting != 0)) return;
    bool any = false;
    for (; wanting != 0; wanting &= wanting - 1) {
      const auto socket = static_cast<base::NodeId>(__builtin_ctz(wanting));
      if (room_.on(socket) == 0) continue;
      room_.take(socket);
      plan_.moves.push_back({vagabond.page, socket, true});
      ++plan_.counts.copies;
      any = true;
    }
    taken(vagabond.page, any);
  }

  void pool(const Vagabond& vagabond) {
    const bool there = room_.is_pool(knowledge_.homes[vagabond.page]);
    const bool copied = !knowledge_.copies.empty() && knowledge_.copies[vagabond.page] != 0;
    if (copied || !candidate(vagabond.page, !there)) return;
    const bool fits = room_.in_pool() > 0;
    if (fits) {
      const base::NodeId device = room_.device_for(vagabond.page);
      room_.move(vagabond.page, device);
      plan_.moves.push_back({vagabond.page, device});
      ++plan_.counts.to_pool;
    }
    taken(vagabond.page, fits);
  }

  void leave_written() { ++plan_.counts.written; }
  Plan result() { return std::move(plan_); }

 private:
  /// Returns true if the page may be moved or copied; counts the reason if not.
  bool candidate(std::uint64_t page, bool wanted) {
    if (!wanted) {
      ++plan_.counts.already_there;
      return false;
    }
    ++plan_.counts.candidates;
    if (history_.ping_pongs(page, knowledge_.phase)) {
      ++plan_.counts.ping_pong;
    } else if (pages_ >= knowledge_.limit) {
      ++plan_.counts.over_limit;
    } else {
      return true;
    }
    return false;
  }
  void taken(std::uint64_t page, bool any) {
    if (!any) {
      ++plan_.counts.no_room;
      return;
    }
    ++pages_;
    history_.note(page);
  }

  const PhaseKnowledge& knowledge_;
  FreePages room_;
  MoveHistory& history_;
  Plan plan_;
  std::uint64_t pages_ = 0;  ///< Number of pages that are moved or copied.
};

}  // namespace

Plan ReplicaPolicy::on_phase(const PhaseKnowledge& knowledge) {
  ReplicaPlanner planner(knowledge, history_);
  for (const Vagabond& vagabond : vagabonds(knowledge, least_misses_)) {
    if ((*knowledge.written)[vagabond.page] == 0) {
      planner.copy(vagabond);
    } else if (with_pool_) {
      planner.pool(vagabond);
    } else {
      planner.leave_written();
    }
  }
  return planner.result();
}

}  // namespace starnuma::placement

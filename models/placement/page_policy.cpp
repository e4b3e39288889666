// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_policy.h"

#include <algorithm>

#include "models/placement/page_room.h"

namespace starnuma::placement {
namespace {

struct Candidate {
  std::uint64_t page;
  std::uint64_t gain;
  base::NodeId to;
};

/// The socket with the most misses on the page: its home if that is one of them, else one of them
/// at random, since a fixed order would gather widely shared pages on few sockets.
int most_missing(const PhaseKnowledge& knowledge, std::uint64_t page, int home) {
  const base::PageCounts& counts = *knowledge.counts;
  int best = home;
  std::uint64_t equal = 1;
  base::Random random = random_for(knowledge, page);
  for (int s = 0; s < knowledge.sockets; ++s) {
    if (counts.at(page, s) > counts.at(page, best)) {
      best = s;
      equal = 1;
    } else if (best != home && s != best && counts.at(page, s) == counts.at(page, best)) {
      ++equal;
      if (random.below(equal) == 0) best = s;
    }
  }
  return best;
}

}  // namespace

Plan plan_pages(const PhaseKnowledge& knowledge, double least_gain, History history) {
  const base::PageCounts& counts = *knowledge.counts;
  Plan plan;
  plan.history = std::move(history);
  plan.history.phases_moved.resize(knowledge.homes.size());
  std::vector<Candidate> candidates;
  for (std::uint64_t page = 0; page < knowledge.homes.size(); ++page) {
    const int home = base::index_of(knowledge.homes[page]);
    if (home >= knowledge.sockets || !may_move(knowledge, page)) continue;
    const int best = most_missing(knowledge, page, home);
    const std::uint64_t gain = counts.at(page, best) - counts.at(page, home);
    if (static_cast<double>(gain) <= least_gain || best == home) continue;
    candidates.push_back({page, gain, static_cast<base::NodeId>(best)});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
  plan.counts.candidates = candidates.size();
  PageRoom room(knowledge);
  for (const Candidate& candidate : candidates) {
    if (ping_pongs(plan.history.phases_moved[candidate.page], knowledge.phase)) {
      ++plan.counts.ping_pong;
    } else if (plan.moves.size() >= knowledge.limit) {
      ++plan.counts.over_limit;
    } else if (room.on(candidate.to) == 0) {
      ++plan.counts.no_room;
    } else {
      room.move(candidate.page, candidate.to);
      plan.moves.push_back({candidate.page, candidate.to});
      ++plan.counts.to_socket;
      ++plan.history.phases_moved[candidate.page];
    }
  }
  return plan;
}

}  // namespace starnuma::placement

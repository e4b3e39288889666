// SPDX-License-Identifier: Apache-2.0
#include "models/placement/perfect_knowledge/perfect_knowledge.h"

#include <algorithm>

#include "models/placement/free_pages.h"
#include "models/placement/sharing.h"

namespace starnuma::placement {
namespace {

struct Candidate {
  std::uint64_t page;
  std::uint64_t weight;
  base::NodeId to;
};

Candidate candidate_of(const PhaseKnowledge& knowledge, PageRule rule, std::uint64_t page) {
  const accounting::PageCounts& counts = *knowledge.counts;
  const base::NodeId home = knowledge.homes[page];
  base::Random random = random_for(knowledge, page);
  if (rule == PageRule::kArtifact) {
    return {page, counts.misses(page), best_socket(counts, page, home, random)};
  }
  const base::NodeId top = top_misser(counts, page, home, random);
  return {page, counts.at(page, base::index_of(top)) - counts.at(page, base::index_of(home)), top};
}

}  // namespace

Plan PagePolicy::on_phase(const PhaseKnowledge& knowledge) {
  Plan plan;
  history_.resize(knowledge.homes.size());
  std::vector<Candidate> candidates;
  for (std::uint64_t page = 0; page < knowledge.homes.size(); ++page) {
    const base::NodeId home = knowledge.homes[page];
    if (base::index_of(home) >= knowledge.sockets || !may_move(knowledge, page)) continue;
    const Candidate candidate = candidate_of(knowledge, rule_, page);
    if (static_cast<double>(candidate.weight) <= least_) continue;
    if (candidate.to == home) {
      ++plan.counts.already_there;
    } else {
      candidates.push_back(candidate);
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
  plan.counts.candidates = candidates.size();
  FreePages room(knowledge);
  for (const Candidate& candidate : candidates) {
    if (history_.ping_pongs(candidate.page, knowledge.phase)) {
      ++plan.counts.ping_pong;
    } else if (plan.moves.size() >= knowledge.limit) {
      ++plan.counts.over_limit;
    } else if (room.on(candidate.to) == 0) {
      ++plan.counts.no_room;
    } else {
      room.move(candidate.page, candidate.to);
      plan.moves.push_back({candidate.page, candidate.to});
      ++plan.counts.to_socket;
      history_.note(candidate.page);
    }
  }
  return plan;
}

}  // namespace starnuma::placement

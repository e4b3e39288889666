// SPDX-License-Identifier: Apache-2.0
#include "models/placement/policy_table.h"

#include <algorithm>
#include <string>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "models/placement/autonuma/autonuma.h"
#include "models/placement/dynamic/dynamic.h"
#include "models/placement/fallback/fallback.h"
#include "models/placement/lacx/lacx.h"
#include "models/placement/page_cache/page_cache.h"
#include "models/placement/perfect_knowledge/perfect_knowledge.h"
#include "models/placement/policy.h"
#include "models/placement/pool_share/pool_share.h"
#include "models/placement/replication/replication.h"
#include "models/placement/starnuma/starnuma.h"
#include "models/placement/static_oracle/static_oracle.h"
#include "models/placement/weighted_interleave/weighted_interleave.h"

namespace starnuma::placement {
namespace {

constexpr PolicyTraits first_touch() {
  PolicyTraits traits;
  traits.keeps_first_touch = true;
  return traits;
}
constexpr PolicyTraits stated() {
  PolicyTraits traits;
  traits.pool = PoolUse::kNeeded;
  traits.is_stated = true;
  return traits;
}
constexpr PolicyTraits searched(PolicyTraits traits) {
  traits.limit_is_searched = true;
  return traits;
}
constexpr PolicyTraits over(Spread spread, PolicyTraits traits) {
  traits.spread = spread;
  return traits;
}
constexpr PolicyTraits over_sockets(PolicyTraits traits) { return over(Spread::kSockets, traits); }
constexpr PolicyTraits over_nodes(PolicyTraits traits) { return over(Spread::kNodes, traits); }
/// Learns from faults alone.
constexpr PolicyTraits faulting(PoolUse pool = PoolUse::kNone) {
  return {Moves::kPages, Sees::kNothing, pool};
}
constexpr PolicyTraits within(PolicyTraits traits) {
  traits.moves_in_faults = true;
  return traits;
}
constexpr PolicyTraits caching(PolicyTraits traits) {
  traits.caches_pages = true;
  traits.is_stated = true;
  return traits;
}
constexpr PolicyTraits weighted() {
  PolicyTraits traits;
  traits.pool = PoolUse::kIfThere;
  traits.spread = Spread::kNodes;
  traits.reads_weights = true;
  traits.is_stated = true;
  return traits;
}
/// Traits of Algorithm 1 with counters of `bits` bits.
constexpr PolicyTraits counting(int bits) {
  return over_sockets({Moves::kPages, Sees::kRegions, PoolUse::kNeeded, bits});
}

std::vector<PolicyRow> make_rows() {
  return {
      {"none", "the program's own first touch; nothing moves", first_touch(), make_policy<Policy>},
      {"first_touch", "the socket of the thread that touched the page first; nothing moves",
       first_touch(), make_policy<Policy>},
      {"static_oracle", "known from a first pass, fixed for the run",
       over_sockets({Moves::kNever, Sees::kFirstPass, PoolUse::kIfThere}),
       make_policy<StaticOracle>},
      {"pool_share",
       "a stated share of each program's pages on the pool, spread evenly; nothing moves", stated(),
       make_policy<PoolShare>},
      {"pool_interleave", "page after page over local memory and each pool device; nothing moves",
       stated(), make_policy<PoolInterleave>},
      {"perfect_knowledge", "exact counts per page and socket: to the top misser, or to a sharer",
       over_sockets(searched({Moves::kPages, Sees::kPages})), make_policy<PerfectKnowledge>},
      {"perfect_knowledge_top", "exact counts per page and socket: always to the top misser",
       over_sockets({Moves::kPages, Sees::kPages}), make_policy<PerfectKnowledgeTop>},
      {"replicate_read_only",
       "read-only copies of widely shared pages on the sockets that share them",
       over_sockets({Moves::kPagesAndCopies, Sees::kPages}), make_policy<ReplicateReadOnly>},
      {"replicate_then_pool",
       "replicate_read_only; widely shared pages that are written go to the pool",
       over_sockets({Moves::kPagesAndCopies, Sees::kPages, PoolUse::kNeeded}),
       make_policy<ReplicateThenPool>},
      {"page_interleave", "all nodes in turn, page by page; nothing moves",
       over_nodes({Moves::kNever, Sees::kNothing, PoolUse::kIfThere}), make_policy<PageInterleave>},
      {"weighted_interleave", "all nodes in turn, each by its weight in pages; nothing moves",
       weighted(), make_policy<WeightedInterleave>},
      {"hybrid", "first touch, and from a full node the other nodes in turn; nothing moves",
       over_nodes({}), make_policy<Hybrid>},
      {"usage_aware", "first touch, and from a full node the one with most room; nothing moves",
       over_nodes({}), make_policy<UsageAware>},
      {"dynamic_migration",
       "first touch, then from the node with most hint faults to the one with least",
       over_nodes(faulting()), make_policy<DynamicMigration>},
      {"usage_aware_dynamic", "dynamic_migration, starting from usage_aware",
       over_nodes(faulting()), make_policy<UsageAwareDynamic>},
      {"autonuma", "NUMA balancing as in Linux: hint faults take pages to tasks, or tasks to pages",
       over_nodes(within(faulting())), make_policy<Autonuma>},
      {"lacx", "autonuma; pages that tasks of two nodes share go to memory without cores",
       over_sockets(within(faulting(PoolUse::kOrMemoryNode))), make_policy<Lacx>},
      {"page_cache", "all pages on the pool; local memory caches those that are touched",
       caching(within(faulting(PoolUse::kNeeded))), make_policy<PageCache>},
      {"starnuma_t0", "Algorithm 1 with sharer bits alone", counting(0), make_policy<Starnuma>},
      {"starnuma_t4", "Algorithm 1 with counters of 4 bits", counting(4), make_policy<Starnuma>},
      {"starnuma_t8", "Algorithm 1 with counters of 8 bits", counting(8), make_policy<Starnuma>},
      {"starnuma_t16", "Algorithm 1 with counters of 16 bits", counting(16), make_policy<Starnuma>},
  };
}

std::vector<std::string_view> names_of(const std::vector<PolicyRow>& rows) {
  std::vector<std::string_view> names;
  for (const PolicyRow& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace

const std::vector<PolicyRow>& policies() {
  static const std::vector<PolicyRow> rows = make_rows();
  return rows;
}

PolicyId policy_named(std::string_view name) {
  const auto& names = base::EnumNames<PolicyId>::kNames;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw base::InputError("no policy \"", name, "\"; ",
                           base::suggestion(std::string(name), {names.begin(), names.end()}));
  }
  return static_cast<PolicyId>(found - names.begin());
}

}  // namespace starnuma::placement

const std::vector<std::string_view>
    starnuma::base::EnumNames<starnuma::placement::PolicyId>::kNames =
        starnuma::placement::names_of(starnuma::placement::policies());

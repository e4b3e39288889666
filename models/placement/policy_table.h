// SPDX-License-Identifier: Apache-2.0
// Table of the placement policies, one row each, in policy_table.cpp.
//
// Contract:
// - The names are the values of `placement.policy`. All lists of policies use this order.
// - Traits describe a policy before it is created: requirements on the machine, and the information
//   that the policy receives.
// - No other code depends on the identity of a policy.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "models/base/fields.h"

namespace starnuma::placement {

class Policy;
struct PolicySetup;

/// Moves of pages while the program runs.
enum class Moves : std::uint8_t {
  kNever,
  kPages,
  kPagesAndCopies  ///< read-only copies as well, so the policy needs to know written pages
};
/// LLC misses that the policy observes.
enum class Sees : std::uint8_t {
  kNothing,
  kFirstPass,  ///< by page and socket, of a complete earlier run with first-touch placement
  kPages,      ///< by page and socket, of each phase
  kRegions     ///< by region, of each phase; from trackers with `placement.counts: tracker`
};
enum class PoolUse : std::uint8_t {
  kNone,
  kIfThere,
  kOrMemoryNode,  ///< Needs a pool or a memory node: memory without cores.
  kNeeded
};
/// Nodes that one host must have, without which the policy would be first touch.
enum class Spread : std::uint8_t { kNothing, kNodes, kSockets };

struct PolicyTraits {
  Moves moves = Moves::kNever;
  Sees sees = Sees::kNothing;
  PoolUse pool = PoolUse::kNone;
  /// Counter bits of a region, for policies that use regions; 0 for sharer bits only.
  int counter_bits = 0;
  bool keeps_first_touch = false;  ///< Pages stay on the sockets that touched them first.
  bool caches_pages = false;       ///< Sockets cache pages of the pool; pages start unmapped.
  bool moves_in_faults = false;    ///< A fault's answer is where its page goes, within the fault.
  bool limit_is_searched = false;  ///< A fair comparison tries a smaller `page_limit` as well.
  Spread spread = Spread::kNothing;
  bool reads_weights = false;  ///< Needs `placement.weights`, one per node.
  bool is_stated = false;  ///< An experiment says what lies where: nothing to compare others with.

  /// Returns true if moves that are still scheduled at the end of a phase are dropped. Policies
  /// that observe no phases have unlimited time.
  constexpr bool drops_moves() const { return sees != Sees::kNothing; }
  constexpr bool moves_pages() const { return moves != Moves::kNever; }
  constexpr bool copies_pages() const { return moves == Moves::kPagesAndCopies; }
  constexpr bool sees_regions() const { return sees == Sees::kRegions; }
  constexpr bool needs_pool() const { return pool == PoolUse::kNeeded; }
};

struct PolicyRow {
  std::string_view name;
  std::string_view sentence;
  PolicyTraits traits;
  std::unique_ptr<Policy> (*make)(const PolicySetup&);
};

/// Row number; the value of a configuration field.
enum class PolicyId : std::uint8_t {};

const std::vector<PolicyRow>& policies();
inline const PolicyRow& row_of(PolicyId policy) {
  return policies()[static_cast<std::size_t>(policy)];
}
inline std::string_view name_of(PolicyId policy) { return row_of(policy).name; }
/// Throws InputError for an unknown name, with the nearest valid name.
PolicyId policy_named(std::string_view name);

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::PolicyId> {
  static const std::vector<std::string_view> kNames;
};

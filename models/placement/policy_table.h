// SPDX-License-Identifier: Apache-2.0
// The placement policies by name: a row each, in policy_table.cpp.
//
// Contract: these names are the values of a machine's `placement.policy`, and the order is that of
// every list of them. Traits say what others must know of a policy before it exists: what the
// machine has to have, and what it is shown. Nothing else asks which policy it is.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "models/base/fields.h"

namespace starnuma::placement {

class Policy;
struct PolicySetup;

/// What may happen to pages while the program runs.
enum class Moves : std::uint8_t {
  kNever,
  kPages,
  kPagesAndCopies  ///< read-only copies too; so the policy sees which pages are written
};
/// What the policy sees of LLC misses.
enum class Sees : std::uint8_t {
  kNothing,
  kFirstPass,  ///< by page and socket, of a whole run before, in which pages lie by first touch
  kPages,      ///< by page and socket, of each phase
  kRegions     ///< by region, of each phase; from trackers where `placement.counts` says so
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
  int counter_bits = 0;            ///< Of a region, where it sees regions; 0: sharer bits alone.
  bool keeps_first_touch = false;  ///< Pages stay on the sockets that touched them first.
  bool caches_pages = false;       ///< Of the pool, on sockets; they start unmapped.
  bool moves_in_faults = false;    ///< A fault's answer is where its page goes, within the fault.
  bool limit_is_searched = false;  ///< A fair comparison tries a smaller `page_limit` as well.
  Spread spread = Spread::kNothing;
  bool is_stated = false;  ///< An experiment says what lies where: nothing to compare others with.

  /// What a phase has not made is dropped; policies that see no phase's misses have time.
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

/// A row's number: what a field of a configuration holds.
enum class PolicyId : std::uint8_t {};

const std::vector<PolicyRow>& policies();
inline const PolicyRow& row_of(PolicyId policy) {
  return policies()[static_cast<std::size_t>(policy)];
}
inline std::string_view name_of(PolicyId policy) { return row_of(policy).name; }
/// Throws InputError for a name that is none, with the nearest one.
PolicyId policy_named(std::string_view name);

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::PolicyId> {
  static const std::vector<std::string_view> kNames;
};

// SPDX-License-Identifier: Apache-2.0
// Concurrent B+-tree of 8-byte keys and values with optimistic readers: its memory, and its native
// operations.
//
// Contract:
// - A node has 256 bytes and 15 slots. Slot i of an inner node is the child whose keys are at least
//   key i; the first child also has all smaller keys.
// - The root does not move. Nodes are never deallocated, so a late reader still finds a node and
// detects
//   the change by its version.
// - tree_operations.h has the operations of threads.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {

struct TreeNode {
  static constexpr std::uint64_t kWords = 32;
  static constexpr std::uint64_t kPlaces = 15;
  // Words of a node.
  static constexpr std::uint64_t kVersion = 0;  ///< Odd while the node is locked.
  static constexpr std::uint64_t kCount = 1;    ///< Number of used slots, combined with kLeaf.
  static constexpr std::uint64_t kKeys = 2;
  static constexpr std::uint64_t kValues = kKeys + kPlaces;
  static constexpr std::uint64_t kLeaf = std::uint64_t{1} << 32;
  /// Words for ends of keys: a leaf of Masstree has 320 bytes and 128 for them, 448 in all.
  static constexpr std::uint64_t kEndWords = 24;
};

struct Tree {
  /// Words of all nodes; the array may contain nodes of other trees.
  base::SimArray<std::uint64_t> words;
  base::SimArray<std::uint64_t> used;  ///< One word: number of used nodes.
  /// Ends of keys longer than 8 bytes, TreeNode::kEndWords per node. Empty if keys have 8 bytes.
  /// A tree with ends prefetches whole nodes, as Masstree does.
  base::SimArray<std::uint64_t> ends;
  std::uint64_t root = 0;  ///< Node number.
};

/// Returns the end of a longer key that begins with these 8 bytes.
constexpr std::uint64_t end_of_key(std::uint64_t key) { return ~key; }

using TreeItems = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// Returns the number of nodes that bulk_load needs for `items` items, plus the number that
/// `inserts` inserts may add.
std::uint64_t tree_nodes(std::uint64_t items, std::uint64_t inserts);

/// Allocates memory for `nodes` nodes; none is in use.
Tree make_trees(base::Arena& arena, const std::string& name, std::uint64_t nodes);

/// Builds a tree of these items, sorted by key, in the memory of `memory`. Nodes are two thirds
/// full, as after random inserts, and in random order.
Tree bulk_load(const Tree& memory, const TreeItems& items, std::uint64_t seed);

/// Returns all items in ascending order of keys.
TreeItems items_of(const Tree& tree);

/// Returns the first structural error of the tree: keys out of order or outside their node's range,
/// nodes that are locked or overfull, or an end of another key. Returns an empty string if there is
/// none.
std::string tree_fault(const Tree& tree);

/// Keys that a tree must hold, each with the last write of every thread that wrote it; with none if
/// the key has its loaded value.
using LastWrites = std::map<std::uint64_t, std::vector<std::uint64_t>>;

/// Adds a mismatch for each item with a wrong value, which `what` names, and for the first key that
/// is unexpected or missing. `is_right(key, value, writes)` compares a value.
template <class IsRight>
void check_keys(const TreeItems& items, const LastWrites& last, const char* what,
                const IsRight& is_right, Mismatches& mismatches) {
  auto expected = last.begin();
  for (const auto& [key, value] : items) {
    if (expected == last.end() || expected->first != key) {
      return mismatches.add("key ", key, " is unexpected");
    }
    if (!is_right(key, value, expected->second)) {
      mismatches.add("key ", key, " does not have the last ", what, " of any thread");
    }
    ++expected;
  }
  if (expected != last.end()) mismatches.add("key ", expected->first, " is missing");
}

}  // namespace starnuma::stimulus

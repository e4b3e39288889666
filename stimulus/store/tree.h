// SPDX-License-Identifier: Apache-2.0
// A concurrent B+-tree of 8-byte keys and values whose readers are optimistic: the memory, and what
// is done to it natively.
//
// Contract: a node has 256 bytes and 15 places; of inner nodes place i is the child whose keys are
// at least key i, the first child has all that are smaller too. The root stays where it is. Nodes
// are never freed, so a reader that comes too late finds a node, and sees by its version that it
// changed. tree_operations.h has what threads do.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

struct TreeNode {
  static constexpr std::uint64_t kWords = 32;
  static constexpr std::uint64_t kPlaces = 15;
  // Words of a node.
  static constexpr std::uint64_t kVersion = 0;  ///< Odd while locked.
  static constexpr std::uint64_t kCount = 1;    ///< Places in use; kLeaf beside it.
  static constexpr std::uint64_t kKeys = 2;
  static constexpr std::uint64_t kValues = kKeys + kPlaces;
  static constexpr std::uint64_t kLeaf = std::uint64_t{1} << 32;
};

struct Tree {
  base::SimArray<std::uint64_t> words;  ///< Of all nodes; other trees may have theirs in it.
  base::SimArray<std::uint64_t> used;   ///< One word: nodes in use.
  std::uint64_t root = 0;               ///< A node's number.
};

using TreeItems = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// Nodes that bulk_load takes for so many items, and those that so many inserts may add.
std::uint64_t tree_nodes(std::uint64_t items, std::uint64_t inserts);

/// Memory for `nodes` nodes, none in use.
Tree make_trees(base::Arena& arena, const std::string& name, std::uint64_t nodes);

/// A tree of these items, sorted by key, in the memory of `memory`: nodes two thirds full, as
/// random inserts leave them, and in random order.
Tree bulk_load(const Tree& memory, const TreeItems& items, std::uint64_t seed);

/// All items from the smallest key on.
TreeItems items_of(const Tree& tree);

/// What is wrong with the tree's form: keys out of order or outside their node's range, nodes that
/// are locked or overfull. Empty where nothing is.
std::string tree_fault(const Tree& tree);

}  // namespace starnuma::stimulus

// SPDX-License-Identifier: Apache-2.0
// Tree operations of threads: find, update, insert, with optimistic lock coupling (Leis,
// Haubenschild and Neumann 2019). A reader takes no lock; it records the version of each node and
// validates it after reading. A writer locks the one or two nodes that it changes.
//
// Contract: concurrent operations of all threads on one tree are linearizable. As in loops of
// programs, costs are measured, dependences are declared, and data-dependent branches are reported.
#pragma once

#include <cstdint>
#include <optional>

#include "models/base/check.h"
#include "stimulus/costs.h"
#include "stimulus/store/tree.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kTreeDescend{"tree_leaf_of", "operation", 21};
inline constexpr LoopCost kTreeNode{"tree_leaf_of", "node", 40};
inline constexpr LoopCost kTreeKey{"tree_leaf_of", "key", 6};
inline constexpr LoopCost kTreeRetry{"tree_leaf_of", "retry", 22};
inline constexpr LoopCost kTreeFind{"tree_find", "operation", 34};
inline constexpr LoopCost kTreeUpdate{"tree_update", "operation", 37};
inline constexpr LoopCost kTreeInsert{"tree_insert", "operation", 47};
inline constexpr LoopCost kTreeMove{"tree_insert", "item moved", 4};
inline constexpr LoopCost kTreeSplit{"tree_split", "split", 54};
inline constexpr LoopCost kTreeSplitMove{"tree_split", "item moved", 9};

enum TreeBranch : std::uint32_t {
  kBranchTreeLocked = 48,
  kBranchTreeKey,
  kBranchTreeChanged,
  kBranchTreeLeaf,
  kBranchTreeFull,
  kBranchTreeEqual
};

/// Node as observed by a reader: unlocked, with this version.
template <class Ready>
struct SeenNode {
  std::uint64_t base = 0;  ///< Index of its first word.
  std::uint64_t version = 0;
  std::uint64_t count = 0;
  Ready ready;  ///< Time at which its number was known.
};

/// Position of a key in a leaf, or the position after which it would be inserted.
template <class Ready>
struct TreePlace {
  SeenNode<Ready> leaf;
  std::uint64_t place = 0;  ///< Last slot whose key is not larger.
  bool equal = false;
};

template <class Thread>
std::uint64_t tree_lock(Thread& thread, const Tree& tree, std::uint64_t base,
                        std::uint64_t version) {
  return thread.compare_exchange(tree.words, base + TreeNode::kVersion, version, version + 1);
}
template <class Thread>
void tree_unlock(Thread& thread, const Tree& tree, std::uint64_t base, std::uint64_t version) {
  thread.store(tree.words, base + TreeNode::kVersion, version + 2);
}

/// Starts the reads of all lines of a node but its first, if the tree prefetches.
template <class Thread, class Ready>
void tree_prefetch(Thread& thread, const Tree& tree, const SeenNode<Ready>& node) {
  constexpr std::uint64_t kLineWords = base::kLineBytes / sizeof(std::uint64_t);
  if (tree.ends.size == 0) return;
  for (std::uint64_t word = kLineWords; word < TreeNode::kWords; word += kLineWords) {
    thread.load(tree.words, node.base + word, node.ready);
  }
}

/// Returns the word of `ends` for a slot of the node that begins at `base`.
inline std::uint64_t tree_end(std::uint64_t base, std::uint64_t place) {
  return base / TreeNode::kWords * TreeNode::kEndWords + place;
}

/// Moves the upper half of a locked, full node to a new node; returns its number and first key.
template <class Thread>
std::pair<std::uint64_t, std::uint64_t> tree_move_half(Thread& thread, const Tree& tree,
                                                       std::uint64_t base, std::uint64_t kind,
                                                       std::uint64_t from) {
  const std::uint64_t number = thread.fetch_add(tree.used, 0, std::uint64_t{1});
  SN_CHECK((number + 1) * TreeNode::kWords <= tree.words.size, "tree: out of nodes");
  const std::uint64_t fresh = number * TreeNode::kWords;
  std::uint64_t first = 0;
  for (std::uint64_t i = from; i < TreeNode::kPlaces; ++i) {
    spend(thread, kTreeSplitMove);
    const auto key = thread.load(tree.words, base + TreeNode::kKeys + i);
    const auto value = thread.load(tree.words, base + TreeNode::kValues + i);
    thread.store(tree.words, fresh + TreeNode::kKeys + i - from, key.value, key.ready);
    thread.store(tree.words, fresh + TreeNode::kValues + i - from, value.value, value.ready);
    if (kind != 0 && tree.ends.size > 0) {
      const auto end = thread.load(tree.ends, tree_end(base, i));
      thread.store(tree.ends, tree_end(fresh, i - from), end.value, end.ready);
    }
    if (i == from) first = key.value;
  }
  thread.store(tree.words, fresh + TreeNode::kCount, (TreeNode::kPlaces - from) | kind);
  return {number, first};
}

/// Splits a full node below `parent`, or the root if both are the same, unless either has changed
/// since it was observed.
template <class Thread, class Ready>
[[gnu::noinline, gnu::flatten]] void tree_split(Thread& thread, const Tree& tree,
                                                const SeenNode<Ready>& parent,
                                                const SeenNode<Ready>& node) {
  constexpr std::uint64_t kHalf = TreeNode::kPlaces / 2;
  spend(thread, kTreeSplit);
  const bool root = node.base == tree.root * TreeNode::kWords;
  if (!root && !tree_lock(thread, tree, parent.base, parent.version)) return;
  if (!tree_lock(thread, tree, node.base, node.version)) {
    if (!root) tree_unlock(thread, tree, parent.base, parent.version - 2);
    return;
  }
  const std::uint64_t kind = node.count & TreeNode::kLeaf;
  const auto [right, key] = tree_move_half(thread, tree, node.base, kind, kHalf);
  const base::SimArray<std::uint64_t> words = tree.words;
  if (root) {  // The lower half moves as well: the root becomes the inner node above both.
    const auto [left, lowest] = tree_move_half(thread, tree, node.base, kind, 0);
    thread.store(words, left * TreeNode::kWords + TreeNode::kCount, kHalf | kind);
    thread.store(words, node.base + TreeNode::kKeys, lowest);
    thread.store(words, node.base + TreeNode::kValues, left);
    thread.store(words, node.base + TreeNode::kKeys + 1, key);
    thread.store(words, node.base + TreeNode::kValues + 1, right);
    thread.store(words, node.base + TreeNode::kCount, std::uint64_t{2});
  } else {
    thread.store(words, node.base + TreeNode::kCount, kHalf | kind);
    std::uint64_t at = parent.count;
    for (; at > 1; --at) {
      const auto before = thread.load(words, parent.base + TreeNode::kKeys + at - 1);
      if (before.value < key) break;
      spend(thread, kTreeSplitMove);
      const auto child = thread.load(words, parent.base + TreeNode::kValues + at - 1);
      thread.store(words, parent.base + TreeNode::kKeys + at, before.value, before.ready);
      thread.store(words, parent.base + TreeNode::kValues + at, child.value, child.ready);
    }
    thread.store(words, parent.base + TreeNode::kKeys + at, key);
    thread.store(words, parent.base + TreeNode::kValues + at, right);
    thread.store(words, parent.base + TreeNode::kCount, parent.count + 1);
    tree_unlock(thread, tree, parent.base, parent.version);
  }
  tree_unlock(thread, tree, node.base, node.version);
}

/// Returns the place of the last key in the node that is not larger than `key`. The number of keys
/// is known from `known` on.
template <class Thread, class Ready>
TreePlace<Ready> tree_place_of(Thread& thread, const Tree& tree, const SeenNode<Ready>& node,
                               std::uint64_t key, Ready known) {
  TreePlace<Ready> found{node, 0, false};
  std::uint64_t i = (node.count & TreeNode::kLeaf) != 0 ? 0 : 1;
  for (; i < (node.count & 0xFF); ++i) {
    const auto place = thread.load(tree.words, node.base + TreeNode::kKeys + i, node.ready);
    const bool larger = place.value > key;
    thread.branch(kBranchTreeKey, larger, latest(known, place.ready));
    if (larger) break;
    spend(thread, kTreeKey);
    found.equal = place.value == key;
    known = place.ready;
  }
  found.place = i == 0 ? 0 : i - 1;
  return found;
}

/// Returns the leaf that contains the key, or would contain it. If `inserts`, full nodes on the
/// path are split.
template <class Thread>
[[gnu::noinline, gnu::flatten]] auto tree_leaf_of(Thread& thread, const Tree& tree,
                                                  std::uint64_t key, bool inserts) {
  const auto words = tree.words;
  using Ready = decltype(thread.load(words, 0).ready);
  spend(thread, kTreeDescend);
  for (;; spend(thread, kTreeRetry), thread.synchronise()) {
    SeenNode<Ready> parent;
    SeenNode<Ready> node{tree.root * TreeNode::kWords, 0, 0, {}};
    auto version = thread.load(words, node.base + TreeNode::kVersion);
    for (;;) {
      spend(thread, kTreeNode);
      node.version = version.value;
      const bool locked = version.value % 2 != 0;
      thread.branch(kBranchTreeLocked, locked, version.ready);
      if (locked) break;
      tree_prefetch(thread, tree, node);
      const auto count = thread.load(words, node.base + TreeNode::kCount, node.ready);
      node.count = count.value;
      const bool leaf = (count.value & TreeNode::kLeaf) != 0;
      if (inserts) {
        const bool full = (count.value & 0xFF) == TreeNode::kPlaces;
        thread.branch(kBranchTreeFull, full, count.ready);
        if (full) {
          tree_split(thread, tree, parent, node);
          break;
        }
      }
      const TreePlace<Ready> found = tree_place_of(thread, tree, node, key, count.ready);
      thread.branch(kBranchTreeLeaf, leaf, count.ready);
      if (leaf && tree.ends.size > 0) {
        thread.load(tree.ends, tree_end(node.base, found.place), node.ready);
      }
      if (leaf) return found;
      const auto child =
          thread.load(words, node.base + TreeNode::kValues + found.place, node.ready);
      const std::uint64_t below = child.value * TreeNode::kWords;
      if (below >= words.size) break;  // inconsistent read during a write
      version = thread.load(words, below + TreeNode::kVersion, child.ready);
      const auto again = thread.load(words, node.base + TreeNode::kVersion, node.ready);
      const bool changed = again.value != node.version;
      thread.branch(kBranchTreeChanged, changed, again.ready);
      if (changed) break;
      parent = node;
      node = {below, 0, 0, child.ready};
    }
  }
}

/// Returns the value of the key, if it exists.
template <class Thread>
[[gnu::noinline, gnu::flatten]] auto tree_find(Thread& thread, const Tree& tree,
                                               std::uint64_t key) {
  using Value = decltype(thread.load(tree.words, 0));
  spend(thread, kTreeFind);
  for (;;) {
    const auto found = tree_leaf_of(thread, tree, key, false);
    const std::uint64_t at = found.leaf.base + TreeNode::kValues + found.place;
    const Value value = thread.load(tree.words, at, found.leaf.ready);
    const auto again =
        thread.load(tree.words, found.leaf.base + TreeNode::kVersion, found.leaf.ready);
    const bool changed = again.value != found.leaf.version;
    thread.branch(kBranchTreeChanged, changed, again.ready);
    if (changed) continue;
    thread.branch(kBranchTreeEqual, found.equal, value.ready);
    return found.equal ? std::optional<Value>(value) : std::nullopt;
  }
}

/// Sets the value of an existing key; returns false if there is none.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tree_update(Thread& thread, const Tree& tree,
                                                 std::uint64_t key, std::uint64_t value) {
  spend(thread, kTreeUpdate);
  for (;;) {
    const auto found = tree_leaf_of(thread, tree, key, false);
    if (!tree_lock(thread, tree, found.leaf.base, found.leaf.version)) continue;
    thread.branch(kBranchTreeEqual, found.equal, found.leaf.ready);
    if (found.equal) {
      thread.store(tree.words, found.leaf.base + TreeNode::kValues + found.place, value);
    }
    tree_unlock(thread, tree, found.leaf.base, found.leaf.version);
    return found.equal;
  }
}

/// Sets the value of a key in its leaf, which the thread has locked.
template <class Thread, class Ready>
void tree_set(Thread& thread, const Tree& tree, const TreePlace<Ready>& found, std::uint64_t key,
              std::uint64_t value) {
  const auto words = tree.words;
  const std::uint64_t base = found.leaf.base;
  if (found.equal) {
    thread.store(words, base + TreeNode::kValues + found.place, value);
    return;
  }
  std::uint64_t at = found.leaf.count & 0xFF;
  for (; at > 0; --at) {
    const auto before = thread.load(words, base + TreeNode::kKeys + at - 1);
    thread.branch(kBranchTreeKey, before.value > key, before.ready);
    if (before.value < key) break;
    spend(thread, kTreeMove);
    const auto moved = thread.load(words, base + TreeNode::kValues + at - 1);
    thread.store(words, base + TreeNode::kKeys + at, before.value, before.ready);
    thread.store(words, base + TreeNode::kValues + at, moved.value, moved.ready);
    if (tree.ends.size > 0) {
      const auto end = thread.load(tree.ends, tree_end(base, at - 1));
      thread.store(tree.ends, tree_end(base, at), end.value, end.ready);
    }
  }
  thread.store(words, base + TreeNode::kKeys + at, key);
  thread.store(words, base + TreeNode::kValues + at, value);
  thread.store(words, base + TreeNode::kCount, found.leaf.count + 1);
  if (tree.ends.size > 0) thread.store(tree.ends, tree_end(base, at), end_of_key(key));
}

/// Sets the value of a key; returns true if the key is new.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tree_insert(Thread& thread, const Tree& tree,
                                                 std::uint64_t key, std::uint64_t value) {
  spend(thread, kTreeInsert);
  for (;;) {
    const auto found = tree_leaf_of(thread, tree, key, true);
    if (!tree_lock(thread, tree, found.leaf.base, found.leaf.version)) continue;
    thread.branch(kBranchTreeEqual, found.equal, found.leaf.ready);
    tree_set(thread, tree, found, key, value);
    tree_unlock(thread, tree, found.leaf.base, found.leaf.version);
    return !found.equal;
  }
}

}  // namespace starnuma::stimulus

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/store/tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/base/check.h"
#include "models/base/random.h"

namespace starnuma::stimulus {
namespace {

constexpr std::uint64_t kFill = 10;  // two thirds

const std::uint64_t* node_at(const Tree& tree, std::uint64_t number) {
  return tree.words.data + number * TreeNode::kWords;
}

std::uint64_t count_of(const std::uint64_t* node) { return node[TreeNode::kCount] & 0xFF; }
bool is_leaf(const std::uint64_t* node) { return (node[TreeNode::kCount] & TreeNode::kLeaf) != 0; }

std::uint64_t groups_of(std::uint64_t items) { return (items + kFill - 1) / kFill; }

/// Returns the number of nodes of all levels including the leaves; one for an empty tree.
std::uint64_t bulk_nodes(std::uint64_t items) {
  std::uint64_t nodes = 0;
  std::uint64_t level = std::max<std::uint64_t>(1, groups_of(items));
  for (; level > 1; level = groups_of(level)) nodes += level;
  return nodes + 1;
}

void collect(const Tree& tree, std::uint64_t number, TreeItems& items) {
  const std::uint64_t* node = node_at(tree, number);
  for (std::uint64_t i = 0; i < count_of(node); ++i) {
    const std::uint64_t value = node[TreeNode::kValues + i];
    if (is_leaf(node)) {
      items.emplace_back(node[TreeNode::kKeys + i], value);
    } else {
      collect(tree, value, items);
    }
  }
}

/// Checks that the keys of the node are in [low, high].
std::string fault_below(const Tree& tree, std::uint64_t number, std::uint64_t low,
                        std::uint64_t high) {
  const std::string name = "node " + std::to_string(number);
  const std::uint64_t* node = node_at(tree, number);
  if (node[TreeNode::kVersion] % 2 != 0) return name + " is locked";
  const std::uint64_t count = count_of(node);
  if (count > TreeNode::kPlaces) return name + " is overfull";
  for (std::uint64_t i = is_leaf(node) ? 1 : 2; i < count;
       ++i) {  // the key of the first child is not used
    if (node[TreeNode::kKeys + i] <= node[TreeNode::kKeys + i - 1]) {
      return name + " has keys out of order";
    }
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t key = node[TreeNode::kKeys + i];
    if (is_leaf(node) && tree.ends.size > 0 &&
        tree.ends.data[number * TreeNode::kEndWords + i] != end_of_key(key)) {
      return name + " has the end of another key";
    }
    const bool first_child = i == 0 && !is_leaf(node);
    if (!first_child && (key < low || key > high)) return name + " has a key outside its range";
    if (is_leaf(node)) continue;
    const std::uint64_t end = i + 1 < count ? node[TreeNode::kKeys + i + 1] - 1 : high;
    const std::string fault =
        fault_below(tree, node[TreeNode::kValues + i], first_child ? low : key, end);
    if (!fault.empty()) return fault;
  }
  return "";
}

}  // namespace

std::uint64_t tree_nodes(std::uint64_t items, std::uint64_t inserts) {
  // A split adds a node and leaves space for 7 inserts; the levels above need a sixth of that.
  return bulk_nodes(items) + inserts / 6 + 8;
}

Tree make_trees(base::Arena& arena, const std::string& name, std::uint64_t nodes) {
  Tree tree;
  tree.words = arena.allocate<std::uint64_t>(name + ".nodes", nodes * TreeNode::kWords);
  tree.used = arena.allocate<std::uint64_t>(name + ".used", 1);
  return tree;
}

Tree bulk_load(const Tree& memory, const TreeItems& items, std::uint64_t seed) {
  const std::uint64_t first = memory.used.data[0];
  const std::uint64_t nodes = bulk_nodes(items.size());
  SN_CHECK((first + nodes) * TreeNode::kWords <= memory.words.size, "tree: ", nodes,
           " nodes do not fit");
  memory.used.data[0] += nodes;
  std::vector<std::uint64_t> numbers(nodes);
  std::iota(numbers.begin(), numbers.end(), first);
  base::Random random(seed);
  for (std::uint64_t i = nodes - 1; i > 0; --i) std::swap(numbers[i], numbers[random.below(i + 1)]);

  auto next = numbers.begin();
  TreeItems level = items;
  for (bool leaves = true;; leaves = false) {
    TreeItems above;
    for (std::uint64_t at = 0; at < level.size() || above.empty(); at += kFill) {
      std::uint64_t* node = memory.words.data + *next * TreeNode::kWords;
      const std::uint64_t count = std::min(kFill, level.size() - at);
      node[TreeNode::kCount] = count | (leaves ? TreeNode::kLeaf : 0);
      for (std::uint64_t i = 0; i < count; ++i) {
        node[TreeNode::kKeys + i] = level[at + i].first;
        node[TreeNode::kValues + i] = level[at + i].second;
        if (leaves && memory.ends.size > 0) {
          memory.ends.data[*next * TreeNode::kEndWords + i] = end_of_key(level[at + i].first);
        }
      }
      above.emplace_back(count > 0 ? level[at].first : 0, *next++);
    }
    if (above.size() == 1) {
      Tree tree = memory;
      tree.root = above[0].second;
      return tree;
    }
    level = std::move(above);
  }
}

TreeItems items_of(const Tree& tree) {
  TreeItems items;
  collect(tree, tree.root, items);
  return items;
}

std::string tree_fault(const Tree& tree) {
  return fault_below(tree, tree.root, 0, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace starnuma::stimulus

// SPDX-License-Identifier: Apache-2.0
// Strongly connected components of a subgraph (Tarjan's algorithm), without recursion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace starnuma::coherence_bench {

/// Calls `visit(component)` for each component of `nodes`. `next(node, index)` returns the
/// successor at an index, or -1 past the last one. Successors with `inside(node)` false are
/// ignored.
template <class Next, class Inside, class Visit>
void each_component(const std::vector<std::uint32_t>& nodes, std::size_t size, Next&& next,
                    Inside&& inside, Visit&& visit) {
  struct SearchStep {
    std::uint32_t node;
    std::size_t edge;
  };
  std::vector<std::uint32_t> order(size, 0);  // starts at one; 0: not visited
  std::vector<std::uint32_t> low(size, 0);
  std::vector<bool> open(size, false);
  std::vector<std::uint32_t> stack;
  std::vector<SearchStep> path;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t node) {
    order[node] = low[node] = ++count;
    open[node] = true;
    stack.push_back(node);
    path.push_back({node, 0});
  };
  const auto leave = [&](std::uint32_t node) {
    path.pop_back();
    if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
    if (low[node] != order[node]) return;
    std::vector<std::uint32_t> component;
    do {
      component.push_back(stack.back());
      open[stack.back()] = false;
      stack.pop_back();
    } while (component.back() != node);
    visit(component);
  };
  for (const std::uint32_t root : nodes) {
    if (order[root] != 0) continue;
    enter(root);
    while (!path.empty()) {
      const std::uint32_t node = path.back().node;
      const std::int64_t to = next(node, path.back().edge++);
      if (to < 0) {
        leave(node);
        continue;
      }
      const auto reached = static_cast<std::uint32_t>(to);
      if (!inside(reached)) continue;
      if (order[reached] == 0) {
        enter(reached);
      } else if (open[reached]) {
        low[node] = std::min(low[node], order[reached]);
      }
    }
  }
}

}  // namespace starnuma::coherence_bench

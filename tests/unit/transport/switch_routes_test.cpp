// SPDX-License-Identifier: Apache-2.0
#include "models/transport/switch_routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "models/base/random.h"

namespace starnuma::transport::switch_routes_test {
namespace {

using Link = SwitchRoutes::Link;

struct Graph {
  std::vector<SwitchRoutes::Ends> ends;
  std::vector<Link> links;

  void link(int a, int b, std::int64_t length = 1) {
    links.push_back({a, b, {length, std::uint64_t{1} << links.size()}});
  }
};

std::vector<int> route(const SwitchRoutes& routes, int from, int to) {
  std::vector<int> nodes{from};
  while (nodes.back() != to && nodes.size() < 64) nodes.push_back(routes.next(nodes.back(), to));
  return nodes;
}

/// Returns the number of pairs of host and device by link.
std::map<std::pair<int, int>, int> loads(const Graph& graph, const SwitchRoutes& routes) {
  std::map<std::pair<int, int>, int> loads;
  for (int h = 0; h < static_cast<int>(graph.ends.size()); ++h) {
    for (int d = 0; d < static_cast<int>(graph.ends.size()); ++d) {
      const std::vector<int> nodes = route(routes, h, d);
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        loads[std::minmax(nodes[i - 1], nodes[i])] +=
            graph.ends[static_cast<std::size_t>(h)].hosts *
            graph.ends[static_cast<std::size_t>(d)].devices;
      }
    }
  }
  return loads;
}

TEST(SwitchRoutes, EachSpineCarriesTheSameTraffic) {
  Graph graph;
  graph.ends.resize(10);
  for (std::size_t leaf = 0; leaf < 8; ++leaf)
    (leaf < 4 ? graph.ends[leaf].hosts : graph.ends[leaf].devices) = 2;
  for (int leaf = 0; leaf < 8; ++leaf) {
    for (int spine = 8; spine < 10; ++spine) graph.link(leaf, spine);
  }
  const SwitchRoutes routes(graph.ends, graph.links);
  const auto all = loads(graph, routes);
  ASSERT_EQ(all.size(), 16u);
  for (const auto& [link, pairs] : all) EXPECT_EQ(pairs, 8) << link.first << " " << link.second;
}

TEST(SwitchRoutes, OppositePlacesOfARingUseBothDirections) {
  Graph graph;
  graph.ends.resize(8);
  for (std::size_t s = 0; s < 8; ++s) (s < 4 ? graph.ends[s].hosts : graph.ends[s].devices) = 1;
  for (int s = 0; s < 8; ++s) graph.link(std::min(s, (s + 1) % 8), std::max(s, (s + 1) % 8));
  const auto all = loads(graph, SwitchRoutes(graph.ends, graph.links));
  EXPECT_EQ(all.at({3, 4}), 8) << "half of the 16 pairs";
  EXPECT_EQ(all.at({0, 7}), 8);
}

TEST(SwitchRoutes, OfAnyGraphAreShortestAndTheirOwnReverse) {
  constexpr std::uint64_t kSeed = 11;
  base::Random random(kSeed);
  std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
  for (int graphs = 0; graphs < 60; ++graphs) {
    Graph graph;
    const int count = 3 + static_cast<int>(random.below(9));
    graph.ends.assign(static_cast<std::size_t>(count), {1, 1});
    std::set<std::pair<int, int>> linked;
    const auto link = [&](int a, int b) {
      if (a == b || !linked.insert(std::minmax(a, b)).second) return;
      graph.link(a, b, 1 + static_cast<std::int64_t>(random.below(2)));
    };
    for (int s = 1; s < count; ++s)
      link(s, static_cast<int>(random.below(static_cast<std::uint64_t>(s))));
    for (int more = 0; more < 2 * count; ++more) {
      link(static_cast<int>(random.below(static_cast<std::uint64_t>(count))),
           static_cast<int>(random.below(static_cast<std::uint64_t>(count))));
    }
    const SwitchRoutes routes(graph.ends, graph.links);
    // Bellman and Ford, as another implementation.
    for (int from = 0; from < count; ++from) {
      std::vector<std::int64_t> least(static_cast<std::size_t>(count), 1 << 20);
      least[static_cast<std::size_t>(from)] = 0;
      for (int round = 0; round < count; ++round) {
        for (const Link& l : graph.links) {
          auto& a = least[static_cast<std::size_t>(l.a)];
          auto& b = least[static_cast<std::size_t>(l.b)];
          a = std::min(a, b + l.length.latency_and_hops);
          b = std::min(b, a + l.length.latency_and_hops);
        }
      }
      for (int to = 0; to < count; ++to) {
        std::vector<int> there = route(routes, from, to);
        std::int64_t length = 0;
        for (std::size_t i = 1; i < there.size(); ++i) {
          const auto step = std::minmax(there[i - 1], there[i]);
          const auto found =
              std::find_if(graph.links.begin(), graph.links.end(),
                           [&](const Link& l) { return std::minmax(l.a, l.b) == step; });
          ASSERT_NE(found, graph.links.end());
          length += found->length.latency_and_hops;
        }
        EXPECT_EQ(length, least[static_cast<std::size_t>(to)]);
        std::reverse(there.begin(), there.end());
        EXPECT_EQ(there, route(routes, to, from));
      }
    }
  }
}

TEST(SwitchRoutes, EndWithoutALink) {
  Graph graph;
  graph.ends.assign(3, {1, 1});
  graph.link(0, 1);
  const SwitchRoutes routes(graph.ends, graph.links);
  EXPECT_EQ(routes.next(0, 1), 1);
  EXPECT_EQ(routes.next(0, 2), -1);
  EXPECT_EQ(routes.next(1, 1), -1);
}

}  // namespace
}  // namespace starnuma::transport::switch_routes_test

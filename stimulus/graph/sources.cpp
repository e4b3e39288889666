// SPDX-License-Identifier: Apache-2.0
#include "stimulus/graph/sources.h"

#include <algorithm>
#include <random>

#include "stimulus/counted.h"

namespace starnuma::stimulus {

std::vector<std::uint32_t> pick_sources(const base::SimArray<std::uint64_t>& offsets, int count,
                                        std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> sources;
  const std::uint64_t vertices = offsets.size - 1;
  if (offsets.data[vertices] == 0) return sources;
  while (sources.size() < static_cast<std::size_t>(count)) {
    const auto v = static_cast<std::uint32_t>(random() & (vertices - 1));
    if (offsets.data[v + 1] > offsets.data[v]) sources.push_back(v);
  }
  return sources;
}

std::vector<std::uint32_t> pick_sources_after_warm_up(const base::SimArray<std::uint64_t>& offsets,
                                                      int trials, int warmup, std::uint64_t seed) {
  std::vector<std::uint32_t> sources = pick_sources(offsets, trials + warmup, seed);
  if (!sources.empty()) std::rotate(sources.begin(), sources.begin() + trials, sources.end());
  return sources;
}

std::string measured_searches(int trials, int warmup) {
  const std::string searches = counted(trials, "search", "searches");
  if (warmup == 0) return searches;
  return searches + ", after " + std::to_string(warmup) + " that are not measured";
}

}  // namespace starnuma::stimulus

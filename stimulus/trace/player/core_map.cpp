// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/core_map.h"

#include <algorithm>

namespace starnuma::trace {
namespace {

constexpr std::uint64_t kWorkersShare = 16;

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::string CoreMap::text() const {
  const auto all = static_cast<std::size_t>(core_of.size());
  const auto own = static_cast<std::size_t>(workers);
  const std::string who =
      own == all ? counted(all, "thread")
                 : counted(own, "worker") + " and " + counted(all - own, "other thread");
  return who + " on " + counted(threads.size(), "core");
}

CoreMap map_to_cores(const std::vector<std::uint64_t>& instructions, int cores) {
  CoreMap map;
  map.threads.resize(static_cast<std::size_t>(cores));
  map.core_of.resize(instructions.size());
  const std::uint64_t busiest = *std::max_element(instructions.begin(), instructions.end());
  const bool enough = instructions.size() <= map.threads.size();
  const auto is_worker = [&](std::size_t thread) {
    return enough || instructions[thread] >= busiest / kWorkersShare;
  };
  const auto put = [&](std::size_t thread, std::size_t core) {
    map.threads[core].push_back(static_cast<std::uint32_t>(thread));
    map.core_of[thread] = static_cast<std::uint16_t>(core);
  };
  std::vector<std::size_t> workers;
  for (std::size_t t = 0; t < instructions.size(); ++t) {
    if (is_worker(t)) workers.push_back(t);
  }
  map.workers = static_cast<int>(workers.size());
  for (std::size_t i = 0; i < workers.size(); ++i) {
    put(workers[i], i * map.threads.size() / workers.size());
  }
  for (std::size_t t = 0; t < instructions.size(); ++t) {
    if (is_worker(t)) continue;
    const auto least =
        std::min_element(map.threads.begin(), map.threads.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    put(t, static_cast<std::size_t>(least - map.threads.begin()));
  }
  for (auto& list : map.threads) std::sort(list.begin(), list.end());
  return map;
}

}  // namespace starnuma::trace

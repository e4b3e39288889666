// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/tester.h"

#include <algorithm>

#include "models/base/random.h"

namespace starnuma::coherence_bench {

namespace {

constexpr int kMostLines = 8;
// Number of further seeds that may fail with a shorter sequence, and limits of their runs.
constexpr std::uint64_t kMoreFailures = 4;
constexpr std::uint64_t kOpsForMore = 50'000;
constexpr int kHostsForMore = 4;

/// Kind of traffic of an episode.
enum class TrafficKind : std::uint8_t { kSocketHomes, kDevice, kMovingPages };

/// Adds pages of one or more spaces in frames of socket homes, of the device or of both, and at
/// least one spare frame.
void add_pages(base::Random& random, SystemConfig& config) {
  config.page_lines = 1 + static_cast<int>(random.below(2));
  const int frames = std::max(2, config.lines / config.page_lines);
  config.lines = frames * config.page_lines;
  config.pages = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(frames - 1)));
  config.spaces = 1 + static_cast<int>(random.below(std::min<std::uint64_t>(3, config.pages)));
  config.pages -= config.pages % config.spaces;
  config.socket_lines =
      config.page_lines * static_cast<int>(random.below(static_cast<std::uint64_t>(frames + 1)));
  const int on_device = std::max(1, config.lines - config.socket_lines);
  config.filter = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(on_device)));
}

SystemConfig random_config(base::Random& random, TrafficKind kind, int most_hosts) {
  SystemConfig config;
  config.cxl = kind != TrafficKind::kSocketHomes;
  const auto hosts = static_cast<std::uint64_t>(most_hosts);
  // Half of the episodes have all hosts; the others are small, where rare states are frequent.
  config.hosts = random.below(2) == 0 ? most_hosts : 2 + static_cast<int>(random.below(hosts - 1));
  config.lines = 1 + static_cast<int>(random.below(kMostLines));
  config.filter = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(config.lines)));
  config.answer = random.below(4) == 0 ? protocol::cxl::ReadAnswer::kTogether
                                       : protocol::cxl::ReadAnswer::kApart;
  if (kind == TrafficKind::kMovingPages) {
    add_pages(random, config);
  } else if (random.below(4) == 0) {
    config.in_order = true;
    config.filter = config.lines;  // requests queue per line, not for the filter
  }
  return config;
}

/// Lets an entry of the snoop filter cover 1, 2 or 4 lines.
void add_sectors(std::uint64_t seed, SystemConfig& config) {
  if (!config.cxl || config.in_order) return;
  config.sector = 1 << base::Random(seed).below(3);
  config.filter = 1 + (config.filter - 1) / config.sector;
}

/// Faults of the protocols are searched without pages, those of the mover with pages.
std::vector<TrafficKind> kinds_of(const TrafficConfig& traffic) {
  std::vector<TrafficKind> kinds;
  if (traffic.mutant != nullptr)
    return {traffic.mutant->cxl ? TrafficKind::kDevice : TrafficKind::kSocketHomes};
  const bool all = traffic.move_mutant == MoveMutant::kNone && !traffic.only_pages;
  if (all) kinds = {TrafficKind::kDevice, TrafficKind::kSocketHomes};
  kinds.push_back(TrafficKind::kMovingPages);
  return kinds;
}

}  // namespace

TrafficResult run_traffic(const TrafficConfig& traffic) {
  TrafficResult result;
  const Planted planted(traffic.mutant);
  const Subject subject = planted.subject(result.coverage);
  base::Random random(traffic.seed);
  const std::vector<TrafficKind> kinds = kinds_of(traffic);
  std::array<std::uint64_t, 3> done{};  // operations by index in `kinds`
  while (result.ops < traffic.ops && result.failure.empty()) {
    const auto least =
        std::min_element(done.begin(), done.begin() + static_cast<std::ptrdiff_t>(kinds.size()));
    const TrafficKind kind = kinds[static_cast<std::size_t>(least - done.begin())];
    SystemConfig config = random_config(random, kind, traffic.most_hosts);
    const std::uint64_t seed = random.next();
    add_sectors(seed, config);
    const std::uint64_t ops = std::min(traffic.ops - result.ops, 100 + random.below(4000));
    Episode episode(config, seed, ops, subject, traffic.move_mutant);
    episode.run();
    *least += episode.taken;
    result.ops += episode.taken;
    result.pages += episode.pages;
    result.messages += episode.delivered;
    ++result.episodes;
    result.failure = episode.failure;
    if (traffic.progress) traffic.progress(result.ops);
    if (episode.failure.empty()) continue;
    result.sequence = {config, traffic.mutant, traffic.move_mutant, {}};
    Episode again(config, seed, ops, subject, traffic.move_mutant);
    again.log = &result.sequence.steps;
    again.run();
  }
  return result;
}

Sequence shortest_failure(const TrafficConfig& traffic, const TrafficResult& first) {
  Sequence best = shrink(first.sequence);
  for (std::uint64_t run = 1; run <= kMoreFailures; ++run) {
    TrafficConfig again = traffic;
    again.seed = traffic.seed + run;
    again.ops = std::min<std::uint64_t>(traffic.ops, kOpsForMore);
    again.most_hosts = std::min(traffic.most_hosts, kHostsForMore);
    const TrafficResult result = run_traffic(again);
    if (result.failure.empty()) continue;
    Sequence shrunk = shrink(result.sequence);
    if (shrunk.steps.size() < best.steps.size()) best = std::move(shrunk);
  }
  return best;
}

}  // namespace starnuma::coherence_bench

// SPDX-License-Identifier: Apache-2.0
// Options of loaded_latency, and their interpretation on a machine.
#include <algorithm>

#include "models/base/check.h"
#include "stimulus/definition.h"
#include "stimulus/synthetic/loaded_latency.h"

namespace starnuma::stimulus {
namespace {

constexpr int kLeastCachedReadShare = 50;

std::vector<LoadedLatency::Target> targets_of(const std::string& wanted, int requester,
                                              const MachineShape& shape) {
  std::vector<LoadedLatency::Target> targets;
  std::vector<std::string> known;
  for (int c = 0; c < shape.class_rows.count(); ++c) {
    const auto home = shape.home_of(static_cast<accounting::AccessClass>(c), requester);
    if (!home) continue;
    known.push_back(shape.class_rows.row(static_cast<accounting::AccessClass>(c)).name);
    if (wanted == "all" || wanted == known.back()) targets.push_back({known.back(), *home});
  }
  if (targets.empty()) {
    throw base::InputError("workload loaded_latency: class=" + wanted + " is not one that socket " +
                           std::to_string(requester) + " has on this machine; legal: all, " +
                           join(known) + ", home");
  }
  return targets;
}

std::vector<int> percents_of(const std::string& points) {
  if (points == "idle") return {0};
  if (points == "few") return {0, 50, 90, 100};
  return {0, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 97, 99, 100};
}

Pattern pattern_of(const std::string& name) {
  const auto* found = std::find(kPatterns.begin(), kPatterns.end(), name);
  return static_cast<Pattern>(found - kPatterns.begin());
}

void check_accesses(const LoadedLatency::Parameters& parameters) {
  if (parameters.cached && parameters.read_share < kLeastCachedReadShare) {
    throw base::InputError(
        "workload loaded_latency: read_share=" + std::to_string(parameters.read_share) +
        " is out of reach of stores that fetch their line first, expected 50 or "
        "more, or accesses=uncached");
  }
}

std::unique_ptr<Workload> make_loaded_latency(const Options& options, const MachineShape& shape,
                                              std::uint64_t seed) {
  const auto requester = static_cast<int>(options.number("requester"));
  const bool chase = options.text("measure") == "latency";
  const int threads = shape.threads_on(requester);
  if (threads == 1 && chase) {
    throw base::InputError("workload loaded_latency: socket " + std::to_string(requester) +
                           " has one core for it; it needs one for the probe and at least one for "
                           "the load");
  }
  LoadedLatency::Parameters parameters;
  const std::string& wanted = options.text("class");
  if (wanted == "home") {
    parameters.targets = {{wanted, options.home("home", shape)}};
  } else {
    parameters.targets = targets_of(wanted, requester, shape);
  }
  parameters.probe_thread = shape.first_thread_on(requester);
  parameters.chase = chase;
  parameters.generators = threads - (chase ? 1 : 0);
  parameters.in_flight = shape.misses_in_flight;
  parameters.cached_lines = shape.cached_lines;
  parameters.caches_shrink = shape.caches_shrink;
  parameters.percents =
      parameters.chase ? percents_of(options.text("points")) : std::vector<int>{100};
  parameters.loads = static_cast<int>(options.number("loads"));
  parameters.pages = std::min(static_cast<int>(options.number("pages")), parameters.loads);
  parameters.read_share = static_cast<int>(options.number("read_share"));
  parameters.cached = options.text("accesses") == "cached";
  if (options.text("accesses") == "partial") {
    parameters.uncached_store = protocol::AccessKind::kUncachedPartialStore;
  }
  parameters.pattern = pattern_of(options.text("pattern"));
  parameters.poisson = options.text("arrivals") == "poisson";
  parameters.scale = static_cast<int>(options.number("scale"));
  check_accesses(parameters);
  return std::make_unique<LoadedLatency>(parameters, seed);
}

}  // namespace

Definition define_loaded_latency() {
  return {"loaded_latency",
          "one core measures latency while the others of its socket load the same memory",
          {OptionRule::socket("requester", 0),
           OptionRule::choice("class", {"all", "local", "one_hop", "two_hop", "pool", "home"}),
           OptionRule::home("home", "0"), OptionRule::choice("measure", {"latency", "bandwidth"}),
           OptionRule::choice("points", {"all", "few", "idle"}),
           OptionRule::number("loads", ProbeChains::kMostLines, 16, ProbeChains::kMostLines),
           OptionRule::number("pages", 8, 8, ProbeChains::kMostPages),
           OptionRule::number("read_share", 100, 0, 100),
           OptionRule::choice("accesses", {"cached", "uncached", "partial"}),
           OptionRule::choice("pattern", {kPatterns.begin(), kPatterns.end()}),
           OptionRule::choice("arrivals", {"poisson", "paced"}), scale_rule()},
          make_loaded_latency};
}

}  // namespace starnuma::stimulus

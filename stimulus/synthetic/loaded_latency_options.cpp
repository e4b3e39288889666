// SPDX-License-Identifier: Apache-2.0
// Options of loaded_latency, and their interpretation on a machine.
#include <algorithm>

#include "models/base/check.h"
#include "stimulus/kernel_definition.h"
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
    throw base::InputError("workload loaded_latency: class=", wanted, " is not one that socket ",
                           requester, " has on this machine; legal: all, ", join(known), ", home");
  }
  return targets;
}

std::vector<int> percents_of(const std::string& points) {
  if (points == "idle") return {0};
  if (points == "few") return {0, 50, 90, 100};
  return {0, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 97, 99, 100};
}

void check_accesses(const LoadedLatencyParameters& parameters) {
  if (parameters.cached && parameters.read_share < kLeastCachedReadShare) {
    throw base::InputError("workload loaded_latency: read_share=", parameters.read_share,
                           " is out of reach of stores that fetch their line first, expected 50 or "
                           "more, or accesses=uncached");
  }
}

/// Sets the parameters that depend on the machine or on several options.
void set_rest(LoadedLatencyParameters& all, const Options& options, const MachineShape& shape) {
  const auto requester = static_cast<int>(options.number("requester"));
  const int threads = shape.threads_on(requester);
  all.chase = options.text("measure") == "latency";
  if (threads == 1 && all.chase) {
    throw base::InputError("workload loaded_latency: socket ", requester,
                           " has one core for it; it needs one for the probe and at least one for "
                           "the load");
  }
  const std::string& wanted = options.text("class");
  if (wanted == "home") {
    all.targets = {{wanted, options.home("home", shape)}};
  } else {
    all.targets = targets_of(wanted, requester, shape);
  }
  all.generators = threads - (all.chase ? 1 : 0);
  all.in_flight = shape.misses_in_flight;
  all.cached_lines = shape.cached_lines;
  all.caches_shrink = shape.caches_shrink;
  all.percents = all.chase ? percents_of(options.text("points")) : std::vector<int>{100};
  all.pages = std::min(all.pages, all.loads);
  all.cached = options.text("accesses") == "cached";
  if (options.text("accesses") == "partial") {
    all.uncached_store = protocol::AccessKind::kUncachedPartialStore;
  }
  check_accesses(all);
}

}  // namespace

Definition define_loaded_latency() {
  return KernelDefinition<LoadedLatency>(
             "loaded_latency",
             "one core measures latency while the others of its socket load the same memory")
      .thread_on("requester", &LoadedLatencyParameters::probe_thread, 0)
      .option(OptionRule::choice("class", {"all", "local", "one_hop", "two_hop", "pool", "home"}))
      .option(OptionRule::home("home", "0"))
      .option(OptionRule::choice("measure", {"latency", "bandwidth"}))
      .option(OptionRule::choice("points", {"all", "few", "idle"}))
      .number("loads", &LoadedLatencyParameters::loads, 16, ProbeChains::kMostLines)
      .number("pages", &LoadedLatencyParameters::pages, 8, ProbeChains::kMostPages)
      .number("read_share", &LoadedLatencyParameters::read_share, 0, 100)
      .option(OptionRule::choice("accesses", {"cached", "uncached", "partial"}))
      .choice("pattern", &LoadedLatencyParameters::pattern, {kPatterns.begin(), kPatterns.end()})
      .choice("arrivals", &LoadedLatencyParameters::paced, {"poisson", "paced"})
      .scale()
      .then(set_rest);
}

}  // namespace starnuma::stimulus

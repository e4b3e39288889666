// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/benches.h"

#include <vector>

#include "models/base/cpu_time.h"
#include "platforms/app/bench/bench_table.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/process/child.h"
#include "platforms/app/runs/execution.h"
#include "platforms/assembly/scaling/scaling.h"
#include "rtl/tlb_annex/shell/annex_engine.h"
#include "rtl/tracker_update/shell/tracker_engine.h"

namespace starnuma::app {

using Bound = BenchRow::Bound;

namespace {

ExperimentRequest request_of(int scale, const std::string& impl) {
  ExperimentRequest request;
  request.target = "starnuma16";
  request.workload = "bfs:scale=" + std::to_string(scale) + ",trials=1";
  request.sets = {"tracking.impl=" + impl};
  return request;
}
Experiment tracked(int scale, const std::string& impl) {
  ExperimentRequest request = request_of(scale, impl);
  request.sets.push_back("placement.policy=first_touch");
  return prepare(request);
}
Experiment migrating(int scale, const std::string& impl, bool assertions = false) {
  ExperimentRequest request = request_of(scale, impl);
  request.rtl_assertions = assertions;
  return prepare(request);
}

struct Run {
  double annex_clocks = 0;
  double tracker_clocks = 0;
  std::vector<double> results;  ///< Statistics, then metadata.
};

Run run(const Experiment& experiment, const BuiltPrograms& programs) {
  const auto values = values_from_child<double>([&] {
    const run::SimulationResult result = replay(experiment, programs, nullptr);
    std::vector<double> all{static_cast<double>(result.annex_ticks),
                            static_cast<double>(result.tracker_ticks)};
    for (const accounting::Stat& stat : result.stats) all.push_back(stat.value);
    for (const run::TrackedRegion& region : result.regions) {
      all.insert(all.end(), {static_cast<double>(region.metadata.sharers),
                             static_cast<double>(region.metadata.count)});
    }
    return all;
  });
  return {values[0], values[1], {values.begin() + 2, values.end()}};
}

/// Returns the host nanoseconds per clock of the engine's block while `work` keeps it busy.
template <class Engine, class Work>
double clock_ns(Engine& engine, const Work& work) {
  const std::uint64_t before = engine.ticks();
  const double begin = base::cpu_seconds();
  for (std::uint64_t i = 0; i < 1'000'000; ++i) work(engine, i);
  const double seconds = base::cpu_seconds() - begin;
  return seconds * 1e9 / static_cast<double>(engine.ticks() - before);
}

/// Measures one page and slot after the other: a few loads miss the LLC, then the translation is
/// evicted.
double annex_clock_ns(int entries, int count_width) {
  using protocol::AnnexEventKind;
  constexpr std::uint64_t kLoads = 10;
  const auto annex = rtl::make_annex_engine(entries, count_width);
  return clock_ns(*annex, [&](rtl::AnnexEngine& engine, std::uint64_t i) {
    const std::uint64_t number = i / (kLoads + 1);
    const auto slot = static_cast<std::uint32_t>(number % static_cast<std::uint64_t>(entries));
    const base::PageId page(base::SpaceId{0}, number);
    engine.apply({i % (kLoads + 1) < kLoads ? AnnexEventKind::kIncrement : AnnexEventKind::kEvict,
                  slot,
                  page,
                  {}});
  });
}

/// Measures hand-overs of different regions, each completed before the next.
double tracker_clock_ns(const rtl::TrackerEngine::Config& config) {
  const auto tracker = rtl::make_tracker_engine(config);
  return clock_ns(*tracker, [&](rtl::TrackerEngine& engine, std::uint64_t i) {
    engine.accept({{base::SpaceId{0}, i % 1024}, 10});
    while (engine.pending()) {
      if (config.mode == protocol::TrackerUpdateMode::kAddAtHome) {
        engine.add();
      } else {
        engine.update(0);
      }
    }
  });
}

/// Compares RTL with its functions, and RTL with its assertions, while regions migrate.
void bench_compared(int scale, Verdicts& verdicts) {
  const Experiment as_model = migrating(scale, "model");
  const Experiment both = migrating(scale, "both");
  const Experiment asserted = migrating(scale, "rtl", true);
  const BuiltPrograms programs = build_programs(both);
  const bool same = run(both, programs).results == run(as_model, programs).results;
  const auto seconds = [&](const Experiment& experiment) {
    return [&] { return replay(experiment, programs, nullptr).cpu_seconds; };
  };
  const auto least = least_in_children({seconds(as_model), seconds(both), seconds(asserted)});
  print_bench(
      verdicts, "RTL checked while " + both.workload + " runs on starnuma16 with migration",
      {{"statistics or metadata other than the model's", same ? 0.0 : 1.0, "", Bound::kAtMost, 0},
       {"host CPU time with the model", least[0], "s"},
       {"host CPU time, impl: both / model", least[1] / least[0], "", Bound::kAtMost, 2.5},
       {"host CPU time, RTL with assertions / model", least[2] / least[0], ""}});
}

}  // namespace

void bench_rtl(int scale, Verdicts& verdicts) {
  const Experiment experiment = tracked(scale, "rtl");
  const Experiment as_model = tracked(scale, "model");
  const BuiltPrograms programs = build_programs(experiment);
  const Run model = run(as_model, programs);
  const Run with_rtl = run(experiment, programs);
  const auto& machine = experiment.machine;
  const auto& tracking = machine.tracking;
  const auto scaled = assembly::scaled(machine, stimulus::graph_footprint(scale)).config;
  const int entries = scaled.socket.each.translation.stlb_entries;
  const rtl::TrackerEngine::Config update_unit{{},
                                               0,
                                               base::SocketId{0},
                                               {machine.sockets(), tracking.count_width},
                                               tracking.queue_entries,
                                               tracking.update};
  const auto least = least_in_children({
      [&] { return replay(as_model, programs, nullptr).cpu_seconds; },
      [&] { return replay(experiment, programs, nullptr).cpu_seconds; },
      [&] { return annex_clock_ns(entries, tracking.count_width); },
      [&] { return tracker_clock_ns(update_unit); },
  });
  const double model_seconds = least[0];
  const double rtl_seconds = least[1];
  const double annex_ns = least[2];
  const double tracker_ns = least[3];
  const double price =
      (with_rtl.annex_clocks * annex_ns + with_rtl.tracker_clocks * tracker_ns) * 1e-9;
  print_bench(verdicts,
              "Tracking as RTL in " + experiment.workload + " on starnuma16, " +
                  std::to_string(machine.sockets() * machine.cores_per_socket()) + " cores",
              {{"statistics or metadata other than the model's",
                with_rtl.results == model.results ? 0.0 : 1.0, "", Bound::kAtMost, 0},
               {"clocks of annexes", with_rtl.annex_clocks * 1e-6, "M"},
               {"clock of an annex alone, at work", annex_ns, "ns"},
               {"clocks of tracker update units", with_rtl.tracker_clocks * 1e-6, "M"},
               {"clock of an update unit alone, at work", tracker_ns, "ns"},
               {"host CPU time with the model", model_seconds, "s"},
               {"added by RTL / clocks at that price", (rtl_seconds - model_seconds) / price, "",
                Bound::kAtMost, 1.5},
               {"host CPU time, RTL / model", rtl_seconds / model_seconds, "", Bound::kAtMost, 2}});
  bench_compared(scale, verdicts);
}

}  // namespace starnuma::app

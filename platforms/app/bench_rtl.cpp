// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench_rtl.h"

#include <functional>

#include "models/base/cpu_time.h"
#include "platforms/app/bench_table.h"
#include "platforms/app/child.h"
#include "platforms/app/experiment.h"
#include "platforms/assembly/scaling.h"
#include "rtl/tlb_annex/shell/annex_engine.h"
#include "rtl/tracker_update/shell/tracker_engine.h"

namespace starnuma::app {

using Bound = BenchRow::Bound;

namespace {

Experiment tracked(int scale, const std::string& impl) {
  ExperimentRequest request;
  request.target = "starnuma16";
  request.workload = "bfs:scale=" + std::to_string(scale) + ",trials=1";
  request.sets = {"placement.policy=first_touch", "tracking.impl=" + impl};
  return prepare(request);
}

struct Run {
  double seconds = 0;
  double annex_clocks = 0;
  double tracker_clocks = 0;
  std::vector<double> results;  ///< Statistics, then metadata.
};

Run run(const Experiment& experiment) {
  const auto values = values_from_child<double>([&] {
    assembly::Program program = build_program(experiment);
    const assembly::SimulationResult result = replay(experiment, program, nullptr);
    std::vector<double> all{result.cpu_seconds, static_cast<double>(result.annex_ticks),
                            static_cast<double>(result.tracker_ticks)};
    for (const base::Stat& stat : result.stats) all.push_back(stat.value);
    for (const assembly::TrackedRegion& region : result.regions) {
      all.insert(all.end(), {static_cast<double>(region.metadata.sharers),
                             static_cast<double>(region.metadata.count)});
    }
    return all;
  });
  return {values[0], values[1], values[2], {values.begin() + 3, values.end()}};
}

/// Host nanoseconds of one clock of an idle block.
double clock_ns(const std::function<void(std::uint64_t)>& clock) {
  constexpr std::uint64_t kCycles = 5'000'000;
  const double begin = base::cpu_seconds();
  clock(kCycles);
  return (base::cpu_seconds() - begin) * 1e9 / kCycles;
}

}  // namespace

bool bench_rtl(int scale) {
  const Experiment experiment = tracked(scale, "rtl");
  const Run model = run(tracked(scale, "model"));
  const Run with_rtl = run(experiment);
  const auto& machine = experiment.machine;
  const auto annex = rtl::make_annex_engine(
      assembly::scaled(machine, scale).config.socket.each.translation.stlb_entries,
      machine.tracking.count_width);
  const auto tracker = rtl::make_tracker_engine({0,
                                                 0,
                                                 base::SocketId{0},
                                                 {machine.sockets(), machine.tracking.count_width},
                                                 machine.tracking.queue_entries});
  const double annex_ns = clock_ns([&](std::uint64_t cycles) { annex->clock(cycles); });
  const double tracker_ns = clock_ns([&](std::uint64_t cycles) { tracker->clock(cycles); });
  const double bare =
      (with_rtl.annex_clocks * annex_ns + with_rtl.tracker_clocks * tracker_ns) * 1e-9;
  return print_bench(
      "Tracking as RTL in " + experiment.workload + " on starnuma16, " +
          std::to_string(machine.sockets() * machine.cores_per_socket()) + " cores",
      {{"statistics or metadata other than the model's",
        with_rtl.results == model.results ? 0.0 : 1.0, "", Bound::kAtMost, 0},
       {"clocks of annexes", with_rtl.annex_clocks * 1e-6, "M"},
       {"bare clock of an annex", annex_ns, "ns"},
       {"clocks of tracker update units", with_rtl.tracker_clocks * 1e-6, "M"},
       {"bare clock of an update unit", tracker_ns, "ns"},
       {"host CPU time with the model", model.seconds, "s"},
       {"added by RTL / clocks at the bare price", (with_rtl.seconds - model.seconds) / bare, "",
        Bound::kAtMost, 1.5},
       {"host CPU time, RTL / model", with_rtl.seconds / model.seconds, "", Bound::kAtMost, 2}});
}

}  // namespace starnuma::app

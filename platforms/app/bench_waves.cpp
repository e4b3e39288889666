// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench_waves.h"

#include "platforms/app/bench_table.h"
#include "platforms/app/child.h"
#include "platforms/app/experiment.h"

namespace starnuma::app {
namespace {

/// Host CPU seconds of the simulation, with the given scopes recorded or with none of it.
double seconds(const Experiment& experiment, const std::vector<std::string>& scopes) {
  return values_from_child<double>([&] {
    WaveRequest request;
    request.scopes = scopes;
    assembly::Recording recording = recording_of(request);
    recording.done = [](const observers::HopLog&) {};
    assembly::Program program = build_program(experiment);
    const auto result = replay(experiment, program, scopes.empty() ? nullptr : &recording);
    return std::vector<double>{result.cpu_seconds};
  })[0];
}

}  // namespace

bool bench_waves(int scale) {
  ExperimentRequest request;
  request.target = "baseline16_first_touch";
  request.workload = "bfs:scale=" + std::to_string(scale) + ",trials=1";
  const Experiment experiment = prepare(request);
  const double off = seconds(experiment, {});
  const auto on = [&](const std::vector<std::string>& scopes) {
    return seconds(experiment, scopes) / off;
  };
  const std::string times = ", times the run without";
  return print_bench(
      "Waves of " + experiment.workload + " on " + experiment.machine_name + ", host CPU time",
      {{"one core" + times, on({"machine.socket3.core1"}), "", BenchRow::Bound::kAtMost, 1.5},
       {"one core, one home, one link" + times,
        on({"machine.socket3.core1", "machine.socket3.home", "machine.upi.socket0_socket1"}), ""},
       {"every box" + times, on({"machine"}), ""}});
}

}  // namespace starnuma::app

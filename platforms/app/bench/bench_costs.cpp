// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/benches.h"

#include <functional>
#include <string>
#include <vector>

#include "platforms/app/bench/bench_table.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/process/child.h"
#include "platforms/app/runs/execution.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/app/waves/wave_request.h"

namespace starnuma::app {
namespace {

/// Variant of the run.
struct Choice {
  Experiment experiment;
  std::vector<std::string> waves = {};  ///< Recorded scopes.
};

Experiment bfs(int scale, const std::vector<std::string>& sets = {}) {
  ExperimentRequest request;
  request.target = "baseline16_first_touch";
  request.workload = "bfs:scale=" + std::to_string(scale) + ",trials=1";
  request.sets = sets;
  return prepare(request);
}

double seconds(const Choice& choice, const BuiltPrograms& programs) {
  WaveRequest request;
  request.scopes = choice.waves;
  run::Recording recording = recording_of(request);
  recording.done = [](const observers::HopLog&) {};
  const bool record = !choice.waves.empty();
  return replay(choice.experiment, programs, record ? &recording : nullptr).cpu_seconds;
}

/// Returns the minimum host CPU seconds of each choice.
std::vector<double> least_seconds(const std::vector<Choice>& choices) {
  const BuiltPrograms programs = build_programs(choices.front().experiment);
  std::vector<std::function<double()>> works;
  for (const Choice& choice : choices) {
    works.push_back([&choice, &programs] { return seconds(choice, programs); });
  }
  return least_in_children(works);
}

}  // namespace

void bench_waves(int scale, Verdicts& verdicts) {
  const Experiment plain = bfs(scale);
  const auto least = least_seconds(
      {{plain},
       {plain, {"machine.socket3.core1"}},
       {plain, {"machine.socket3.core1", "machine.socket3.home", "machine.upi.socket0_socket1"}},
       {plain, {"machine"}}});
  const std::string times = ", times the run without";
  print_bench(verdicts,
              "Waves of " + plain.workload + " on " + plain.machine_name + ", host CPU time",
              {{"one core" + times, least[1] / least[0], "", BenchRow::Bound::kAtMost, 1.5},
               {"one core, one home, one link" + times, least[2] / least[0], ""},
               {"every box" + times, least[3] / least[0], ""}});
}

void bench_costs(int scale, Verdicts& verdicts) {
  const Experiment plain = bfs(scale);
  Experiment unwatched = plain;
  unwatched.options.watch_misses = false;
  Experiment series = plain;
  series.options.interval = base::Time(10'000'000);
  Experiment profile = plain;
  profile.options.profile = base::Time(10'000'000);
  const auto least = least_seconds({{plain},
                                    {unwatched},
                                    {series},
                                    {profile},
                                    {plain, {"machine.socket3.core1"}},
                                    {bfs(scale, {"simulation.quantum=20 ns"})},
                                    {bfs(scale, {"simulation.quantum=1 us"})}});
  const std::string own =
      ", times the machine's own of " + base::to_string(plain.machine.simulation.quantum);
  print_bench(verdicts,
              "Costs in " + plain.workload + " on " + plain.machine_name + ", host CPU time",
              {{"statistics of misses, times a run without", least[0] / least[1], ""},
               {"time series of 10 us, times a run without", least[2] / least[0], ""},
               {"profile of 10 us, times a run without", least[3] / least[0], ""},
               {"waves of one core, times a run without", least[4] / least[0], ""},
               {"quantum of 20 ns" + own, least[5] / least[0], ""},
               {"quantum of 1 us" + own, least[6] / least[0], ""}});
}

}  // namespace starnuma::app

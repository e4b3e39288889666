// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/benches.h"

#include <filesystem>

#include "platforms/app/bench/bench_table.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/runs/jobs.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using base::Time;
using Bound = BenchRow::Bound;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kMachines{"baseline16_first_touch", "starnuma16"};
constexpr Time kFine(20'000);

Experiment prepared(const std::string& machine, const std::string& workload,
                    const std::vector<std::string>& sets = {}) {
  ExperimentRequest request;
  request.target = machine;
  request.workload = workload;
  request.sets = sets;
  return prepare(request);
}

void whole_runs(int scale, const fs::path& folder, Verdicts& verdicts) {
  const std::string at = ":scale=" + std::to_string(scale);
  const std::vector<std::string> workloads{"bfs" + at + ",schedule=static", "gups" + at,
                                           "stream" + at, "pointer_chase" + at};
  std::vector<Job> jobs;
  for (const std::string& machine : kMachines) {
    for (const std::string& workload : workloads) {
      for (const std::string& set :
           {std::string(), "simulation.quantum=" + base::to_string(kFine)}) {
        jobs.push_back({prepared(machine, workload,
                                 set.empty() ? std::vector<std::string>{} : std::vector{set}),
                        folder / std::to_string(jobs.size())});
      }
    }
  }
  const int code = run_jobs(jobs);
  if (code != 0) throw AlreadyReported{code};
  std::vector<BenchRow> rows;
  for (std::size_t j = 0; j < jobs.size(); j += 2) {
    auto own = read_stats(jobs[j].folder);
    auto fine = read_stats(jobs[j + 1].folder);
    const std::string what =
        stimulus::short_name(jobs[j].experiment.workload) + ", " + jobs[j].experiment.machine_name;
    const auto row = [&](const char* name, const char* path, double bound) {
      rows.push_back({std::string(name) + " off, " + what, percent_off(own[path], fine[path]), "%",
                      Bound::kAtMost, bound});
    };
    row("AMAT", "run.amat_ns", 2);
    row("run time", "run.time_ns", 2);
    row("instructions", "run.instructions", 0.1);
  }
  const Time own = jobs[0].experiment.machine.simulation.quantum;
  print_bench(verdicts,
              "Quantum " + base::to_string(own) + " against " + base::to_string(kFine) +
                  ", scale " + std::to_string(scale),
              rows);
}

}  // namespace

void bench_quantum(int scale, Verdicts& verdicts) {
  whole_runs(scale, WorkFolder().path(), verdicts);
}

}  // namespace starnuma::app

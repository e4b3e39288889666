// SPDX-License-Identifier: Apache-2.0
// run, compare and demo.
#include <fstream>
#include <iostream>

#include "platforms/app/child.h"
#include "platforms/app/command.h"
#include "platforms/app/latency_table.h"
#include "platforms/app/result_folder.h"
#include "platforms/app/run_request.h"
#include "platforms/app/summary.h"
#include "platforms/app/sweep.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

std::string compare_json(const Values& a, const Values& b, const Job& first, const Job& second) {
  std::string text = "{\n\"machines\": [\"" + first.experiment.machine_name + "\", \"" +
                     second.experiment.machine_name + "\"],\n\"speedup\": " +
                     number_text(a.at("run.time_ns") / b.at("run.time_ns")) + ",\n\"stats\": {\n";
  std::string separator;
  for (const auto& [path, value] : a) {
    const auto other = b.find(path);
    if (path.rfind("run.", 0) != 0 || other == b.end()) continue;
    text += separator + "\"" + path + "\": [" + number_text(value) + ", " +
            number_text(other->second) + "]";
    separator = ",\n";
  }
  return text + "\n}\n}\n";
}

int compare(const std::vector<Job>& jobs, const fs::path& folder, const std::string& note) {
  const int code = run_jobs(jobs);
  if (code != 0) return code;
  std::vector<Values> stats;
  std::vector<Values> hosts;
  std::vector<fs::path> folders;
  for (const Job& job : jobs) {
    stats.push_back(read_stats(job.folder));
    hosts.push_back(read_host(job.folder));
    folders.push_back(job.folder);
  }
  const std::vector<Column> columns{{jobs[0].experiment, stats[0], hosts[0]},
                                    {jobs[1].experiment, stats[1], hosts[1]}};
  const std::string text = jobs[0].experiment.workload + ", seed " +
                           std::to_string(jobs[0].experiment.seed) + "\n\n" + table(columns) +
                           "\n" + latency_table(columns) + note;
  const fs::path draft = folder / kDraft;
  write_text(draft / "compare.json", compare_json(stats[0], stats[1], jobs[0], jobs[1]));
  write_text(draft / "summary.txt", text);
  make_report(folders, draft / "report.html");
  finish_folder(folder);
  std::cout << text << "\nReport: " << (folder / "report.html").string() << "\n";
  return 0;
}

std::vector<Job> two_jobs(const ExperimentRequest& a, const ExperimentRequest& b,
                          const fs::path& folder) {
  Experiment first = prepare(a);
  Experiment second = prepare(b);
  if (first.machine_name == second.machine_name) second.machine_name += "_b";
  claim_folder(folder);
  return {{first, folder / first.machine_name}, {second, folder / second.machine_name}};
}

}  // namespace

int run_run(const Arguments& arguments) {
  ExperimentRequest request = request_of(arguments, arguments.positional[0]);
  if (arguments.positional.size() > 1) request.workload = arguments.positional[1];
  request.waves = wave_request(arguments);
  Target target = open_target(request.target, request.sets);
  if (target.experiment.sweep && target.diagnostics.noted() == 0) {
    const fs::path name = fs::path("results") / fs::path(request.target).stem();
    return run_sweep(
        request, target,
        arguments.has("output") ? fs::path(arguments.get<std::string>("output")) : name);
  }
  const Experiment experiment = prepare(request, std::move(target));
  const fs::path folder =
      arguments.has("output")
          ? fs::path(arguments.get<std::string>("output"))
          : fs::path("results") / folder_name(experiment.machine_name, experiment.workload);
  claim_folder(folder);
  const int code = run_jobs({{experiment, folder}});
  if (!fs::exists(folder / "summary.txt")) return code;
  std::cout << std::ifstream(folder / "summary.txt").rdbuf() << "\nResults: " << folder.string()
            << "\n";
  return code;
}

int run_compare(const Arguments& arguments) {
  ExperimentRequest a = request_of(arguments, arguments.positional[0]);
  ExperimentRequest b = request_of(arguments, arguments.positional[1]);
  a.workload = b.workload = arguments.positional[2];
  const fs::path folder =
      arguments.has("output")
          ? fs::path(arguments.get<std::string>("output"))
          : fs::path("results") / folder_name("compare", arguments.positional[2]);
  return compare(two_jobs(a, b, folder), folder, "");
}

int run_demo(const Arguments& arguments) {
  ExperimentRequest a = request_of(arguments, "baseline16");
  ExperimentRequest b = request_of(arguments, "starnuma16_t16");
  a.workload = b.workload = arguments.get<std::string>("workload");
  const fs::path folder = arguments.get<std::string>("output");
  return compare(
      two_jobs(a, b, folder), folder,
      "\nPages move on both machines, as published: on baseline16 by perfect knowledge, on\n"
      "starnuma16_t16 by what its tracking hardware, in RTL, has counted. They begin to move in "
      "the\n"
      "searches before the measured window (warmup). starnuma16 is the machine on which a static\n"
      "oracle has placed them.\n");
}

}  // namespace starnuma::app

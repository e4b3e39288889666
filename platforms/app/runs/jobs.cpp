// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/runs/jobs.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <thread>

#include "platforms/app/process/process.h"
#include "platforms/app/process/shared_progress.h"
#include "platforms/app/runs/execution.h"

namespace starnuma::app {

int run_jobs(const std::vector<Job>& jobs, const std::filesystem::path& file) {
  std::vector<std::string> names;
  for (const Job& job : jobs) names.push_back(job.experiment.machine_name);
  SharedProgress progress(names, file);
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());

  const SignalWatch watch;
  std::size_t started = 0;
  std::map<std::size_t, Process> running;
  while (started < jobs.size() || !running.empty()) {
    for (; started < jobs.size() && running.size() < at_once; ++started) {
      const Job& job = jobs[started];
      ProgressSlot& slot = progress.slot(started);
      running.emplace(started, [&] { return execute(job.experiment, job.folder, slot); });
      progress.begin(started);
    }
    const auto ended =
        std::find_if(running.begin(), running.end(), [](auto& one) { return one.second.ended(); });
    if (ended == running.end()) {
      progress.show();
      watch.wait();
      continue;
    }
    const auto& [job, process] = *ended;
    if (process.code() != 0) {
      progress.clear();
      if (!process.killed().empty()) {
        std::cerr << names[job] << ": the simulation was " << process.killed() << "\n";
      }
      return process.code();
    }
    progress.end(job);
    running.erase(ended);
  }
  progress.clear();
  return 0;
}

}  // namespace starnuma::app

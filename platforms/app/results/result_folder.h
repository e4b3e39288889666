// SPDX-License-Identifier: Apache-2.0
// The result folder of a run: stats.json, host.json, effective.yaml, worst.json, summary.txt,
// report.html, and where a run made them intervals.csv, phases.csv, memory.csv, metadata.csv and
// loaded_latency.csv; published.json where something is published of such a run.
//
// Contract: the folder is there once all its files are whole. stats.json holds nothing of the host.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/app/results/result_files.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

/// Makes the folder, which is not there yet or empty.
void write_result_folder(const std::filesystem::path& folder, const Experiment& experiment,
                         const run::SimulationResult& result, double oracle_seconds);

struct Statistic {
  double value = 0;
  std::string unit;
};
/// The statistics of a stats.json by path. Throws InputError for anything else.
std::map<std::string, Statistic> read_statistics(const std::filesystem::path& file);

/// Values of a result folder's stats.json or host.json, by path.
std::map<std::string, double> read_stats(const std::filesystem::path& folder);
std::map<std::string, double> read_host(const std::filesystem::path& folder);

/// What stats.json holds.
std::string stats_json(const std::vector<accounting::Stat>& stats);

/// A number as the shortest text that reads back to the same value.
std::string number_text(double value);

}  // namespace starnuma::app

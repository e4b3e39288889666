// SPDX-License-Identifier: Apache-2.0
// Result folder of a run: stats.json, host.json, effective.yaml, worst.json, summary.txt,
// report.html, and if the run produces them intervals.csv, phases.csv, memory.csv, metadata.csv and
// loaded_latency.csv; published.json if values are published for such a run.
//
// Contract: the folder exists once all its files are complete. stats.json is independent of the
// host.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/app/files/result_files.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

/// Writes the folder, which must be missing or empty.
void write_result_folder(const std::filesystem::path& folder, const Experiment& experiment,
                         const run::SimulationResult& result, double oracle_seconds);

struct Statistic {
  double value = 0;
  std::string unit;
};
/// Returns the statistics of a stats.json by path. Throws InputError for any other file.
std::map<std::string, Statistic> read_statistics(const std::filesystem::path& file);

/// Return the values of a result folder's stats.json or host.json, by path.
std::map<std::string, double> read_stats(const std::filesystem::path& folder);
std::map<std::string, double> read_host(const std::filesystem::path& folder);

/// Returns the content of stats.json.
std::string stats_json(const std::vector<accounting::Stat>& stats);

/// Returns a number as the shortest text that reads back to the same value.
std::string number_text(double value);

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// The result folder of a run: stats.json, host.json, effective.yaml, worst.json, summary.txt,
// report.html, and where a run made them intervals.csv, phases.csv and
// loaded_latency.csv; published.json where something is published of such a run.
//
// Contract: files are written to a draft inside the folder and moved when all are complete; an
// existing folder is used only if it is empty or a result folder, and what an earlier run left in
// it goes. stats.json holds nothing of the host.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "platforms/app/experiment.h"
#include "platforms/assembly/simulation.h"

namespace starnuma::app {

/// Makes the folder; throws InputError when that fails or when it holds something else than
/// results.
void claim_folder(const std::filesystem::path& folder);

/// Where files of a result folder are written until all are complete.
inline constexpr const char* kDraft = ".partial";
/// Moves the draft's files into the folder.
void finish_folder(const std::filesystem::path& folder);

void write_result_folder(const std::filesystem::path& folder, const Experiment& experiment,
                         const assembly::SimulationResult& result, double oracle_seconds);

inline constexpr const char* kStats = "stats.json";
inline constexpr const char* kBakeoff = "bakeoff.csv";

struct Statistic {
  double value = 0;
  std::string unit;
};
/// The statistics of a stats.json by path. Throws InputError for anything else.
std::map<std::string, Statistic> read_statistics(const std::filesystem::path& file);

/// Values of a result folder's stats.json or host.json, by path.
std::map<std::string, double> read_stats(const std::filesystem::path& folder);
std::map<std::string, double> read_host(const std::filesystem::path& folder);

void write_text(const std::filesystem::path& file, const std::string& text);

/// What stats.json holds.
std::string stats_json(const std::vector<base::Stat>& stats);

/// Runs a module of the Python package in platforms/results; throws when it fails.
void run_report(const std::string& module, const std::vector<std::string>& words);

/// Makes report.html from the given result folders; `options` go to the report program.
void make_report(const std::vector<std::filesystem::path>& runs, const std::filesystem::path& page,
                 const std::vector<std::string>& options = {});

/// A number as the shortest text that reads back to the same value.
std::string number_text(double value);

}  // namespace starnuma::app

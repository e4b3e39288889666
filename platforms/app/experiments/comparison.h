// SPDX-License-Identifier: Apache-2.0
// Machines that ran one workload with the same seeds: `compare` and `demo`.
//
// Contract: ratios are taken seed by seed and then averaged, so differences between seeds cancel.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/experiments/seeds.h"
#include "platforms/app/results/draft_folder.h"
#include "platforms/app/results/summary.h"

namespace starnuma::app {

/// Machines that stand in one table, and the one that speed-ups are over.
struct Group {
  std::vector<Column> columns;
  std::size_t reference = 0;
};

class Comparison {
 public:
  /// Names that occur twice get a letter. Throws where no result folder can be made.
  Comparison(std::vector<Experiment> machines, Seeds seeds, std::filesystem::path folder);

  /// Runs every machine with every seed; returns the largest exit code.
  int run();

  const Seeds& seeds() const { return seeds_; }
  /// What a machine's runs said.
  Column column(std::size_t machine) const;

  /// Writes compare.json, summary.txt and report.html, and prints the summary. The groups hold all
  /// machines in their order; the note goes to the head of the report.
  void write(const std::vector<Group>& groups, const std::string& summary, const std::string& note);

 private:
  std::vector<Experiment> machines_;
  Seeds seeds_;
  std::filesystem::path folder_;
  DraftFolder draft_;
  std::vector<Job> jobs_;  ///< Machine by machine, seed by seed.
};

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// Difference of two result folders: fields of the configuration, and statistics.
//
// Contract: reads effective.yaml and stats.json of both folders. A missing or malformed file throws
// InputError with one line. `source` texts are ignored.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace starnuma::app {

struct FieldDifference {
  std::string path;
  std::optional<std::string> a;  ///< Empty if only the other folder has the field.
  std::optional<std::string> b;
};

struct StatDifference {
  std::string path;
  std::string unit;
  std::optional<double> a;
  std::optional<double> b;

  /// Returns |b - a| over the larger of |a| and |b|: 0 to 2; 1 if one of them is missing or zero.
  double weight() const;
};

struct Difference {
  std::vector<FieldDifference> fields;  ///< Fields in the order of the files.
  std::vector<StatDifference> stats;    ///< Time, AMAT, then by descending weight and by path.
  std::size_t compared = 0;             ///< Number of statistics in either folder.
};

/// Returns the difference; statistics with a weight of at most `threshold` are omitted.
Difference difference(const std::filesystem::path& a, const std::filesystem::path& b,
                      double threshold);

}  // namespace starnuma::app

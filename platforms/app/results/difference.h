// SPDX-License-Identifier: Apache-2.0
// What differs between two result folders: fields of the configuration, and statistics.
//
// Contract: reads effective.yaml and stats.json of both folders; a folder without them, or with
// something else in them, throws InputError with one line. `source` texts are no difference.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace starnuma::app {

struct FieldDifference {
  std::string path;
  std::optional<std::string> a;  ///< Empty where only the other folder has the field.
  std::optional<std::string> b;
};

struct StatDifference {
  std::string path;
  std::string unit;
  std::optional<double> a;
  std::optional<double> b;

  /// |b - a| over the larger of |a| and |b|: 0 to 2; 1 where one of them is missing or zero.
  double weight() const;
};

struct Difference {
  std::vector<FieldDifference> fields;  ///< In the order of the files.
  std::vector<StatDifference> stats;    ///< Heaviest first, then by path.
  std::size_t compared = 0;             ///< Statistics that either folder has.
};

/// Statistics whose weight is at most `threshold` are left out.
Difference difference(const std::filesystem::path& a, const std::filesystem::path& b,
                      double threshold);

}  // namespace starnuma::app

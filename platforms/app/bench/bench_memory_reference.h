// SPDX-License-Identifier: Apache-2.0
// Results of other memory controllers for points of the memory bench.
//
// Contract: platforms/reference/dram_streams.yaml holds the shipped results, a CSV file those of a
// user. The CSV header names the columns part, stream, outstanding and at least one of gb_per_s and
// mean_ns. The columns `set` (fields that differ, separated by "; ") and tolerance_percent are
// optional. A problem is one line with file and line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/bench/bench_memory_plan.h"

namespace starnuma::app {

struct MemoryReference {
  MemoryPoint point;
  std::optional<double> gb_per_s;
  std::optional<double> mean_ns;
  double tolerance_percent = 0;
};

struct MemoryReferences {
  std::string source;  ///< "Ramulator 2.1", or the name of the user's file
  std::vector<MemoryReference> rows;
};

MemoryReferences shipped_references();
MemoryReferences read_results(const std::filesystem::path& file);

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// Table and result folder of the memory bench.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/bench/bench_memory_reference.h"
#include "platforms/app/bench/bench_seeds.h"
#include "testbenches/memory/bound.h"

namespace starnuma::app {

struct MemoryResult {
  MemoryPoint point;
  memory_bench::Load load;
  Interval bytes_per_second;  ///< This and the latencies of reads over the seeds.
  Interval mean_ns;
  Interval p99_ns;
  std::vector<memory_bench::Request> issued;  ///< With the first seed.
  memory_bench::Bound bound;
  double peak = 0;  ///< bytes per second
  std::optional<MemoryReference> reference;

  double gb_per_s() const { return bytes_per_second.mean / 1e9; }
  double share_of_peak() const { return bytes_per_second.mean / peak; }
  /// Returns the difference from the reference in percent; of bandwidth if that is known.
  double difference_percent() const;
  bool within_tolerance() const;
};

struct MemoryBench {
  std::string source;  ///< source of the references
  Seeds seeds;
  int requests;  ///< minimum number of requests per point
  std::vector<MemoryResult> results;
};

std::string memory_table(const MemoryBench& bench);
std::string memory_json(const MemoryBench& bench);

/// Writes the files of the bench into the draft of its folder.
void write_memory_results(const std::filesystem::path& draft, const MemoryBench& bench);

/// Returns the requests of a result as CSV: order, time, address, command and position.
std::string trace_csv(const memory::DramConfig& config, const MemoryResult& result);

}  // namespace starnuma::app

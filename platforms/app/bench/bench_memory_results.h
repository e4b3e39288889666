// SPDX-License-Identifier: Apache-2.0
// Table and result folder of the memory bench.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/bench/bench_memory_reference.h"
#include "testbenches/memory/bound.h"

namespace starnuma::app {

struct MemoryResult {
  MemoryPoint point;
  memory_bench::Load load;
  memory_bench::Measured measured;
  memory_bench::Bound bound;
  double peak = 0;  ///< bytes per second
  std::optional<MemoryReference> reference;

  double gb_per_s() const { return measured.bytes_per_second / 1e9; }
  double share_of_peak() const { return measured.bytes_per_second / peak; }
  /// Returns the difference from the reference in percent; of bandwidth if that is known.
  double difference_percent() const;
  bool within_tolerance() const;
};

struct MemoryBench {
  std::string source;  ///< source of the references
  std::uint64_t seed;
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

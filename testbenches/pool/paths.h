// SPDX-License-Identifier: Apache-2.0
// Names of the pool bench's objects in waveforms.
#pragma once

#include <string>
#include <vector>

#include "testbenches/pool/bench_config.h"

namespace starnuma::pool_bench {

inline constexpr const char* kBench = "bench";

inline std::string host_path(int head) {
  return std::string(kBench) + ".host" + std::to_string(head);
}
/// Returns the path of a head with its link.
inline std::string head_path(int head) {
  return std::string(kBench) + ".head" + std::to_string(head);
}

/// Returns all paths that a waveform of this run can show.
inline std::vector<std::string> paths_of(const BenchRun& run) {
  std::vector<std::string> paths{kBench, std::string(kBench) + ".device"};
  for (int h = 0; h < run.traffic.heads; ++h) {
    paths.push_back(host_path(h));
    paths.push_back(head_path(h));
  }
  for (int c = 0; c < run.device.channels; ++c) {
    paths.push_back(std::string(kBench) + ".memory" + std::to_string(c));
  }
  return paths;
}

}  // namespace starnuma::pool_bench

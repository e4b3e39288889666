// SPDX-License-Identifier: Apache-2.0
// Points of the memory bench: streams, parts and settings.
#pragma once

#include <string>
#include <vector>

#include "models/memory/dram_config.h"
#include "platforms/app/arguments/arguments.h"
#include "testbenches/memory/stream.h"

namespace starnuma::app {

struct MemoryPoint {
  std::string part;               ///< name of a shipped part, or a path
  std::vector<std::string> sets;  ///< fields that differ from the part: "ranks=2"
  memory_bench::Stream stream;
  int outstanding = 64;  ///< outstanding requests for each data bus
};

/// Returns a text that is equal for equal points; `outstanding` is not included.
std::string key_of(const MemoryPoint& point);
/// Returns the part with its settings: "ddr4_2666, ranks=2".
std::string setting_of(const MemoryPoint& point);

/// Returns the names of the shipped parts that are memory channels.
std::vector<std::string> shipped_channels();

/// Reads the channel of a part and applies `sets`. Throws InputError or ConfigError.
memory::DramConfig read_channel(const std::string& part, const std::vector<std::string>& sets);

/// Returns true if the command line selects streams or settings.
bool chooses_points(const Arguments& arguments);

/// Returns each stream on each part in each setting that the command line selects.
std::vector<MemoryPoint> plan_memory_bench(const std::vector<std::string>& parts,
                                           const Arguments& arguments);

}  // namespace starnuma::app

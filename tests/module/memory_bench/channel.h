// SPDX-License-Identifier: Apache-2.0
// Shipped memory channels with some fields changed.
#pragma once

#include <string>
#include <vector>

#include "models/memory/dram_config.h"
#include "tests/support/shipped.h"

namespace starnuma::memory_bench {

inline constexpr const char* kParts[] = {"ddr4_2666", "ddr4_3200", "ddr5_4800",  "ddr5_5600",
                                         "ddr5_6400", "hbm2e",     "lpddr5_6400"};

inline memory::DramConfig channel(const std::string& part, std::vector<std::string> sets = {}) {
  for (std::string& set : sets) set = "socket.memory.channel." + set;
  sets.insert(sets.begin(), "socket.memory.channel.part=" + part);
  return test::shipped<memory::DramConfig>("single_socket", {"socket", "memory", "channel"}, sets);
}

}  // namespace starnuma::memory_bench

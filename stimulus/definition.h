// SPDX-License-Identifier: Apache-2.0
// What the registry knows of one workload: its name, its options, and how to make it.
//
// Adding a workload is one definition function here and one line in registry.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "stimulus/options.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct Definition {
  std::string name;
  std::string sentence;
  std::vector<OptionRule> options;
  std::unique_ptr<Workload> (*make)(const Options& options, const MachineShape& shape,
                                    std::uint64_t seed);
};

/// The option every workload has: log2 of the problem size, by which machines shrink their caches.
inline OptionRule scale_rule() { return OptionRule::number("scale", 20, 8, 28); }

Definition define_bfs();
Definition define_pointer_chase();
Definition define_block_transfer();
Definition define_stream();
Definition define_gups();
Definition define_loaded_latency();
Definition define_producer_consumer();

}  // namespace starnuma::stimulus

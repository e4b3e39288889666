// SPDX-License-Identifier: Apache-2.0
// Runs of one experiment with several seeds: the option --seeds and where each run goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/commands/command.h"
#include "platforms/app/process/child.h"

namespace starnuma::app {

using Seeds = std::vector<std::uint64_t>;

void add_seeds_option(boost::program_options::options_description& options);

/// 1 to N with --seeds N; else the experiment's own.
Seeds seeds_of(const Arguments& arguments, const std::string& command, std::uint64_t own);

/// "seed 7", "seeds 1 to 3".
std::string seeds_text(const Seeds& seeds);

/// Below a table of several seeds.
inline constexpr const char* kIntervalNote =
    "Means over the seeds; +-: 95 % interval (Student's t), relative values seed by seed.\n";

/// Adds a run for each seed, called `name` (and the seed, where there are several). Several write
/// no report of their own.
void add_jobs(std::vector<Job>& jobs, Experiment experiment, const std::string& name,
              const Seeds& seeds);

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// Runs of one experiment with several seeds: the option --seeds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

using Seeds = std::vector<std::uint64_t>;

void add_seeds_option(boost::program_options::options_description& options, int count = 1);

/// Returns 1 to N with --seeds N; otherwise the experiment's own seed.
Seeds seeds_of(const Arguments& arguments, const std::string& command, std::uint64_t own);

}  // namespace starnuma::app

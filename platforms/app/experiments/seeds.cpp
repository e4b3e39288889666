// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/seeds.h"

#include "models/base/check.h"
#include "platforms/app/arguments/option_values.h"

namespace starnuma::app {

void add_seeds_option(boost::program_options::options_description& options, int count) {
  options.add_options()("seeds", whole_number(1, 100)->default_value(count),
                        "run seeds 1 to this many, and print means with 95 % intervals");
}

Seeds seeds_of(const Arguments& arguments, const std::string& command, std::uint64_t own) {
  const int count = arguments.get<int>("seeds");
  if (count > 1 && arguments.has("seed")) {
    throw base::InputError(command, ": --seeds takes seeds 1 to N, so it cannot go with --seed");
  }
  if (count == 1) return {own};
  Seeds seeds;
  for (int s = 1; s <= count; ++s) seeds.push_back(static_cast<std::uint64_t>(s));
  return seeds;
}

}  // namespace starnuma::app

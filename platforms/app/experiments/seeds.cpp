// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/seeds.h"

#include "models/base/check.h"
#include "platforms/app/commands/number_option.h"

namespace starnuma::app {

void add_seeds_option(boost::program_options::options_description& options) {
  options.add_options()("seeds", whole_number(1, 100)->default_value(1),
                        "run seeds 1 to this many, and print means with 95 % intervals");
}

Seeds seeds_of(const Arguments& arguments, const std::string& command, std::uint64_t own) {
  const int count = arguments.get<int>("seeds");
  if (count > 1 && arguments.has("seed")) {
    throw base::InputError(command + ": --seeds takes seeds 1 to N, so it cannot go with --seed");
  }
  if (count == 1) return {own};
  Seeds seeds;
  for (int s = 1; s <= count; ++s) seeds.push_back(static_cast<std::uint64_t>(s));
  return seeds;
}

std::string seeds_text(const Seeds& seeds) {
  if (seeds.size() == 1) return "seed " + std::to_string(seeds[0]);
  return "seeds 1 to " + std::to_string(seeds.size());
}

void add_jobs(std::vector<Job>& jobs, Experiment experiment, const std::string& name,
              const Seeds& seeds) {
  for (const std::uint64_t seed : seeds) {
    experiment.seed = seed;
    experiment.machine_name = seeds.size() == 1 ? name : name + "_seed" + std::to_string(seed);
    experiment.report = seeds.size() == 1;
    jobs.push_back({experiment, {}});
  }
}

}  // namespace starnuma::app

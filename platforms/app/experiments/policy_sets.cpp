// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/policy_sets.h"

#include "models/base/check.h"
#include "platforms/assembly/config/policy_check.h"

namespace starnuma::app {

std::vector<std::string> sets_for(placement::PolicyId policy,
                                  const assembly::MachineConfig& machine) {
  if (const std::string missing = assembly::missing_for(policy, machine); !missing.empty()) {
    throw base::InputError(missing);
  }
  const placement::PolicyTraits& traits = placement::row_of(policy).traits;
  std::vector<std::string> sets{"placement.policy=" + std::string(placement::name_of(policy))};
  if (machine.placement.counts == placement::MissCounts::kTracker && traits.sees_regions()) {
    sets.push_back("tracking.count_width=" + std::to_string(traits.counter_bits));
  }
  return sets;
}

}  // namespace starnuma::app

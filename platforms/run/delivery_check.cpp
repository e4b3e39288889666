// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/delivery_check.h"

#include <string>

#include "models/placement/policy_table.h"

namespace starnuma::run {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw base::InputError("machine.simulation.delivery: timed does not have " + what +
                         " yet; expected immediate");
}

/// What the policy of a program asks of the operating system beside moves of pages between phases.
std::string needed_by(const placement::PlacementConfig& placement) {
  const placement::PolicyTraits& traits = placement.traits();
  if (placement.on_demand()) return "memory on demand";
  if (traits.copies_pages()) return "read-only copies of pages";
  if (traits.caches_pages) return "pages of a pool that are cached";
  const bool phases = traits.sees_regions() || traits.sees == placement::Sees::kPages;
  if (traits.moves_in_faults || (traits.moves_pages() && !phases)) return "hint faults";
  return {};
}

}  // namespace

void check_delivery(const assembly::MachineConfig& config,
                    const std::vector<PlacedProgram>& programs, const SimulationOptions& options,
                    const Recording* recording) {
  if (config.simulation.delivery == assembly::Delivery::kImmediate) return;
  if (config.logical_pool) refuse("logical pools whose lines are found over maps");
  for (const PlacedProgram& program : programs) {
    const std::string needed = needed_by(program.placement);
    if (!needed.empty()) {
      refuse(needed + ", which policy " +
             std::string(placement::name_of(program.placement.policy)) + " needs");
    }
  }
  if (recording != nullptr) refuse("waveforms and explained transactions");
  if (options.trace) refuse("recorded traces");
  if (options.from != nullptr) refuse("phases that run alone from a checkpoint");
  if (!options.faults.empty()) refuse("faults");
  if (!options.capacity.empty()) refuse("dynamic capacity");
}

}  // namespace starnuma::run

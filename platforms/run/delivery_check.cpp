// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/delivery_check.h"

#include <string>

#include "models/placement/policy_table.h"
#include "platforms/analysis/lint.h"
#include "platforms/run/fault_outcomes.h"

namespace starnuma::run {
namespace {

/// Says so of the delivery that was asked for.
class Refusal {
 public:
  explicit Refusal(assembly::Delivery delivery)
      : name_(base::EnumNames<assembly::Delivery>::kNames[static_cast<std::size_t>(delivery)]) {}

  [[noreturn]] void operator()(const std::string& what) const {
    throw base::InputError("machine.simulation.delivery: " + name_ + " does not have " + what +
                           " yet; expected immediate");
  }

 private:
  std::string name_;
};

/// With credits, messages of one class must never wait for each other in a circle of links.
void check_circles(const assembly::MachineConfig& config) {
  const std::vector<std::string> circle = analysis::channel_cycle(assembly::wire(config));
  if (circle.empty()) return;
  std::string links;
  for (const std::string& link : circle) links += (links.empty() ? "" : ", ") + link;
  throw base::InputError(
      "machine.topology.upi: with simulation.delivery: queued messages can wait for each other in "
      "a circle for ever, over " +
      links + "; expected all_to_all, or delivery timed");
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
                    const std::vector<PlacedProgram>& programs, const SimulationOptions& options) {
  if (config.simulation.delivery == assembly::Delivery::kImmediate) return;
  if (config.simulation.delivery == assembly::Delivery::kQueued) check_circles(config);
  const Refusal refuse(config.simulation.delivery);
  if (config.logical_pool) refuse("logical pools whose lines are found over maps");
  for (const PlacedProgram& program : programs) {
    const std::string needed = needed_by(program.placement);
    if (!needed.empty()) {
      refuse(needed + ", which policy " +
             std::string(placement::name_of(program.placement.policy)) + " needs");
    }
  }
  if (options.trace) refuse("recorded traces");
  if (options.from != nullptr) refuse("phases that run alone from a checkpoint");
  for (const Fault& fault : options.faults) {
    if (fault.takes_answers()) refuse("faults of kind " + std::string(outcome_of(fault.kind).name));
  }
  if (!options.capacity.empty()) refuse("dynamic capacity");
}

}  // namespace starnuma::run

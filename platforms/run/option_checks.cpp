// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/option_checks.h"

#include <map>
#include <string>

#include "platforms/assembly/wiring/channel_cycle.h"
#include "platforms/run/phases/whole_phases.h"
#include "platforms/run/pools/region_moves.h"

namespace starnuma::run {
namespace {

/// Returns the topology at the start and after each change of a link's state, in order of time.
std::vector<transport::Topology> links_left(const assembly::Wiring& wiring,
                                            const std::vector<HardwareFault>& faults) {
  std::map<base::Time, std::vector<std::pair<int, bool>>> changes;
  for (const HardwareFault& fault : faults) {
    if (fault.kind != HardwareFaultKind::kLinkDown) continue;
    changes[fault.at].emplace_back(fault.edge, true);
    if (fault.lasts > base::Time(0))
      changes[fault.at + fault.lasts].emplace_back(fault.edge, false);
  }
  transport::Topology now = wiring.topology;
  std::vector<transport::Topology> left{now};
  for (const auto& at_once : changes) {
    for (const auto& [edge, down] : at_once.second) now.set_down(edge, down);
    left.push_back(now);
  }
  return left;
}

/// Returns a cycle of channels that arises when a link changes state, or nothing. Messages in
/// flight on the previous routes meet messages on the new routes; without a new route they continue
/// on the previous one.
std::vector<std::string> circle_by(const assembly::Wiring& wiring,
                                   const std::vector<transport::Topology>& left) {
  for (std::size_t i = 1; i < left.size(); ++i) {
    std::vector<std::string> circle = assembly::channel_cycle(wiring, {left[i - 1], left[i]});
    if (!circle.empty()) return circle;
  }
  return {};
}

/// Throws InputError if links that are down can lead to a cycle. The machine itself has none, as
/// its check has found.
void check_circles(const assembly::MachineConfig& config,
                   const std::vector<HardwareFault>& faults) {
  const assembly::Wiring wiring = assembly::wire(config);
  std::string links;
  for (const std::string& link : circle_by(wiring, links_left(wiring, faults))) {
    links += (links.empty() ? "" : ", ") + link;
  }
  if (links.empty()) return;
  throw base::InputError(
      "scenario.faults: with simulation.delivery: queued and links that are down messages can wait "
      "for each other in a cycle indefinitely, over ",
      links, "; expected links whose alternate routes form none, or delivery immediate");
}

}  // namespace

void check_delivery(const assembly::MachineConfig& config, const SimulationOptions& options) {
  if (config.simulation.delivery == assembly::Delivery::kImmediate) return;
  check_circles(config, options.faults);
  if (!RegionMoves::any_in(config)) return;
  throw base::InputError(
      "machine.simulation.delivery: queued does not have regions of a logical pool that move yet; "
      "expected immediate");
}

void check_method(const assembly::MachineConfig& config, std::size_t programs,
                  const SimulationOptions& options) {
  if (!config.method) return;
  const bool remembers = config.method->sharers == assembly::SharersOver::kPublishedPhase;
  if ((remembers || WholePhases::asked_by(config)) &&
      (options.phases.checkpoint || options.phases.from != nullptr)) {
    throw base::InputError("machine.method: phases alone need method: in_time");
  }
  const bool plain = programs == 1 && !config.several_hosts() && options.faults.empty() &&
                     options.capacity.empty();
  if (WholePhases::asked_by(config) && !plain) {
    throw base::InputError(
        "machine.method.first_phase: untimed is of one program on one host, without faults and "
        "dynamic capacity; expected timed");
  }
}

}  // namespace starnuma::run

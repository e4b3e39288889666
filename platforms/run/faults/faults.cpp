// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/faults/faults.h"

#include "models/kernel/now.h"
#include "models/transport/link.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {

using base::Time;
using transport::FaultPeriod;

Faults::Faults(const assembly::MachineConfig& config, const std::vector<HardwareFault>& faults,
               const Scope& whole, std::uint64_t seed)
    : config_(config), whole_(whole), last_opening_(whole) {
  for (const HardwareFault& fault : faults) {
    if (fault.of_link_layer()) break_links(fault, seed);
  }
}

void Faults::break_links(const HardwareFault& fault, std::uint64_t seed) {
  OnLinks& broken = on_links_.emplace_back();
  broken.fault = fault;
  const auto edge = static_cast<std::size_t>(fault.edge);
  // The sender is notified of a bad flit one flight time later; the replay takes another one.
  const Time round_trip = whole_.machine().wiring().topology.edges()[edge].latency * 2;
  std::uint64_t lane = static_cast<std::uint64_t>(edge) << 32;
  for (transport::Link* link : whole_.machine().links_of(fault.edge)) {
    for (const auto direction : {transport::kForward, transport::kBackward}) {
      broken.lanes.push_back(&link->make_faulty(direction, base::Random(seed + ++lane).next()));
      broken.lanes.back()->set_round_trip(round_trip);
    }
  }
}

void Faults::begin(Opening /*opening*/) {
  if (!last_opening_.is_now()) return;
  for (const OnLinks& broken : on_links_) {
    const HardwareFault& fault = broken.fault;
    FaultPeriod period;
    period.from = kernel::now() + fault.at;
    if (fault.lasts > Time(0)) period.until = period.from + fault.lasts;
    for (transport::LaneFaults* lane : broken.lanes) {
      if (fault.kind == HardwareFaultKind::kLinkErrors) {
        lane->set_errors(period, fault.bit_error_rate);
      } else {
        lane->set_narrow(period, 2);
      }
    }
  }
}

int Faults::retimers_on(int edge) const {
  const assembly::Wiring& wiring = whole_.machine().wiring();
  const auto e = static_cast<std::size_t>(edge);
  const transport::Topology::Edge& link = wiring.topology.edges()[e];
  const auto near = wiring.topology.nodes()[static_cast<std::size_t>(link.a)].kind;
  const bool from_socket = link.place == transport::Topology::EdgePlace::kPool &&
                           near == transport::Topology::NodeKind::kSocket;
  return from_socket ? config_.pool[wiring.owner_of_edge[e]].retimers : 0;
}

void Faults::report(SimulationResult& result) {
  const assembly::Machine& machine = whole_.machine();
  for (const OnLinks& broken : on_links_) {
    const int retimers = retimers_on(broken.fault.edge);
    if (broken.fault.kind != HardwareFaultKind::kLinkErrors || retimers == 0) continue;
    std::int64_t replays = 0;
    for (const transport::LaneFaults* lane : broken.lanes) replays += lane->counts().errors;
    const std::string link = assembly::name_of_edge(machine.wiring(), broken.fault.edge);
    accounting::StatWriter(result.stats, std::string(machine.name()) + "." + link)
        .write("retimer_replays", replays * retimers, "1",
               "replays that passed a retimer of the link, both directions");
  }
}

}  // namespace starnuma::run

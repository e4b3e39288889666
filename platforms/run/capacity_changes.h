// SPDX-License-Identifier: Apache-2.0
// Dynamic capacity in a run: hosts get memory of pool devices and give it back while programs run.
//
// Contract: times count from the last opening of the measured windows. At its time a device offers
// an extent or asks for one, and the host's operating system answers when it gets to it
// (models/os/host_capacity.h). What does not fit is refused and changes nothing.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "models/os/host_capacity.h"
#include "platforms/run/capacity_change.h"
#include "platforms/run/last_opening.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

class CapacityChanges : public Observer {
 public:
  /// Of which zone a host takes the frames that it has exclusively on a device.
  using ZoneOf = std::function<base::NodeId(int host, base::NodeId device)>;

  /// `changes` in the order of time, of extents as large as they are in this machine; each host
  /// has an operating system that works. All must outlive it.
  CapacityChanges(const assembly::MachineConfig& config, std::vector<CapacityChange> changes,
                  const Scope& whole, paging::FramePool& memory, const ZoneOf& zone_of);

  void begin(Opening opening) override;
  base::Time next() const override;
  void sample() override;
  void report(SimulationResult& result) override;

  /// Hosts and devices that have changes, each once.
  struct Part {
    int host;
    base::NodeId device;
  };
  const std::vector<Part>& parts() const { return parts_; }
  /// What the host has exclusively there now.
  std::uint64_t pages_of(const Part& part) const;

 private:
  using Outcome = os::HostCapacity::Outcome;

  void carry_out(const CapacityChange& change);
  void offer(const CapacityChange& change, Outcome& outcome);
  void report_event(std::size_t event, SimulationResult& result) const;
  void report_host(int host, SimulationResult& result) const;

  const assembly::MachineConfig& config_;
  std::vector<CapacityChange> changes_;
  std::vector<Part> parts_;
  const Scope& whole_;
  paging::HostMap& hosts_;
  paging::DynamicCapacity capacity_;
  std::map<int, os::HostCapacity> operators_;  ///< By host.
  LastOpening last_opening_;
  base::Time begin_ = kNever;
  std::deque<Outcome> outcomes_;  ///< Of those that have begun; they stay where they are.
};

}  // namespace starnuma::run

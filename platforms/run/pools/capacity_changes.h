// SPDX-License-Identifier: Apache-2.0
// Dynamic capacity in a run: hosts allocate and release memory of pool devices while programs run.
//
// Contract:
// - Times count from the last opening of the measured windows.
// - At the event's time the device offers or requests an extent. The host's operating system
//   responds when its core is free (models/os/host_capacity.h).
// - A request that exceeds the free capacity is refused and changes nothing.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "models/os/host_capacity.h"
#include "platforms/run/measure/last_opening.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/pools/capacity_change.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class CapacityChanges : public Observer {
 public:
  /// Function that returns the zone of a host's exclusive frames on a device.
  using ZoneOf = std::function<base::NodeId(int host, base::NodeId device)>;

  /// Preconditions: extents in `changes` have the scaled machine's sizes, and each host has an
  /// operating-system core. All arguments must outlive this object.
  CapacityChanges(const assembly::MachineConfig& config, std::vector<CapacityChange> changes,
                  const Scope& whole, paging::FramePool& memory, const ZoneOf& zone_of);

  void begin(Opening opening) override;
  base::Time next() const override;
  void sample() override;
  void report(SimulationResult& result) override;

  /// Host and device with at least one change; listed once.
  struct Part {
    int host;
    base::NodeId device;
  };
  const std::vector<Part>& parts() const { return parts_; }
  /// Returns the current number of pages that the host has exclusively on the device.
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
  paging::HostMap& hosts_;
  paging::DynamicCapacity capacity_;
  std::map<int, os::HostCapacity> operators_;  ///< Operating systems by host.
  LastOpening last_opening_;
  base::Time begin_ = kNever;
  /// Outcomes of started changes; a deque keeps their addresses stable.
  std::deque<Outcome> outcomes_;
};

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// Link-layer faults of a run: schedules each for its time.
//
// Contract: times count from the last opening of the measured windows; no fault occurs before that.
// Random numbers derive from the seed.
#pragma once

#include <vector>

#include "models/transport/link_faults.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/measure/last_opening.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class Faults : public Observer {
 public:
  /// Precondition: the machine has sent no message. `whole` must outlive this object.
  Faults(const assembly::MachineConfig& config, const std::vector<HardwareFault>& faults,
         const Scope& whole, std::uint64_t seed);

  void begin(Opening opening) override;
  void report(SimulationResult& result) override;

 private:
  struct OnLinks {
    HardwareFault fault;
    std::vector<transport::LaneFaults*> lanes;
  };
  void break_links(const HardwareFault& fault, std::uint64_t seed);

  int retimers_on(int edge) const;

  const assembly::MachineConfig& config_;
  const Scope& whole_;
  LastOpening last_opening_;
  std::vector<OnLinks> on_links_;
};

}  // namespace starnuma::run

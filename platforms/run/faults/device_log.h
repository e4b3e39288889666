// SPDX-License-Identifier: Apache-2.0
// Events that pool devices log in a run: begins and ends of faults, and their report.
#pragma once

#include "models/ras/damage.h"
#include "platforms/assembly/wiring/wiring.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {

class DeviceLog {
 public:
  /// Both arguments must outlive this object.
  DeviceLog(const assembly::Wiring& wiring, ras::Damage& damage)
      : wiring_(wiring), damage_(damage) {}

  /// Logs the begin or end of a fault at its device. Faults of other parts have no event.
  void began(const HardwareFault& fault, base::Time now);
  void ended(const HardwareFault& fault, base::Time now);
  void cleared(base::NodeId device, base::Time now);
  /// Writes the events in order of time; `begin` is the time at which the windows opened.
  void report(base::Time begin, SimulationResult& result) const;

 private:
  void log(ras::DeviceEventKind kind, const HardwareFault& fault, base::Time now);
  int head_of(const ras::DeviceEvent& event) const;

  const assembly::Wiring& wiring_;
  ras::Damage& damage_;
};

}  // namespace starnuma::run

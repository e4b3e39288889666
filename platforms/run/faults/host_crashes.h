// SPDX-License-Identifier: Apache-2.0
// Host crashes of a scenario while programs run.
//
// Contract:
// - After the crash no node of the host responds to another host. A program that accesses such a
//   node stops at that access; lines of the node that caches evict are lost.
// - Programs with a thread on the host stop. Each thread stops where it next waits or synchronizes
//   with simulated time.
// - Requests issued before the crash complete.
// - Pages of other hosts' programs on the crashed host stay mapped there and are lost, except pages
//   with backups, which are rebuilt (page_protection.h).
// - Memory of pool devices does not belong to the host.
#pragma once

#include <string>
#include <vector>

#include "models/paging/host_map.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/measure/last_opening.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class HostCrashes : public Observer {
 public:
  /// Uses the crashes among `faults`; each host crashes at most once. The other arguments must
  /// outlive this object.
  HostCrashes(const assembly::MachineConfig& config, const std::vector<HardwareFault>& faults,
              const Scope& whole, paging::HostMap& hosts);

  static bool any_in(const std::vector<HardwareFault>& faults);

  void begin(Opening opening) override;
  base::Time next() const override;
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  struct Left {
    std::int64_t stopped = 0;  ///< Number of programs.
    std::uint64_t pages = 0;
  };
  void crash_host(const HardwareFault& crash);
  void rebuild(int crashed);
  std::uint64_t pages_on(int host, const RunningProgram& program) const;

  const assembly::MachineConfig& config_;
  std::vector<HardwareFault> crashes_;  ///< Crashes in order of time.
  const Scope& whole_;
  paging::HostMap& hosts_;
  LastOpening last_opening_;
  base::Time begin_ = kNever;
  std::vector<Left> left_;  ///< Current losses of each crash.
};

}  // namespace starnuma::run

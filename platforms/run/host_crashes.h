// SPDX-License-Identifier: Apache-2.0
// Hosts that crash while programs run, as a scenario says.
//
// Contract: from its time on nothing that lies on the host's nodes answers another host: a program
// that touches it is stopped at that access, and lines of it that caches give up are lost. Programs
// with a thread on the host are stopped, each thread where it next waits or lets others catch up.
// What was asked before is answered. Pages that lie there, of other hosts' programs, stay: they are
// lost, but for those that have backups (page_protection.h), which are made again. Memory of pool
// devices is not the host's.
#pragma once

#include <string>
#include <vector>

#include "models/paging/host_map.h"
#include "platforms/run/fault.h"
#include "platforms/run/last_opening.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

class HostCrashes : public Observer {
 public:
  /// Of the faults those that are crashes, each host once. The others must outlive it.
  HostCrashes(const assembly::MachineConfig& config, const std::vector<Fault>& faults,
              const Scope& whole, paging::HostMap& hosts);

  static bool any_in(const std::vector<Fault>& faults);

  void begin(Opening opening) override;
  base::Time next() const override;
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  struct Left {
    std::int64_t stopped = 0;  ///< Programs.
    std::uint64_t pages = 0;
  };
  void take_down(const Fault& crash);
  void rebuild(int crashed);
  std::uint64_t pages_on(int host, const RunningProgram& program) const;

  const assembly::MachineConfig& config_;
  std::vector<Fault> crashes_;  ///< In the order of time.
  const Scope& whole_;
  paging::HostMap& hosts_;
  LastOpening last_opening_;
  base::Time begin_ = kNever;
  std::vector<Left> left_;  ///< Of the crashes there have been.
};

}  // namespace starnuma::run

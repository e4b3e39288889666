// SPDX-License-Identifier: Apache-2.0
// Statistics of each host of a machine with several hosts: host.<name>.*.
#pragma once

#include <string>
#include <vector>

#include "platforms/run/measure/observer.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class HostFigures : public Observer {
 public:
  /// Both arguments must outlive this object.
  HostFigures(const assembly::MachineConfig& config, const Scope& whole);

  void begin(Opening opening) override;
  void report(SimulationResult& result) override;

 private:
  struct Host {
    std::string name;
    std::vector<base::CoreId> cores;
    std::vector<RunningProgram*> programs;  ///< Programs that run only on this host.
    std::int64_t instructions_at_begin = 0;
  };
  std::int64_t instructions(const Host& host) const;

  const assembly::MachineConfig& config_;
  const Scope& whole_;
  std::vector<Host> hosts_;
};

}  // namespace starnuma::run

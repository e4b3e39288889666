// SPDX-License-Identifier: Apache-2.0
// The figures of each host of a run where there are several: host.<name>.*.
#pragma once

#include <string>
#include <vector>

#include "platforms/run/observer.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

class HostFigures : public Observer {
 public:
  /// Both must outlive it.
  HostFigures(const assembly::MachineConfig& config, const Scope& whole);

  void begin(Opening opening) override;
  void report(SimulationResult& result) override;

 private:
  struct Host {
    std::string name;
    std::vector<base::CoreId> cores;
    std::vector<RunningProgram*> programs;  ///< That run on it alone.
    std::int64_t instructions_at_begin = 0;
  };
  std::int64_t instructions(const Host& host) const;

  const assembly::MachineConfig& config_;
  const Scope& whole_;
  std::vector<Host> hosts_;
};

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// Observer that logs the CXL.mem messages at the heads of the machine's pool devices
// (models/pool/message_log.h).
#pragma once

#include "models/pool/message_log.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/measure/observer.h"

namespace starnuma::run {

class PoolLog : public Observer {
 public:
  /// Throws InputError if the machine has no pool device or delivers immediately.
  PoolLog(std::ostream& out, const assembly::MachineConfig& config, assembly::Machine& machine);

  void report(SimulationResult& /*result*/) override { log_.finish(); }

 private:
  pool::MessageLog log_;
};

}  // namespace starnuma::run

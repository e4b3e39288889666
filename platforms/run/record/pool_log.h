// SPDX-License-Identifier: Apache-2.0
// Observer that logs the CXL.mem messages at the heads of the machine's pool devices, or records
// the hosts' requests (models/pool/message_log.h).
#pragma once

#include "models/pool/message_log.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/measure/observer.h"

namespace starnuma::run {

class PoolLog : public Observer {
 public:
  /// Throws InputError if the machine has no pool device, or delivers immediately and logs all
  /// messages.
  PoolLog(std::ostream& out, pool::Logged logged, const assembly::MachineConfig& config,
          assembly::Machine& machine);

  void report(SimulationResult& /*result*/) override { log_.finish(); }

 private:
  pool::MessageLog log_;
};

}  // namespace starnuma::run

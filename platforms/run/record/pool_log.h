// SPDX-License-Identifier: Apache-2.0
// Observers that log the traffic of the machine's pool devices.
#pragma once

#include "models/observers/request_log.h"
#include "models/pool/message_log.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/measure/observer.h"

namespace starnuma::run {

/// Observer that logs the CXL.mem messages at the heads, or records the hosts' requests
/// (models/pool/message_log.h).
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

/// Observer that logs misses, upgrades and page walks to the machine's pool devices with their
/// ledgers (models/observers/request_log.h).
class PoolRequests : public Observer, private kernel::MissObserver {
 public:
  /// Throws InputError if the machine has no pool device.
  PoolRequests(std::ostream& out, const assembly::MachineConfig& config,
               assembly::Machine& machine);

  void report(SimulationResult& /*result*/) override { log_.finish(); }

 private:
  void on_miss(const kernel::Miss& miss) override { log(miss); }
  void on_upgrade(const kernel::Miss& upgrade) override { log(upgrade); }
  void on_walk(const kernel::Miss& walk) override { log(walk); }
  void log(const kernel::Miss& miss);

  base::AgentMap agents_;
  accounting::LatencyKinds kinds_;
  observers::RequestLog log_;
};

}  // namespace starnuma::run

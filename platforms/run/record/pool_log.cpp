// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/record/pool_log.h"

#include "models/base/check.h"
#include "platforms/assembly/config/link_kinds.h"

namespace starnuma::run {

PoolLog::PoolLog(std::ostream& out, pool::Logged logged, const assembly::MachineConfig& config,
                 assembly::Machine& machine)
    : log_(out, logged) {
  const bool requests = logged == pool::Logged::kRequests;
  if (machine.pools().empty()) {
    throw base::InputError(requests ? "--record-pool" : "--log-pool",
                           ": expected a machine with a pool device");
  }
  if (!requests && config.simulation.delivery == assembly::Delivery::kImmediate) {
    throw base::InputError(
        "--log-pool: expected simulation.delivery: queued, found immediate, which has no "
        "order of messages; add --set simulation.delivery=queued");
  }
  for (const auto& pool : machine.pools()) pool->device().log_to(log_);
}

PoolRequests::PoolRequests(std::ostream& out, const assembly::MachineConfig& config,
                           assembly::Machine& machine)
    : agents_(config.agents()), kinds_(assembly::latency_kinds(config)), log_(out, kinds_) {
  if (machine.pools().empty()) {
    throw base::InputError("--log-requests: expected a machine with a pool device");
  }
  machine.add_observer(*this);
}

void PoolRequests::log(const kernel::Miss& miss) {
  if (!agents_.is_pool(miss.home)) return;
  log_.add({miss.transaction, miss.requester, miss.line, miss.done, miss.ledger});
}

}  // namespace starnuma::run

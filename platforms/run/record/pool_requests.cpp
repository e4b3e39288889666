// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/record/pool_requests.h"

#include "models/base/check.h"
#include "platforms/assembly/config/link_kinds.h"

namespace starnuma::run {

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

// SPDX-License-Identifier: Apache-2.0
#include "models/observers/state_signals.h"

#include <algorithm>

namespace starnuma::observers {

std::uint32_t StateSignals::add_queue(const std::string& object, const std::string& name) {
  if (!buffer_.selection().selects(object)) return kNobody;
  return buffer_.signals().add(
      {{object, name + "_occupancy", 16, {}}, {object, name + "_credits", 16, {}}});
}

void StateSignals::changed(std::uint32_t queue, base::Time time, std::size_t waiting, int credits) {
  if (queue == kNobody) return;
  buffer_.sample(time, queue, {waiting, static_cast<std::uint64_t>(std::max(credits, 0))});
}

void StateSignals::add_probe(const kernel::Agent& agent, const std::vector<Signal>& signals,
                             Read read) {
  const std::vector<std::uint64_t> values(signals.size(), 0);
  probes_.push_back({&agent, buffer_.signals().add(signals), std::move(read), values, values});
}

void StateSignals::handled(base::Time time, const kernel::Agent& agent) {
  for (Probe& probe : probes_) {
    if (probe.agent != &agent) continue;
    probe.read(probe.now);
    for (std::uint32_t i = 0; i < probe.now.size(); ++i) {
      if (probe.now[i] == probe.last[i]) continue;
      buffer_.signals().sample(time, probe.first_signal + i, {probe.now[i]});
    }
    probe.last = probe.now;
  }
}

}  // namespace starnuma::observers

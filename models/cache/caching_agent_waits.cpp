// SPDX-License-Identifier: Apache-2.0
// Waits of a caching agent in SystemC time: accesses wait for a miss register or an answer, and
// puts may be scheduled after the current time.
#include <algorithm>

#include "models/cache/caching_agent.h"
#include "models/kernel/now.h"

namespace starnuma::cache {

/// Waits until the time of the access, and until the line has no miss register.
void CachingAgent::wait_while_outstanding(protocol::Access& access) {
  execution_.wait_until(access.time);
  while (registers_.find(access.line) != nullptr) execution_.wait(waiting_, access.line);
  const base::Time wait = kernel::now() - access.time;
  access.time += wait;
  access.mshr_queue += wait;
}

/// Suspends the access until its line is granted or its eviction is acknowledged.
void CachingAgent::wait_for_home(MissRegister& pending, base::LineAddress line) {
  DeviceRequests* const device = requests_at(line);
  if (device != nullptr) ++device->requests;
  pending.fiber = execution_.caller();
  execution_.suspend();
  if (device == nullptr) return;
  --device->requests;
  if (device->requests < device->window.size()) execution_.wake_first(device->waiting);
}

/// Returns the request counter of the line's logical device, or null if its load is ignored.
CachingAgent::DeviceRequests* CachingAgent::requests_at(base::LineAddress line) {
  if (requests_by_device_.empty() || !place_.agents.is_pool(line.node())) return nullptr;
  return &requests_by_device_[place_.logical_device_of(line)];
}

/// Waits until the device may receive one more request. Returns true if it waited; the line may
/// have arrived meanwhile.
bool CachingAgent::defers(protocol::Access& access) {
  DeviceRequests* const device = requests_at(access.line);
  if (device == nullptr || device->requests < device->window.size()) return false;
  ++counts_.deferred;
  execution_.wait(device->waiting);
  wait_for_line(access);
  // If the line is currently present, the next waiting access may issue instead.
  const SocketEntry* entry = tags_.find(access.line);
  if (entry != nullptr && may_use(*entry, access)) execution_.wake_first(device->waiting);
  return true;
}

void CachingAgent::follow_load(const protocol::Message& message) {
  DeviceRequests* const device = requests_at(message.line);
  if (device == nullptr) return;
  const int before = device->window.size();
  counts_.throttled += device->window.follow(message.dev_load, kernel::now());
  if (device->window.size() > before) execution_.wake_first(device->waiting);
}

/// Schedules a put for the arrival of its line, after the current time.
void CachingAgent::defer_put(base::LineAddress line, base::Time time) {
  const base::Time now = kernel::now();
  puts_.erase(std::remove_if(puts_.begin(), puts_.end(),
                             [&](const PendingPut& put) { return put.time <= now; }),
              puts_.end());
  if (time > now) puts_.push_back({line, time});
}

/// Returns the earliest time at which a request for the line may follow its put.
base::Time CachingAgent::waits_for_put(base::LineAddress line, base::Time time) {
  for (const PendingPut& put : puts_) {
    if (put.line == line) time = std::max(time, put.time);
  }
  return time;
}

std::vector<CachingAgent::InFlightMessage>::iterator CachingAgent::find_uncached(
    std::uint64_t transaction) {
  return std::find_if(uncached_.begin(), uncached_.end(),
                      [&](const InFlightMessage& one) { return one.transaction == transaction; });
}

/// Completes an uncached request. Backup writes have no waiting request.
void CachingAgent::answer_uncached(const kernel::Envelope& envelope,
                                   const protocol::Message& message) {
  const auto answered = find_uncached(envelope.transaction);
  if (answered == uncached_.end()) return;
  answered->done = envelope.time + fabric_latency_;
  answered->count = message.count;
  execution_.resume(answered->fiber);
}

}  // namespace starnuma::cache

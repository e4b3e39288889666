// SPDX-License-Identifier: Apache-2.0
// Requests that wait for their line or for an entry of its set, and their retries.
#include "models/pool/multi_headed_device.h"
#include "models/pool/sector_eviction.h"

namespace starnuma::pool {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;

/// Handles a message that is the retry of a waiting request; returns false for other messages.
bool MultiHeadedDevice::retry(Envelope& envelope, const Message& message, Outbox& outbox) {
  const auto position = waiting_.remove_retried(envelope);
  if (!position) return false;
  host_side_->count_retry();
  // Without other requests there is no second look-up, so it counts as a wait.
  envelope.advance(LatencyKind::kLineQueue, directory_latency_);
  if (!request(envelope, message, outbox)) wait(*position, envelope, message.line);
  return true;
}

/// Adds a waiting request. If it waits for a grant to leave, its retry follows the grant. If hosts
/// are snooped, wake() starts the retry.
void MultiHeadedDevice::wait(std::size_t position, const Envelope& envelope,
                             base::LineAddress line) {
  WaitingRequests::Request& waiting = waiting_.add(position, envelope, line);
  if (!waiting_.is_first(position) || is_promised(line)) return;
  if (const auto free = retry_time(filter_, line)) start_retry(waiting, *free);
}

/// Starts the retries of requests that wait for a line, or for an entry of its set, which is stable
/// from `time` on.
void MultiHeadedDevice::wake(base::LineAddress line, base::Time time) {
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    WaitingRequests::Request& waiting = waiting_[i];
    if (waiting.retry || !filter_.same_set(waiting.line, line)) continue;
    if (!waiting_.is_first(i)) continue;
    const Entry* entry = filter_.find(waiting.line);
    if (entry != nullptr ? is_transient(entry->state) : is_promised(waiting.line)) continue;
    start_retry(waiting, time);
  }
}

void MultiHeadedDevice::start_retry(WaitingRequests::Request& waiting, base::Time time) {
  Envelope& retry = dispatcher().copy_of(waiting.envelope);
  if (time > retry.time) retry.advance(LatencyKind::kLineQueue, time - retry.time);
  waiting.retry = retry.sequence;
  host_side_->retry(retry);
}

}  // namespace starnuma::pool

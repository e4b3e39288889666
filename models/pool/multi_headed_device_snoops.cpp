// SPDX-License-Identifier: Apache-2.0
// Snoops of hosts; requests that wait for them, for their line or for an entry of its set, and
// their retries.
#include <algorithm>

#include "models/base/address_text.h"
#include "models/pool/multi_headed_device.h"
#include "models/pool/sector_eviction.h"
#include "models/protocol/channel.h"

namespace starnuma::pool {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Reaction;
using protocol::cxl::DevicePending;
using protocol::cxl::DeviceState;
using protocol::cxl::Op;

/// Back-invalidates the held lines of the filter's victim sector; the request resumes when the last
/// host has responded.
bool MultiHeadedDevice::make_room(Envelope& envelope, const Message& message, Outbox& outbox) {
  Entry* victim = filter_.victim(
      message.line, [&](const Entry& entry) { return !is_busy(entry, envelope.time); });
  if (victim == nullptr) return false;
  ++filter_evictions_;
  const auto sector = filter_.sector_of(*victim);
  for (const Entry& entry : sector) wait_while_busy(envelope, entry);
  BlockSnoops snoops(filter_.line_of(*victim));
  for (Entry& entry : sector) {
    if (entry.state == DeviceState::kInvalid) continue;
    Snooped& snooped = snooped_.emplace_back();
    snooped.line = filter_.line_of(entry);
    const Reaction reaction = protocol::cxl::evict(entry, snooped.line, snooped.pending, message);
    check_row(name(), reaction, message, &entry, envelope);
    snoops.add(snooped.line, reaction.asked);
  }
  const auto [messages, lines] = post_blocks(snoops, message.next(Op::kBISnpInv),
                                             [&](base::SocketId host, const Message& snoop) {
                                               post(outbox.reply_to(envelope), host, snoop);
                                             });
  statistics_.snooped(SnoopCause::kCapacity, messages, snoops.hosts(), lines);
  return true;
}

/// Handles a message of channel RwD or BIRsp: a writeback of an owner, or a snoop response. The
/// last response resumes the waiting request.
void MultiHeadedDevice::respond(Envelope& envelope, const Message& message, Outbox& outbox) {
  if (protocol::block_lines_of(message) != 0) {
    return each_of_block(message, [&](const Message& one) { respond(envelope, one, outbox); });
  }
  Entry* entry = filter_.find(message.line);
  Snooped* snooped = find_snooped(message.line);
  DevicePending none;
  DevicePending& pending = snooped != nullptr ? snooped->pending : none;
  const Reaction reaction =
      entry == nullptr
          ? Reaction()
          : protocol::cxl::step(*entry, pending, message, sender_of(envelope), place_.read_answer);
  check_row(name(), reaction, message, entry, envelope);
  if (reaction.write_memory) {
    write_memory(envelope, message.line);
    after_write(envelope, message);
  }
  const bool has_entry = protocol::credit_class_of(message) == protocol::CreditClass::kForward;
  if (has_entry) host_side_->write_done(envelope.time);
  if (reaction.resume) {
    const Message waiting = pending.request;
    const bool free = filter_.remove(*entry);
    report_sharers<Entry>(message.line, nullptr, envelope.time);
    forget(*snooped);
    if (!free) return;  // other lines of the sector are being evicted
    return serve(envelope, waiting, filter_.insert(waiting.line), outbox);
  }
  if (reaction.release) {
    if (!pending.written_back) wait_for_memory(envelope, *snooped);
    entry->busy_until = envelope.time;
  }
  send(envelope, reaction, outbox);
  report_sharers(message.line, entry, envelope.time);
  if (reaction.free_entry) filter_.remove(*entry);
  if (!reaction.release) return;
  host_side_->request_done(snooped->pending.request, envelope.time);
  forget(*snooped);
  wake(message.line, envelope.time);
}

bool MultiHeadedDevice::forget(base::SocketId socket, int fault, base::Time time,
                               const Recall& recall, const Settled& settled) {
  const std::uint32_t gone = base::bit_of(socket);
  bool all = true;
  filter_.each([&](Entry& entry) {
    if ((entry.sharers & gone) == 0) return;
    if (!is_settled(filter_.line_of(entry), entry, settled)) {
      all = false;
      return;
    }
    const bool owned = entry.state == DeviceState::kOwned;
    forget_holder(filter_.line_of(entry), gone, entry, owned, fault, time, recall);
    if (entry.sharers == 0) filter_.remove(entry);
  });
  return all;
}

void MultiHeadedDevice::reset(const Settled& settled) {
  speculative_.invalidate_all();
  filter_.each([&](Entry& entry) {
    if (is_settled(filter_.line_of(entry), entry, settled)) filter_.remove(entry);
  });
}

/// Waits for the memory read that overlapped with the snoops, if the hosts responded earlier. If
/// the read was dropped, it is issued at the current time, although an unloaded machine would not
/// have dropped it.
void MultiHeadedDevice::wait_for_memory(Envelope& envelope, const Snooped& snooped) const {
  base::Time done = snooped.memory_done;
  accounting::Ledger ledger = snooped.memory_ledger;
  if (snooped.read_dropped) {
    Envelope read = envelope;
    read.ledger = {};
    access_memory(read, in_memory(snooped.line), false);
    const base::Time array = read.ledger.unloaded();
    ledger.add(LatencyKind::kDramArray, array);
    ledger.add(LatencyKind::kDramQueue, read.time - done - array);
    done = read.time;
  }
  wait_for_data(envelope, done, ledger);
}

/// Returns true if a request is evicting a sector for the sector of this line.
bool MultiHeadedDevice::is_promised(base::LineAddress line) const {
  return std::any_of(snooped_.begin(), snooped_.end(), [&](const Snooped& s) {
    const base::LineAddress next = s.pending.request.line;
    return s.line != next && filter_.same_sector(next, line);
  });
}

MultiHeadedDevice::Snooped* MultiHeadedDevice::find_snooped(base::LineAddress line) {
  for (Snooped& snooped : snooped_) {
    if (snooped.line == line) return &snooped;
  }
  return nullptr;
}

void MultiHeadedDevice::forget(Snooped& snooped) {
  snooped = snooped_.back();
  snooped_.pop_back();
}

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

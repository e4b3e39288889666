// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden_kit/golden_agents.h"

#include <algorithm>

namespace starnuma::golden_kit {

using protocol::Message;
using protocol::Outcome;
using protocol::Reaction;
using protocol::cxl::Op;

void GoldenDevice::receive(const Packet& packet) {
  if (failed_ || packet.op == Op::kMemSpecRd) return;  // a device may drop a MemSpecRd
  if (packet.op == Op::kBIConflict) cover_conflict(packet);
  if (const std::optional<Service> later = take(packet, Service::kFresh)) {
    waiting_.push_back({packet, *later});
    return;
  }
  for (std::size_t i = 0; i < waiting_.size();) {
    Waiting& request = waiting_[i];
    if (waits_before(i, request.packet.line)) {
      ++i;
    } else if (const std::optional<Service> later = take(request.packet, request.service)) {
      request.service = *later;
      ++i;
    } else {
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    }
  }
}

/// Returns true if one of the first `end` waiting requests is for the line.
bool GoldenDevice::waits_before(std::size_t end, base::LineAddress line) const {
  return std::any_of(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Waiting& waiting) { return waiting.packet.line == line; });
}

void GoldenDevice::cover_conflict(const Packet& packet) {
  const bool waits = std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& waiting) {
    return waiting.packet.line == packet.line && waiting.packet.host == packet.host;
  });
  coverage_.add(waits ? Situation::kEarlyConflict : Situation::kLateConflict);
}

/// Takes a message; returns how it will be served if it has to wait.
std::optional<Service> GoldenDevice::take(const Packet& packet, Service service) {
  Line& line = lines_[packet.line.value];
  if (protocol::cxl::allocates(packet.op) && !line.present) {
    if (!make_room(packet)) return Service::kResumed;
    line.present = true;
    line.entry = {};
    ++present_;
    filter_.push_back(packet.line.value);
  }
  coverage_.service = service;
  const Reaction reaction = protocol::cxl::step(
      line.entry, line.pending, Message::of(packet.op, packet.line, packet.host), packet.host,
      protocol::cxl::ReadAnswer::kApart, CoveredRows(coverage_));
  if (reaction.outcome == Outcome::kWait) return Service::kReplayed;
  failed_ = reaction.outcome != Outcome::kDone;
  if (!failed_) react(packet.line.value, reaction, packet);
  return std::nullopt;
}

/// Returns true if an eviction for a read of the line is outstanding.
bool GoldenDevice::evicts_for(base::LineAddress line) const {
  return std::any_of(filter_.begin(), filter_.end(), [&](std::uint64_t number) {
    const Line& victim = lines_.at(number);
    return victim.entry.state == protocol::cxl::DeviceState::kEvicting &&
           victim.pending.request.line == line;
  });
}

/// Returns true if an entry is free. Evicts the oldest entry if the filter is full; the read waits
/// for this entry, even if another one becomes free.
bool GoldenDevice::make_room(const Packet& request) {
  if (evicts_for(request.line)) return false;
  if (present_ < entries_) return true;
  while (!filter_.empty()) {
    const std::uint64_t oldest = filter_.front();
    Line& victim = lines_[oldest];
    if (victim.present && is_transient(victim.entry.state)) {
      coverage_.add(Situation::kVictimTransient);
      return false;
    }
    filter_.pop_front();
    if (!victim.present) continue;
    filter_.push_back(oldest);
    coverage_.add(Situation::kFilterFull);
    coverage_.service = Service::kFresh;
    const Reaction reaction = protocol::cxl::evict(
        victim.entry, {oldest}, victim.pending, Message::of(request.op, request.line, request.host),
        CoveredRows(coverage_));
    react(oldest, reaction, request);
    return false;
  }
  return false;
}

void GoldenDevice::react(std::uint64_t number, const Reaction& reaction, const Packet& cause) {
  Line& line = lines_[number];
  if (reaction.write_memory) line.memory = cause.data;
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    sends.push_back(
        {reaction.ask->cxl, static_cast<base::SocketId>(__builtin_ctz(left)), {number}, 0});
  }
  if (reaction.read_memory) line.fetched = line.memory;
  const std::uint64_t data = line.pending.written_back ? line.memory : line.fetched;
  for (const protocol::Send& send : reaction) {
    sends.push_back({send.message.cxl, send.to, {number}, data});
  }
  if (reaction.free_entry && line.present) {
    line.present = false;
    --present_;
  }
  if (!is_transient(line.entry.state)) line.pending = {};
}

bool GoldenHost::start(protocol::RequesterEvent access, base::LineAddress address,
                       std::uint64_t data) {
  Line& line = lines_[address.value];
  const Reaction reaction = protocol::start(line.state, access, Message::of(Op{}, address, host_),
                                            true, CoveredHostRows(coverage_));
  if (failed_ || reaction.outcome != Outcome::kDone) return false;
  line.stores = protocol::is_store(access);
  line.stored = data;
  react(line, reaction);
  return true;
}

void GoldenHost::receive(const Packet& packet) {
  if (failed_) return;
  Line& line = lines_[packet.line.value];
  const Message message = Message::of(packet.op, packet.line, host_);
  if (message.carries_copy()) line.data = packet.data;
  const Reaction reaction = protocol::step(line.state, message, CoveredHostRows(coverage_));
  failed_ = reaction.outcome != Outcome::kDone;
  if (!failed_) react(line, reaction);
}

bool GoldenHost::busy(base::LineAddress line) const {
  const auto found = lines_.find(line.value);
  return found != lines_.end() && !found->second.state.idle();
}

std::uint64_t GoldenHost::data(base::LineAddress line) const {
  const auto found = lines_.find(line.value);
  return found == lines_.end() ? 0 : found->second.data;
}

void GoldenHost::react(Line& line, const Reaction& reaction) {
  if (reaction.complete && line.stores) line.data = line.stored;
  if (reaction.complete) line.stores = false;
  for (const protocol::Send& send : reaction) {
    sends.push_back({send.message.cxl, host_, send.message.line, line.data});
  }
}

}  // namespace starnuma::golden_kit

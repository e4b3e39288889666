// SPDX-License-Identifier: Apache-2.0
// What happens in one step of a coherence_bench::System (included by system.h).
#pragma once

#include "models/base/check.h"
#include "models/protocol/names.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

template <int H, int L, int F>
Step System<H, L, F>::start(int host, int line, protocol::RequesterEvent own) {
  Copy& mine = copies_[at(host, line)];
  const Message origin = Message::of(protocol::coherence::Op{}, {static_cast<std::uint64_t>(line)},
                                     static_cast<base::SocketId>(host));
  const Reaction reaction =
      protocol::start(mine.line, own, origin, config_.on_device(line), hooks_);
  completed_ = {};
  if (reaction.outcome != protocol::Outcome::kDone) return Step::kNo;
  const bool store = own == protocol::RequesterEvent::kStore;
  const bool access = store || own == protocol::RequesterEvent::kLoad;
  Reaction rest = reaction;
  rest.complete = reaction.complete && access;
  if (host_reacts(rest, host, line, store) == Step::kBroken) return Step::kBroken;
  return check(line);
}

template <int H, int L, int F>
Step System<H, L, F>::start_move(int line, protocol::RequesterEvent own, const Data* fill) {
  Line& home = line_at(line);
  if (home.moving) return Step::kNo;
  home.moving = true;
  home.fills = fill != nullptr;
  if (fill != nullptr) home.fill = *fill;
  const Step step = start(kMoverHost, line, own);
  if (step == Step::kNo) home.moving = false;
  return step;
}

template <int H, int L, int F>
Step System<H, L, F>::deliver(int index, int victim) {
  const Flight flight = flights_[static_cast<std::size_t>(index)];
  if (held_back(flight)) return Step::kNo;
  touched_ = 0;
  completed_ = {};
  const Step step = flight.to == protocol::kHome
                        ? (on_device(flight) ? to_device(flight, victim) : to_home(flight))
                        : to_host(flight);
  if (step != Step::kDone) return step;
  remove(index);
  touched_ |= std::uint32_t{1} << line_of(flight.message);
  for (std::uint32_t left = touched_; left != 0; left &= left - 1) {
    if (check(__builtin_ctz(left)) == Step::kBroken) return Step::kBroken;
  }
  return Step::kDone;
}

/// Whether an order rule, or a channel fault, keeps the message from arriving now.
template <int H, int L, int F>
bool System<H, L, F>::held_back(const Flight& flight) const {
  using protocol::Channel;
  using protocol::Mutant;
  const Channel channel = protocol::channel_of(flight.message);
  const bool ordered =
      on_device(flight) ? flight.message.cxl == Op::kBIConflictAck : channel != Channel::kResponse;
  const bool unordered =
      !ordered || (channel == Channel::kForward && hooks_.broken(Mutant::kSnoopPassesGrant)) ||
      (channel == Channel::kRequest && hooks_.broken(Mutant::kGetPassesPut)) ||
      (channel == Channel::kNdr && hooks_.broken(Mutant::kAckPassesCmp));
  for (std::size_t i = 0; !unordered && i < count_; ++i) {
    const Flight& other = flights_[i];
    if (other.from == flight.from && other.to == flight.to && other.sequence < flight.sequence &&
        other.message.line == flight.message.line &&
        !protocol::may_pass(flight.message, other.message)) {
      return true;
    }
  }
  if (channel != Channel::kRwD) return false;
  const bool conflict = flight.message.cxl == Op::kBIConflict;
  const bool waits =
      hooks_.broken(conflict ? Mutant::kConflictWaitsForRequest : Mutant::kWriteWaitsForRequest);
  const Line& line = lines_[static_cast<std::size_t>(line_of(flight.message))];
  return waits && is_transient(line.device.state);
}

template <int H, int L, int F>
Step System<H, L, F>::to_home(const Flight& flight) {
  const int line = line_of(flight.message);
  const Reaction reaction = protocol::coherence::step(line_at(line).home, flight.message, hooks_);
  return home_reacts(reaction, flight, line);
}

template <int H, int L, int F>
Step System<H, L, F>::to_device(const Flight& flight, int victim) {
  const int line = line_of(flight.message);
  Line& mine = line_at(line);
  const Op op = flight.message.cxl;
  if (!mine.present && (op == Op::kMemRdShared || op == Op::kMemRdOwn)) {
    if (room_promised(flight.message.line)) return Step::kNo;
    int entries = 0;
    for (int l = 0; l < config_.lines; ++l) entries += line_at(l).present;
    if (entries == config_.filter) return make_room(flight, victim);
    mine.device = {};
    mine.present = true;
  }
  const Reaction reaction = protocol::cxl::step(mine.device, mine.pending, flight.message,
                                                flight.from, config_.answer, hooks_);
  return home_reacts(reaction, flight, line);
}

/// Whether a victim is being back-invalidated for this line: its other requests wait.
template <int H, int L, int F>
bool System<H, L, F>::room_promised(base::LineAddress line) const {
  for (int l = 0; l < config_.lines; ++l) {
    const Line& other = lines_[static_cast<std::size_t>(l)];
    if (other.present && other.device.state == protocol::cxl::DeviceState::kEvicting &&
        other.pending.request.line == line) {
      return true;
    }
  }
  return false;
}

/// Back-invalidates a line whose entry the request needs.
template <int H, int L, int F>
Step System<H, L, F>::make_room(const Flight& flight, int victim) {
  for (int tried = 0; tried < config_.lines; ++tried, ++victim) {
    const int line = victim % config_.lines;
    Line& other = line_at(line);
    if (!other.present || is_transient(other.device.state)) continue;
    const Reaction reaction = protocol::cxl::evict(other.device, {static_cast<std::uint64_t>(line)},
                                                   other.pending, flight.message, hooks_);
    return home_reacts(reaction, flight, line);
  }
  return Step::kNo;
}

template <int H, int L, int F>
std::string System<H, L, F>::no_row(const std::string& who, std::string_view state,
                                    const Message& message) {
  return who + " in state " + std::string(state) + " has no row for " +
         std::string(protocol::name_of(message));
}

template <int H, int L, int F>
std::string_view System<H, L, F>::home_state(int line) const {
  const Line& home = lines_[static_cast<std::size_t>(line)];
  return config_.on_device(line) ? protocol::name_of(home.device.state)
                                 : protocol::name_of(home.home.state);
}

/// Carries out what the home of `line` answers to a message.
template <int H, int L, int F>
Step System<H, L, F>::home_reacts(const Reaction& reaction, const Flight& cause, int line) {
  if (reaction.outcome == protocol::Outcome::kWait) {
    const protocol::Channel channel = protocol::channel_of(cause.message);
    if (channel == protocol::Channel::kReq || channel == protocol::Channel::kRequest) {
      return Step::kNo;
    }
    return broken(std::string(protocol::name_of(cause.message)) + " waits for a request");
  }
  if (reaction.outcome == protocol::Outcome::kIllegal) {
    return broken(no_row(config_.on_device(line) ? "the device" : "the home", home_state(line),
                         cause.message));
  }
  touched_ |= std::uint32_t{1} << line;
  Line& mine = line_at(line);
  if (reaction.write_memory) {
    if (cause.data != mine.latest) return broken("old data are written to memory");
    mine.memory = cause.data;
  }
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    post(*reaction.ask, protocol::kHome, static_cast<base::SocketId>(__builtin_ctz(left)), {});
  }
  for (const protocol::Send& send : reaction) {
    if (send.message.carries_data() && mine.memory != mine.latest) {
      return broken("old data are granted from memory");
    }
    post(send.message, protocol::kHome, send.to, mine.memory);
  }
  if (reaction.free_entry && config_.on_device(line)) mine.present = false;
  if (!reaction.resume) return Step::kDone;
  const Message waiting = mine.pending.request;
  Line& next = line_at(line_of(waiting));
  next.device = {};
  next.present = true;
  const Flight request{waiting, waiting.requester, protocol::kHome, 0, {}};
  return home_reacts(protocol::cxl::step(next.device, next.pending, waiting, waiting.requester,
                                         config_.answer, hooks_),
                     request, line_of(waiting));
}

template <int H, int L, int F>
Step System<H, L, F>::to_host(const Flight& flight) {
  const int host = base::index_of(flight.to);
  const int line = line_of(flight.message);
  Copy& mine = copies_[at(host, line)];
  const protocol::RequesterState before = mine.line.state;
  const bool store =
      before == protocol::RequesterState::kOwning || before == protocol::RequesterState::kUpgrading;
  const Reaction reaction = protocol::step(mine.line, flight.message, hooks_);
  if (reaction.outcome == protocol::Outcome::kIllegal) {
    return broken(no_row("host " + std::to_string(host), name_of(before), flight.message));
  }
  if (flight.message.carries_data()) mine.data = flight.data;
  return host_reacts(reaction, host, line, store);
}

/// The access of a complete transaction, then the messages.
template <int H, int L, int F>
Step System<H, L, F>::host_reacts(const Reaction& reaction, int host, int line, bool store) {
  Copy& mine = copies_[at(host, line)];
  Line& home = line_at(line);
  if (reaction.complete) {
    if (mine.data != home.latest) {
      return broken("host " + std::to_string(host) + " reads old data");
    }
    const bool moves = home.moving && host == kMoverHost;
    completed_ = {host, line, store && !moves};
    if (moves) {
      if (home.fills) mine.data = home.latest = home.fill;
      home.moving = false;
    } else if (store) {
      ++home.latest[static_cast<std::size_t>(host % kWords)];
      mine.data = home.latest;
    }
  }
  for (const protocol::Send& send : reaction) {
    post(send.message, static_cast<base::SocketId>(host), send.to, mine.data);
  }
  return Step::kDone;
}

template <int H, int L, int F>
void System<H, L, F>::post(const Message& message, base::SocketId from, base::SocketId to,
                           const Data& data) {
  SN_CHECK(count_ < flights_.size(), "coherence bench: more messages in flight than ever expected");
  flights_[count_++] = {message, from, to, sequence_++, data};
}

template <int H, int L, int F>
bool System<H, L, F>::idle() const {
  if (count_ != 0) return false;
  for (const Copy& copy : copies_) {
    if (!copy.line.idle()) return false;
  }
  for (const Line& line : lines_) {
    if (is_transient(line.home.state) || is_transient(line.device.state)) return false;
  }
  return true;
}

}  // namespace starnuma::coherence_bench

#include "testbenches/coherence/system_check.h"

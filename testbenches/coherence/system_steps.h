// SPDX-License-Identifier: Apache-2.0
// Execution of one step of a coherence_bench::System (included by system.h).
#pragma once

#include <algorithm>

#include "models/base/check.h"
#include "models/protocol/names.h"
#include "testbenches/coherence/system_class.h"

namespace starnuma::coherence_bench {

template <int H, int L, int F>
Step System<H, L, F>::start(int host, int line, protocol::RequesterEvent own) {
  Copy& mine = copies_[at(host, line)];
  const Message origin = Message::of(protocol::coherence::Op{}, {static_cast<std::uint64_t>(line)},
                                     static_cast<base::SocketId>(host));
  const protocol::RequesterState before = mine.line.state;
  Reaction reaction = protocol::start(mine.line, own, origin, config_.on_device(line), subject_);
  completed_ = {};
  if (reaction.outcome != protocol::Outcome::kDone) return Step::kNo;
  const bool store = protocol::is_store(own);
  reaction.complete &= store || own == protocol::RequesterEvent::kLoad;
  const HostStep step{nullptr, before, mine.line.state, store,
                      own == protocol::RequesterEvent::kStoreLine};
  if (host_reacts(reaction, host, line, step) == Step::kBroken) return Step::kBroken;
  return check_line(line);
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
  Flight flight = flights_[static_cast<std::size_t>(index)];
  if (deferred(flight) || flight.arrived != 0) return Step::kNo;
  if (subject_.broken(SystemMutant::kLinesMixed)) flight.message.line = mixed_line(flight);
  touched_ = 0;
  completed_ = {};
  if (subject_.broken(SystemMutant::kAnswerGoesRound) && ends_transaction(flight.message)) {
    return Step::kDone;
  }
  const protocol::Channel channel = protocol::channel_of(flight.message);
  const bool request = channel == protocol::Channel::kReq || channel == protocol::Channel::kRequest;
  if (config_.in_order && request) return arrive(index);
  const Step step = flight.to == protocol::kHome
                        ? (on_device(flight) ? to_device(flight, victim) : to_home(flight))
                        : to_host(flight);
  if (step != Step::kDone) return step;
  remove(index);
  touched_ |= std::uint32_t{1} << line_of(flight.message);
  for (std::uint32_t left = touched_; left != 0; left &= left - 1) {
    if (check_line(__builtin_ctz(left)) == Step::kBroken) return Step::kBroken;
  }
  return config_.in_order ? serve_waiting(line_of(flight.message)) : Step::kDone;
}

/// Returns the first line that waits for a response like this message, else the message's own line.
template <int H, int L, int F>
base::LineAddress System<H, L, F>::mixed_line(const Flight& flight) const {
  for (int other = 0; other < config_.lines && flight.to == protocol::kHome; ++other) {
    const Line& line = lines_[static_cast<std::size_t>(other)];
    const bool awaited =
        on_device(flight) ? is_transient(line.device.state) && flight.message.cxl == Op::kBIRspI &&
                                (line.pending.awaited & protocol::bit_of(flight.from)) != 0
                          : is_transient(line.home.state) &&
                                flight.message.coherence == protocol::coherence::Op::kUnblock;
    if (awaited) return {static_cast<std::uint64_t>(other)};
  }
  return flight.message.line;
}

template <int H, int L, int F>
bool System<H, L, F>::busy(int line) const {
  const Line& home = lines_[static_cast<std::size_t>(line)];
  return config_.on_device(line) ? is_transient(home.device.state) : is_transient(home.home.state);
}

/// Queues a request at its home, which accepts it after serving the earlier ones.
template <int H, int L, int F>
Step System<H, L, F>::arrive(int index) {
  Flight& flight = flights_[static_cast<std::size_t>(index)];
  const int line = line_of(flight.message);
  if (subject_.broken(SystemMutant::kRefusedWhileBusy) && busy(line)) return Step::kNo;
  flight.arrived = ++arrivals_;
  return serve_waiting(line);
}

/// Returns the index of the next request of the line, or -1.
template <int H, int L, int F>
int System<H, L, F>::next_waiting(int line) const {
  const bool newest = subject_.broken(SystemMutant::kNewestFirst);
  const bool writers = subject_.broken(SystemMutant::kWritersFirst);
  int next = -1;
  bool writer = false;
  for (std::size_t i = 0; i < count_; ++i) {
    const Flight& flight = flights_[i];
    if (flight.arrived == 0 || line_of(flight.message) != line) continue;
    const bool writes = writers && wants_to_write(flight.message);
    const bool before =
        next < 0 || (flight.arrived < flights_[static_cast<std::size_t>(next)].arrived) != newest;
    if (writes == writer ? !before : writer) continue;
    next = static_cast<int>(i);
    writer = writes;
  }
  return next;
}

template <int H, int L, int F>
Step System<H, L, F>::serve_waiting(int line) {
  while (!busy(line)) {
    const int index = next_waiting(line);
    if (index < 0) break;
    const Flight flight = flights_[static_cast<std::size_t>(index)];
    for (std::size_t i = 0; i < count_; ++i) {
      const Flight& other = flights_[i];
      const bool waits = other.arrived != 0 && line_of(other.message) == line;
      if (waits && other.arrived < flight.arrived) {
        return broken(Check::kArrival, "a request is served before one that came earlier");
      }
    }
    const Step step = on_device(flight) ? to_device(flight, 0) : to_home(flight);
    if (step == Step::kBroken) return step;
    SN_CHECK(step == Step::kDone, "coherence bench: a free line serves no request");
    remove(index);
    if (check_line(line) == Step::kBroken) return Step::kBroken;
  }
  return Step::kDone;
}

/// Returns true if an ordering rule or a channel fault currently prevents delivery of the message.
template <int H, int L, int F>
bool System<H, L, F>::deferred(const Flight& flight) const {
  using protocol::Channel;
  const Channel channel = protocol::channel_of(flight.message);
  const bool ordered =
      on_device(flight) ? flight.message.cxl == Op::kBIConflictAck : channel != Channel::kResponse;
  const bool unordered =
      !ordered ||
      (channel == Channel::kForward && subject_.broken(SystemMutant::kSnoopPassesGrant)) ||
      (channel == Channel::kRequest && subject_.broken(SystemMutant::kGetPassesPut)) ||
      (channel == Channel::kNdr && subject_.broken(SystemMutant::kAckPassesCmp));
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
  const bool waits = subject_.broken(conflict ? SystemMutant::kConflictWaitsForRequest
                                              : SystemMutant::kWriteWaitsForRequest);
  const Line& line = lines_[static_cast<std::size_t>(line_of(flight.message))];
  return waits && is_transient(line.device.state);
}

template <int H, int L, int F>
Step System<H, L, F>::to_host(const Flight& flight) {
  const int host = base::index_of(flight.to);
  const int line = line_of(flight.message);
  Copy& mine = copies_[at(host, line)];
  const protocol::RequesterState before = mine.line.state;
  const bool store = awaits_ownership(before);
  const bool whole_line = mine.watcher.own == Watcher::Own::kOwnLine;
  disturb_arrival(subject_.fault, mine.line, flight.message);
  Reaction reaction = protocol::step(mine.line, flight.message, subject_);
  if (reaction.outcome == protocol::Outcome::kIllegal) {
    return broken(Check::kRow,
                  no_row("host " + std::to_string(host), name_of(before), flight.message));
  }
  if (flight.message.carries_data()) mine.data = flight.data;
  disturb_host(subject_.fault, reaction);
  if (subject_.broken(SystemMutant::kLoserRetries) &&
      before == protocol::RequesterState::kReading && reaction.complete &&
      mine.line.state == protocol::RequesterState::kInvalid) {
    reaction.complete = false;
    for (const protocol::Send& send :
         protocol::start(mine.line, protocol::RequesterEvent::kLoad, flight.message,
                         config_.on_device(line), subject_)) {
      reaction.sends.push_back(send);
    }
  }
  return host_reacts(reaction, host, line,
                     {&flight.message, before, mine.line.state, store, whole_line});
}

/// Completes the access of a finished transaction, then sends the messages.
template <int H, int L, int F>
Step System<H, L, F>::host_reacts(const Reaction& reaction, int host, int line,
                                  const HostStep& step) {
  Copy& mine = copies_[at(host, line)];
  Line& home = line_at(line);
  const bool store = step.store;
  if (const Violation wrong = watch_host(mine.watcher, step, reaction)) {
    return broken(wrong.check, "host " + std::to_string(host) + ": " + std::string(wrong.what));
  }
  if (reaction.complete) {
    if (mine.data != home.latest && !step.whole_line) {
      return broken(Check::kLatestData, "host " + std::to_string(host) + " reads old data");
    }
    const bool moves = home.moving && host == kMoverHost;
    completed_ = {host, line, store && !moves};
    if (moves) {
      if (home.fills) mine.data = home.latest = home.fill;
      home.moving = false;
    } else if (store) {
      write(home.latest, host, step.whole_line);
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
  flights_[count_++] = {message, from, to, sequence_++, data, 0};
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

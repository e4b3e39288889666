// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/cxl_log/logged_system.h"

#include <algorithm>

#include "models/protocol/channel.h"
#include "testbenches/coherence/faults.h"

namespace starnuma::test {

using base::SocketId;
using coherence_bench::SystemMutant;
using protocol::Outcome;
using protocol::RequesterEvent;
using protocol::cxl::Op;

namespace {

/// Data of a read buffer that no memory read has filled.
constexpr std::uint64_t kUnread = ~std::uint64_t{0};

}  // namespace

LoggedSystem::LoggedSystem(const LoggedShape& shape, Subject subject, std::uint64_t seed)
    : subject_(subject),
      random_(seed),
      hosts_(shape.hosts),
      filter_(shape.filter),
      copies_(static_cast<std::size_t>(shape.hosts * shape.lines)),
      lines_(static_cast<std::size_t>(shape.lines)) {}

void LoggedSystem::run(int steps) {
  for (int i = 0; i < steps && !stopped_ && !violation; ++i) {
    if (flights_.empty() || below(4) == 0) {
      start();
    } else {
      move(static_cast<std::size_t>(below(static_cast<int>(flights_.size()))));
    }
  }
}

void LoggedSystem::start() {
  const auto host = static_cast<SocketId>(below(hosts_));
  const auto line = static_cast<std::size_t>(below(static_cast<int>(lines_.size())));
  const RequesterEvent event =
      protocol::kHostEvents[static_cast<std::size_t>(below(protocol::kHostEvents.size()))];
  const Message origin = Message::of(Op{}, {line}, host);
  const Reaction reaction = protocol::start(copy(host, line).line, event, origin, true, subject_);
  if (reaction.outcome != Outcome::kDone) return;
  host_reacts(reaction, host, line, is_store(event));
}

/// Returns true if an earlier message must stay before this one.
bool LoggedSystem::blocked(std::size_t index) const {
  const Flight& flight = flights_[index];
  if (subject_.broken(SystemMutant::kAckPassesCmp)) return false;
  return std::any_of(flights_.begin(), flights_.begin() + static_cast<std::ptrdiff_t>(index),
                     [&](const Flight& earlier) {
                       return earlier.stage == flight.stage && earlier.host == flight.host &&
                              earlier.message.line == flight.message.line &&
                              !protocol::may_pass(flight.message, earlier.message);
                     });
}

/// Moves a message to its next stage, if that is possible.
void LoggedSystem::move(std::size_t index) {
  if (blocked(index)) return;
  Flight flight = flights_[index];
  if (flight.stage == Stage::kToDevice || flight.stage == Stage::kLeaving) {
    log(flight);
    flight.stage = flight.stage == Stage::kLeaving ? Stage::kToHost : Stage::kAtDevice;
    // To the end, so that messages of a stage are in the order in which they entered it.
    flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(index));
    flights_.push_back(flight);
    return;
  }
  if (flight.stage == Stage::kAtDevice && !to_device(flight)) return;
  flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(index));
  if (flight.stage == Stage::kToHost) to_host(flight);
}

void LoggedSystem::to_host(const Flight& flight) {
  Copy& mine = copy(flight.host, number(flight.message));
  const bool stores = mine.line.state == protocol::RequesterState::kOwning ||
                      mine.line.state == protocol::RequesterState::kUpgrading;
  if (flight.message.carries_copy()) mine.data = flight.data;
  coherence_bench::disturb_arrival(subject_.fault, mine.line, flight.message);
  Reaction reaction = protocol::step(mine.line, flight.message, subject_);
  coherence_bench::disturb_host(subject_.fault, reaction);
  stopped_ = reaction.outcome != Outcome::kDone;
  if (!stopped_) host_reacts(reaction, flight.host, number(flight.message), stores);
}

void LoggedSystem::host_reacts(const Reaction& reaction, SocketId host, std::size_t line,
                               bool stores) {
  Copy& mine = copy(host, line);
  if (reaction.complete && stores) mine.data = ++version_;
  for (const protocol::Send& send : reaction) {
    flights_.push_back({send.message, host, Stage::kToDevice, mine.data});
  }
}

/// Evicts an entry if the snoop filter is full; returns true if the request can be served.
bool LoggedSystem::make_room(const Message& request) {
  const auto present =
      std::count_if(lines_.begin(), lines_.end(), [](const Line& line) { return line.present; });
  if (present < filter_) return true;
  const auto first = static_cast<std::size_t>(below(static_cast<int>(lines_.size())));
  Line& victim = lines_[first];
  if (!victim.present || is_transient(victim.entry.state)) return false;
  Reaction reaction =
      protocol::cxl::evict(victim.entry, {first}, victim.pending, request, subject_);
  coherence_bench::disturb_eviction(subject_.fault, victim.pending, reaction);
  if (reaction.outcome == Outcome::kDone) device_reacts(victim, reaction, {request, {}, {}, 0});
  return false;
}

/// Returns false if the message has to wait.
bool LoggedSystem::to_device(const Flight& flight) {
  Line& line = lines_[number(flight.message)];
  if (protocol::cxl::allocates(flight.message.cxl) && !line.present) {
    if (!make_room(flight.message)) return false;
    line.present = true;
    line.entry = {};
  }
  if (subject_.broken(SystemMutant::kRefusedWhileBusy) && is_transient(line.entry.state)) {
    return false;
  }
  Reaction reaction = protocol::cxl::step(line.entry, line.pending, flight.message, flight.host,
                                          protocol::cxl::ReadAnswer::kApart, subject_);
  coherence_bench::disturb_device(subject_.fault, line.entry, line.pending, reaction);
  if (reaction.outcome == Outcome::kWait) return false;
  stopped_ = reaction.outcome != Outcome::kDone;
  if (!stopped_) device_reacts(line, reaction, flight);
  return true;
}

void LoggedSystem::device_reacts(Line& line, const Reaction& reaction, const Flight& cause) {
  if (reaction.write_memory) line.memory = cause.data;
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    flights_.push_back(
        {*reaction.ask, static_cast<SocketId>(__builtin_ctz(left)), Stage::kLeaving, 0});
  }
  if (reaction.read_memory) line.fetched = line.memory;
  const std::uint64_t data = line.pending.written_back ? line.memory : line.fetched;
  for (const protocol::Send& send : reaction) {
    flights_.push_back({send.message, send.to, Stage::kLeaving, data});
    if (send.message.cxl == Op::kMemData) line.fetched = kUnread;
  }
  if (reaction.free_entry) line.present = false;
  if (!is_transient(line.entry.state)) line.pending = {};
}

void LoggedSystem::log(const Flight& flight) {
  cxl_log::LoggedMessage message;
  message.row = ++messages;
  message.line = flight.message.line;
  message.host = flight.host;
  message.op = flight.message.cxl;
  if (flight.message.carries_copy()) message.data = flight.data;
  const cxl_log::Rule rule = check_.add(message);
  if (rule != cxl_log::Rule::kNone) violation = cxl_log::LogViolation{rule, message};
}

}  // namespace starnuma::test

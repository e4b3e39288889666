// SPDX-License-Identifier: Apache-2.0
#include "rtl/directory_slice/shell/golden_directory.h"

#include <algorithm>
#include <sstream>

#include "models/protocol/channel.h"
#include "models/protocol/names.h"
#include "rtl/common/shell/difference.h"

namespace starnuma::rtl {

using protocol::Message;
using protocol::name_of;
using protocol::Outcome;
using protocol::Reaction;
using protocol::cxl::DeviceEvent;
using protocol::cxl::Op;

namespace {

base::SocketId socket(int host) { return static_cast<base::SocketId>(host); }

Message message_of(const HostMessage& message) {
  return Message::of(message.op, {message.line}, socket(message.host));
}

template <class... Parts>
[[noreturn]] void fail(const char* check, const Parts&... parts) {
  std::ostringstream text;
  text << check << ": ";
  (text << ... << parts);
  throw Difference(text.str());
}

template <class Value>
void compare(const char* check, const char* what, std::uint64_t line, const Value& rtl,
             const Value& golden) {
  if (rtl != golden)
    fail(check, what, " of line ", line, " is ", rtl, ", the function says ", golden);
}

bool is_request(Op op) { return protocol::cxl::channel_of(op) == protocol::Channel::kReq; }

bool can_cause(Op op, DeviceEvent event) {
  switch (event) {
    case DeviceEvent::kMemWr:
      return op == Op::kMemWr;
    case DeviceEvent::kBIConflict:
      return op == Op::kBIConflict;
    case DeviceEvent::kBIRspS:
      return op == Op::kBIRspS;
    case DeviceEvent::kMemWrOwn:
      return op == Op::kMemWrOwn;
    case DeviceEvent::kBIRspE:
      return op == Op::kBIRspE;
    case DeviceEvent::kBIRspI:
      return op == Op::kBIRspI;
    case DeviceEvent::kLastBIRspI:
      return op == Op::kBIRspI || op == Op::kBIRspE;
    default:
      return is_request(op);
  }
}

/// Rows argument of the protocol functions that reports each row.
struct ReportedRows : protocol::StandardRows {
  ReportedRows(const GoldenDirectory::OnRow& observer, int its_turn)
      : on_row(observer), turn(its_turn) {}
  void taken(protocol::TableId, protocol::cxl::DeviceState state, DeviceEvent event) const {
    if (on_row) on_row(state, event, turn);
  }
  const GoldenDirectory::OnRow& on_row;
  int turn;
};

std::string op_name(Op op) { return std::string(name_of(Message::of(op, {}, {}))); }

}  // namespace

int GoldenDirectory::slice_of(std::uint64_t number) const {
  const auto mask = static_cast<std::uint64_t>(slices_ - 1);
  return static_cast<int>((number ^ (slices_ > 1 ? number >> 1 : 0)) & mask);
}

std::uint64_t GoldenDirectory::set_of(std::uint64_t number) const {
  const std::uint64_t in_slice = number / static_cast<std::uint64_t>(slices_);
  return in_slice % static_cast<std::uint64_t>(sets_) * static_cast<std::uint64_t>(slices_) +
         static_cast<std::uint64_t>(slice_of(number));
}

void GoldenDirectory::accept(const HostMessage& message) {
  Line& line = lines_[message.line];
  ++outstanding_;
  if (is_request(message.op)) {
    line.requests.push_back(message);
  } else {
    line.others.push_back(message);
  }
}

/// Removes the message that a commit executes. Requests of a line are executed in order of arrival.
HostMessage GoldenDirectory::take(Line& line, const DirectoryCommit& commit) {
  if (can_cause(Op::kMemRdOwn, commit.event)) {
    if (line.requests.empty() || line.requests.front().host != commit.host) {
      fail("order", "the request of host ", commit.host, " is not the oldest of line ",
           commit.line);
    }
    const HostMessage message = line.requests.front();
    line.requests.pop_front();
    return message;
  }
  const auto found = std::find_if(line.others.begin(), line.others.end(), [&](const auto& other) {
    return other.host == commit.host && can_cause(other.op, commit.event);
  });
  if (found == line.others.end()) {
    fail("message", "host ", commit.host, " sent no ", name_of(commit.event), " of line ",
         commit.line);
  }
  const HostMessage message = *found;
  line.others.erase(found);
  return message;
}

void GoldenDirectory::commit(const DirectoryCommit& commit) {
  ++commits_;
  outstanding_ += int{is_transient(commit.after)} - int{is_transient(commit.before)};
  if (commit.event == DeviceEvent::kEvict) return evict(commit);
  Line& line = lines_[commit.line];
  const HostMessage cause = take(line, commit);
  --outstanding_;
  const Message message = message_of(cause);
  const bool promised = line.promised;
  const bool reads = protocol::cxl::role_of(cause.op) == protocol::Role::kRequest;
  compare("turn", "resumption", commit.line, commit.turn == 2, reads && promised);
  compare("event", "event", commit.line, name_of(commit.event),
          name_of(device_event(line.entry, line.pending, message, socket(cause.host))));
  compare("state", "state before", commit.line, name_of(commit.before), name_of(line.entry.state));
  const base::LineAddress resumed = line.pending.request.line;
  const Reaction reaction =
      protocol::cxl::step(line.entry, line.pending, message, socket(cause.host),
                          protocol::cxl::ReadAnswer::kTogether, ReportedRows(on_row_, commit.turn));
  if (reaction.outcome != Outcome::kDone) {
    fail("row", "no row for ", op_name(cause.op), " of host ", cause.host, ", line ", cause.line);
  }
  compare("state", "state after", commit.line, name_of(commit.after), name_of(line.entry.state));
  compare("sharers", "sharers", commit.line, commit.sharers, line.entry.sharers);
  react(commit.line, reaction, cause);
  occupy(commit.line, line, line.entry.state != protocol::cxl::DeviceState::kInvalid,
         promised && !reads);
  if (!reaction.resume) return;
  victims_.erase(resumed.value);
  Line& waiting = lines_[resumed.value];
  occupy(resumed.value, waiting, waiting.present, true);
}

void GoldenDirectory::evict(const DirectoryCommit& commit) {
  Line& victim = lines_[commit.line];
  Line& cause = lines_[commit.cause];
  compare("victim", "set", commit.line, set_of(commit.line), set_of(commit.cause));
  if (cause.requests.empty() || cause.requests.front().host != commit.host) {
    fail("order", "an eviction for host ", commit.host, " without its request of line ",
         commit.cause);
  }
  if (!victims_.emplace(commit.cause, commit.line).second) {
    fail("victim", "two lines are evicted for line ", commit.cause);
  }
  const HostMessage& request = cause.requests.front();
  if (!protocol::cxl::allocates(request.op)) {
    fail("victim", op_name(request.op), " of line ", commit.cause, " needs no way");
  }
  compare("state", "state before", commit.line, name_of(commit.before),
          name_of(victim.entry.state));
  const Reaction reaction = protocol::cxl::evict(victim.entry, {commit.line}, victim.pending,
                                                 message_of(request), ReportedRows(on_row_, 0));
  if (reaction.outcome != Outcome::kDone) fail("row", "no row for an eviction of ", commit.line);
  compare("state", "state after", commit.line, name_of(commit.after), name_of(victim.entry.state));
  compare("sharers", "sharers", commit.line, commit.sharers, victim.entry.sharers);
  react(commit.line, reaction, request);
}

/// Changes the use of a way by a line, and compares the use of the set with its ways.
void GoldenDirectory::occupy(std::uint64_t number, Line& line, bool present, bool promised) {
  int& used = used_[set_of(number)];
  used += int{present} + int{promised} - int{line.present} - int{line.promised};
  line.present = present;
  line.promised = promised;
  if (used > ways_) fail("ways", "set ", set_of(number), " has ", used, " lines");
}

void GoldenDirectory::react(std::uint64_t number, const Reaction& reaction,
                            const HostMessage& cause) {
  Line& line = lines_[number];
  if (reaction.write_memory) {
    line.written = cause.data;
    line.writes.push_back(cause.data);
    ++outstanding_;
  }
  if (reaction.read_memory) ++line.reads;
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    if (!line.snoops.emplace(__builtin_ctz(left), reaction.ask->cxl).second) {
      fail("snoop", "a second snoop of line ", number);
    }
    ++outstanding_;
  }
  for (const protocol::Send& send : reaction) {
    line.answers[base::index_of(send.to)].push_back(
        {send.message.cxl, line.written, protocol::cxl::carries_data(send.message.cxl)});
    ++outstanding_;
  }
}

void GoldenDirectory::snoop(const DeviceMessage& snoop) {
  Line& line = lines_[snoop.line];
  const auto found = line.snoops.find(snoop.host);
  if (found == line.snoops.end()) fail("snoop", "host ", snoop.host, " is snooped without a row");
  compare("snoop", "snoop", snoop.line, op_name(snoop.op), op_name(found->second));
  line.snoops.erase(found);
  --outstanding_;
}

void GoldenDirectory::answer(const DeviceMessage& answer, std::uint64_t number) {
  Line& line = lines_[number];
  const auto found = line.answers.find(answer.host);
  if (found == line.answers.end()) {
    fail("answer", op_name(answer.op), " to host ", answer.host, " of line ", number,
         " without a row");
  }
  const Expected expected = found->second.front();
  found->second.pop_front();
  if (found->second.empty()) line.answers.erase(found);
  compare("answer", "answer", number, op_name(answer.op), op_name(expected.op));
  if (expected.carries_data) compare("data", "data", number, answer.data, expected.data);
  --outstanding_;
}

std::uint64_t GoldenDirectory::memory(const MemoryRequest& request) {
  Line& line = lines_[request.line];
  if (request.write) {
    if (line.writes.empty()) fail("memory", "a write of line ", request.line, " without a row");
    compare("memory", "write", request.line, request.data, line.writes.front());
    line.stored = line.writes.front();
    line.writes.pop_front();
    --outstanding_;
  } else {
    if (line.reads == 0) fail("memory", "a read of line ", request.line, " without a row");
    --line.reads;
  }
  return line.stored;
}

}  // namespace starnuma::rtl

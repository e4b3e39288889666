// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cxl_log/directory.h"

#include <algorithm>

#include "models/protocol/channel.h"

namespace starnuma::cxl_log {

using base::SocketId;
using protocol::Message;
using protocol::Outcome;
using protocol::Reaction;
using protocol::cxl::DeviceState;
using protocol::cxl::Op;

namespace {

/// Longest sequence of moves that an S2M message may need.
constexpr int kLongestSequence = 6;
/// Number of states at which the thorough search ends.
constexpr std::size_t kMostStates = 4096;

Rule rule_of(Op op) {
  if (role_of(op) == protocol::Role::kSnoop) return Rule::kSnoopNeedsCause;
  return op == Op::kBIConflictAck ? Rule::kAckOrder : Rule::kGrantOfDirectory;
}

}  // namespace

void Directory::begin(base::LineAddress line, const Entry& entry, Search search) {
  line_ = line;
  search_ = search;
  states_.clear();
  states_.emplace_back().entry = entry;
}

bool Directory::same(const Possible& a, const Possible& b) {
  const bool transient = is_transient(a.entry.state);
  return a.entry.state == b.entry.state && a.entry.sharers == b.entry.sharers &&
         (a.entry.state != DeviceState::kOwned || a.entry.owner == b.entry.owner) &&
         (!transient || (a.pending.awaited == b.pending.awaited &&
                         a.pending.owner_asked == b.pending.owner_asked &&
                         a.pending.written_back == b.pending.written_back &&
                         a.pending.request.cxl == b.pending.request.cxl &&
                         a.pending.request.requester == b.pending.request.requester)) &&
         a.waiting == b.waiting && a.owed == b.owed;
}

const Directory::Entry* Directory::settled() const {
  if (states_.size() != 1) return nullptr;
  const Possible& only = states_.front();
  const bool idle = only.waiting.empty() && only.owed.empty() && !is_transient(only.entry.state);
  return idle ? &only.entry : nullptr;
}

Message Directory::message(const Item& item) const {
  return Message::of(item.op, line_, item.host);
}

/// Adds the messages of a reaction to those that have to leave.
void Directory::owe(Possible& state, const Reaction& reaction) {
  const auto add = [&](SocketId host, Op op) {
    const auto later = [](SocketId a, const Item& b) { return a < b.host; };
    state.owed.insert(std::upper_bound(state.owed.begin(), state.owed.end(), host, later),
                      {op, host});
  };
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    add(static_cast<SocketId>(__builtin_ctz(left)), reaction.ask->cxl);
  }
  for (const protocol::Send& send : reaction) add(send.to, send.message.cxl);
}

/// Steps the golden directory; returns false if the message waits or has no row.
bool Directory::apply(Possible& state, const Item& item) const {
  const Reaction reaction = protocol::cxl::step(state.entry, state.pending, message(item),
                                                item.host, protocol::cxl::ReadAnswer::kApart);
  if (reaction.outcome != Outcome::kDone) return false;
  owe(state, reaction);
  return true;
}

/// Returns the decisions that the device can take: a waiting message, or an eviction, which is
/// the item of host protocol::kHome.
std::vector<Directory::Item> Directory::moves(const Possible& state) const {
  std::vector<Item> moves = state.waiting;
  if (other_waits_) moves.push_back({Op::kBISnpInv, protocol::kHome});
  return moves;
}

/// Takes a decision; returns false if it is not possible.
bool Directory::make(Possible& state, const Item& move) const {
  if (move.host == protocol::kHome) {
    const Message other = Message::of(Op::kMemRdShared, {~line_.value}, SocketId{});
    const Reaction reaction = protocol::cxl::evict(state.entry, line_, state.pending, other);
    if (reaction.outcome != Outcome::kDone) return false;
    owe(state, reaction);
    return true;
  }
  const auto waiting = std::find(state.waiting.begin(), state.waiting.end(), move);
  if (waiting == state.waiting.end() || !apply(state, move)) return false;
  state.waiting.erase(waiting);
  return true;
}

/// Removes a message that has to leave, unless an earlier one to the host must leave before it.
bool Directory::release(Possible& state, const Item& item) {
  for (auto owed = state.owed.begin(); owed != state.owed.end(); ++owed) {
    if (owed->host != item.host) continue;
    if (owed->op == item.op) {
      state.owed.erase(owed);
      return true;
    }
    if (!protocol::cxl::may_pass(item.op, owed->op)) return false;
  }
  return false;
}

void Directory::keep(Possible&& state) {
  for (const Possible& known : next_) {
    if (same(known, state)) return;
  }
  next_.push_back(std::move(state));
}

Rule Directory::arrive(Op op, SocketId host) {
  next_.clear();
  const bool answers_snoop = role_of(op) == protocol::Role::kSnoopAnswer || op == Op::kBIConflict;
  const Item item{op, host};
  for (Possible& state : states_) {
    const bool legal = answers_snoop
                           ? apply(state, item)
                           : protocol::cxl::may_send(state.entry, state.pending, op, host);
    if (!legal) continue;
    if (!answers_snoop) state.waiting.push_back(item);
    keep(std::move(state));
  }
  states_.swap(next_);
  if (!states_.empty()) return Rule::kNone;
  return protocol::cxl::writes_line(op) ? Rule::kOwnerWrites : Rule::kDirectoryRow;
}

/// Adds to next_ the states after the shortest sequences of moves that let the message leave.
void Directory::search_shortest(const Possible& from) {
  std::vector<Possible> level{from};
  const std::size_t known = next_.size();
  for (int length = 0; length < kLongestSequence && next_.size() == known; ++length) {
    std::vector<Possible> deeper;
    for (const Possible& state : level) {
      for (const Item& move : moves(state)) {
        Possible moved = state;
        if (!make(moved, move)) continue;
        if (release(moved, leaving_)) {
          keep(std::move(moved));
        } else {
          deeper.push_back(std::move(moved));
        }
      }
    }
    level = std::move(deeper);
  }
}

/// Adds to next_ the states after all sequences of moves whose last one lets the message leave.
/// Skips sequences whose last two moves commute if the other order is tried as well.
void Directory::search_all(const Possible& from, const Possible* parent, Item last, int length) {
  for (const Item& move : moves(from)) {
    Possible moved = from;
    if (!make(moved, move)) continue;
    bool commutes = false;
    if (parent != nullptr) {
      Possible other = *parent;
      commutes = make(other, move) && make(other, last) && same(other, moved);
    }
    Possible left = moved;
    if (release(left, leaving_)) {
      if (!commutes) keep(std::move(left));
    } else if (length < kLongestSequence && next_.size() < kMostStates &&
               !(commutes && move.host < last.host)) {
      search_all(moved, &from, move, length + 1);
    }
  }
}

Rule Directory::leave(Op op, SocketId host, bool other_waits) {
  next_.clear();
  leaving_ = {op, host};
  other_waits_ = other_waits;
  for (Possible& state : states_) {
    if (release(state, leaving_)) {
      keep(std::move(state));
    } else if (search_ == Search::kQuick) {
      search_shortest(state);
    } else {
      search_all(state, nullptr, {}, 1);
    }
  }
  states_.swap(next_);
  return states_.empty() ? rule_of(op) : Rule::kNone;
}

}  // namespace starnuma::cxl_log

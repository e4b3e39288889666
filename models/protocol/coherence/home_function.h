// SPDX-License-Identifier: Apache-2.0
// Socket home side of one line: maps a message to a reaction. It has no notion of time and does not
// depend on SystemC.
//
// Contract:
// - The rows are those of home_table.h.
// - A request waits (Outcome::kWait) if the line is in a transient state; all other messages are
//   accepted immediately.
// - The caller keeps the entry and moves the data. It may set entry.busy_until if the reaction sets
//   release.
#pragma once

#include "models/protocol/coherence/home_table.h"
#include "models/protocol/directory_entry.h"
#include "models/protocol/reaction.h"
#include "models/protocol/rows.h"

namespace starnuma::protocol::coherence {

using HomeEntry = DirectoryEntry<HomeState>;

/// Returns the event of a message; for requests and puts it also depends on the directory state.
constexpr HomeEvent home_event(const HomeEntry& entry, const Message& message) {
  const bool owner =
      entry.state == HomeState::kExclusive && entry.owner == base::index_of(message.requester);
  switch (message.coherence) {
    case Op::kGetS:
      return HomeEvent::kGetS;
    case Op::kGetX: {
      const bool others_share =
          entry.state == HomeState::kShared && (entry.sharers & ~bit_of(message.requester)) != 0;
      return others_share ? HomeEvent::kGetXOthersShare : HomeEvent::kGetX;
    }
    case Op::kPutM:
      return owner ? HomeEvent::kPutM : HomeEvent::kStalePutM;
    case Op::kPutE:
      return owner ? HomeEvent::kPutE : HomeEvent::kStalePutE;
    case Op::kCopyBack:
      return HomeEvent::kCopyBack;
    case Op::kCopyBackClean:
      return HomeEvent::kCopyBackClean;
    case Op::kNoCopy:
      return HomeEvent::kNoCopy;
    default:
      return HomeEvent::kUnblock;
  }
}

/// Returns true if a socket home accepts messages of this kind.
constexpr bool is_for_home(Op op) {
  return op <= Op::kUnblock || op == Op::kCopyBack || op == Op::kCopyBackClean || op == Op::kNoCopy;
}
constexpr bool waits_for_stable_line(Op op) { return op <= Op::kPutE; }

namespace detail {
inline void grant(Reaction& reaction, const Message& message, bool exclusive, bool has_copy,
                  std::uint32_t asked) {
  Message answer = message.next(has_copy ? Op::kGrantX : exclusive ? Op::kDataE : Op::kDataS);
  if (asked != 0) answer.acks = static_cast<std::uint8_t>(__builtin_popcount(asked));
  reaction.read_memory = !has_copy;
  reaction.send(message.requester, answer);
}
}  // namespace detail

template <class Rows = StandardRows>
Reaction step(HomeEntry& entry, const Message& message, Rows rows = {}) {
  Reaction reaction;
  if (!is_for_home(message.coherence)) return reaction;
  if (waits_for_stable_line(message.coherence) && is_transient(entry.state)) {
    reaction.outcome = Outcome::kWait;
    return reaction;
  }
  const HomeEvent event = home_event(entry, message);
  const auto& row = rows.at(TableId::kSocketHome, kHomeTable, entry.state, event);
  const std::uint32_t requester = bit_of(message.requester);
  const bool owner_asks = entry.state == HomeState::kExclusive &&
                          waits_for_stable_line(message.coherence) &&
                          entry.owner == base::index_of(message.requester) && row.actions.forward;
  if (!row.present || owner_asks) return reaction;
  rows.taken(TableId::kSocketHome, entry.state, event);

  const HomeActions& actions = row.actions;
  reaction.outcome = Outcome::kDone;
  reaction.write_memory = actions.write_memory;
  reaction.release = actions.release;
  reaction.free_entry = actions.forget;
  if (actions.forward) {
    reaction.asked = std::uint32_t{1} << entry.owner;
    reaction.ask = message.next(message.coherence == Op::kGetS ? Op::kFwdS : Op::kFwdX);
  }
  if (actions.invalidate) {
    reaction.asked = entry.sharers & ~requester;
    reaction.ask = message.next(Op::kInv);
  }
  const bool has_copy = message.holds_copy && (entry.sharers & requester) != 0;
  if (actions.grant_shared) detail::grant(reaction, message, false, false, 0);
  if (actions.grant_exclusive) {
    detail::grant(reaction, message, true, has_copy, reaction.asked);
  }
  if (actions.acknowledge_put) reaction.send(message.requester, message.next(Op::kPutAck));
  if (actions.add_sharer) entry.sharers |= requester;
  if (actions.set_owner) {
    entry.owner = static_cast<std::uint8_t>(message.requester);
    entry.sharers = requester;
  }
  if (actions.forget) entry.sharers = 0;
  entry.state = row.next;
  return reaction;
}

}  // namespace starnuma::protocol::coherence

// SPDX-License-Identifier: Apache-2.0
// The host's side of CXL.mem: NDR and DRS of its own requests, Back-Invalidate snoops, and the
// conflict handshake where both meet (CXL 3.1, 3.5.1.3).
//
// Contract: see models/protocol/requester_function.h.
#pragma once

#include "models/protocol/hooks.h"
#include "models/protocol/requester_line.h"

namespace starnuma::protocol::cxl {

namespace detail {

/// Takes the row (state, event) of the host's table.
template <class Hooks>
bool take_row(RequesterLine& line, RequesterEvent event, const Message& cause, Reaction& reaction,
              Hooks hooks) {
  const auto& row = kCxlRequesterTable.at(line.state, event);
  if (!row.present) return false;
  hooks.row(TableId::kCxlRequester, line.state, event);
  const RequesterActions& actions = row.actions;
  RequesterState next = row.next;
  if (actions.give_up) {
    Message back = cause.next(Op::kMemWr);  // only a dirty line is given up for a snoop
    back.answers_snoop = true;
    reaction.send(kHome, back);
    if (hooks.broken(Mutant::kResponseBeforeWriteBack)) {
      reaction.send(kHome, cause.next(Op::kBIRspI));
      next = RequesterState::kWriteBack;
    }
  }
  if (actions.respond_i) reaction.send(kHome, cause.next(Op::kBIRspI));
  if (actions.respond_s) reaction.send(kHome, cause.next(Op::kBIRspS));
  if (actions.complete) {
    reaction.complete = true;
    requester::forget_transaction(line);
  }
  line.state = next;
  return true;
}

/// Takes a row of the conflict table, and the one that answers the snoop when it says so.
template <class Hooks>
bool take_conflict(RequesterLine& line, ConflictEvent event, const Message& cause,
                   Reaction& reaction, Hooks hooks) {
  const auto& row = kConflictTable.at(line.conflict, event);
  if (!row.present) return false;
  hooks.row(TableId::kConflict, line.conflict, event);
  line.conflict = row.next;
  if (row.actions.conflict) reaction.send(kHome, cause.next(Op::kBIConflict));
  if (!row.actions.answer) return true;
  const auto snoop =
      line.snoop_invalidates ? RequesterEvent::kSnoopInv : RequesterEvent::kSnoopData;
  return take_row(line, snoop, cause, reaction, hooks);
}

template <class Hooks>
bool snooped(RequesterLine& line, const Message& snoop, Reaction& reaction, Hooks hooks) {
  if (line.conflict != ConflictState::kNone) return false;  // one snoop of a line at a time
  line.snoop_invalidates = snoop.cxl == Op::kBISnpInv;
  const bool meets =
      has_request_pending(line.state) && !hooks.broken(Mutant::kAnswerWithoutHandshake);
  const auto event = meets ? ConflictEvent::kSnoopMeetsRequest : ConflictEvent::kSnoop;
  return take_conflict(line, event, snoop, reaction, hooks);
}

template <class Hooks>
bool acknowledged(RequesterLine& line, const Message& ack, Reaction& reaction, Hooks hooks) {
  auto event = ConflictEvent::kAckLate;
  if (has_request_pending(line.state)) {
    event = line.granted ? ConflictEvent::kAckDataMissing : ConflictEvent::kAckEarly;
  }
  if (event != ConflictEvent::kAckEarly && hooks.broken(Mutant::kLateTakenForEarly)) {
    line.conflict = ConflictState::kNone;
    reaction.send(kHome, ack.next(Op::kBIRspI));
    return true;
  }
  return take_conflict(line, event, ack, reaction, hooks);
}

/// NDR, DRS or both of the own read.
template <class Hooks>
bool granted(RequesterLine& line, const Message& part, Reaction& reaction, Hooks hooks) {
  if (part.cxl == Op::kMemData) {
    if (line.data) return false;
    line.data = true;
  } else {
    const bool exclusive = part.cxl == Op::kCmpE || part.cxl == Op::kMemDataE;
    if (!requester::take_grant(line, exclusive, carries_data(part.cxl), false, 0)) return false;
  }
  const auto event = requester::grant_event(line, line.granted && line.data);
  if (!take_row(line, event, part, reaction, hooks)) return false;
  if (!reaction.complete || line.conflict != ConflictState::kAwaitData) return true;
  return take_conflict(line, ConflictEvent::kGrantComplete, part, reaction, hooks);
}

}  // namespace detail

template <class Hooks = NoHooks>
Reaction step(RequesterLine& line, const Message& message, Hooks hooks = {}) {
  Reaction reaction;
  bool legal = false;
  switch (message.cxl) {
    case Op::kBISnpData:
    case Op::kBISnpInv:
      legal = detail::snooped(line, message, reaction, hooks);
      break;
    case Op::kBIConflictAck:
      legal = detail::acknowledged(line, message, reaction, hooks);
      break;
    case Op::kCmp:
      legal = detail::take_row(line, RequesterEvent::kCmp, message, reaction, hooks);
      break;
    case Op::kCmpS:
    case Op::kCmpE:
    case Op::kMemData:
    case Op::kMemDataS:
    case Op::kMemDataE:
      legal = detail::granted(line, message, reaction, hooks);
      break;
    default:
      break;
  }
  if (legal) reaction.outcome = Outcome::kDone;
  return reaction;
}

}  // namespace starnuma::protocol::cxl

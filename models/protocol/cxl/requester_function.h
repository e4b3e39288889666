// SPDX-License-Identifier: Apache-2.0
// Host side of CXL.mem: NDR and DRS of its own requests, Back-Invalidate snoops, and the conflict
// handshake between both (CXL 3.1, 3.5.1.3).
#pragma once

#include "models/protocol/requester_line.h"
#include "models/protocol/rows.h"

namespace starnuma::protocol::cxl {

namespace detail {

/// Executes the row (state, event) of the host's table.
template <class Rows>
bool take_row(RequesterLine& line, RequesterEvent event, const Message& cause, Reaction& reaction,
              Rows rows) {
  const auto& row = rows.at(TableId::kCxlRequester, kCxlRequesterTable, line.state, event);
  if (!row.present) return false;
  rows.taken(TableId::kCxlRequester, line.state, event);
  const RequesterActions& actions = row.actions;
  if (actions.give_up || actions.clean) {
    // A snoop writes a line back only if it is dirty.
    Message back = cause.next(actions.clean ? Op::kMemWrOwn : Op::kMemWr);
    back.answers_snoop = true;
    reaction.send(kHome, back);
  }
  if (actions.respond_i) reaction.send(kHome, cause.next(Op::kBIRspI));
  if (actions.respond_s) reaction.send(kHome, cause.next(Op::kBIRspS));
  if (actions.respond_e) reaction.send(kHome, cause.next(Op::kBIRspE));
  if (actions.complete) {
    reaction.complete = true;
    requester::forget_transaction(line);
  }
  line.state = row.next;
  return true;
}

constexpr RequesterEvent snoop_event(Op snoop) {
  if (snoop == Op::kBISnpInv) return RequesterEvent::kSnoopInv;
  return snoop == Op::kBISnpData ? RequesterEvent::kSnoopData : RequesterEvent::kSnoopCur;
}

/// Executes a row of the conflict table, and the row that responds to the snoop if requested.
template <class Rows>
bool take_conflict(RequesterLine& line, ConflictEvent event, const Message& cause,
                   Reaction& reaction, Rows rows) {
  const auto& row = rows.at(TableId::kConflict, kConflictTable, line.conflict, event);
  if (!row.present) return false;
  rows.taken(TableId::kConflict, line.conflict, event);
  line.conflict = row.next;
  if (row.actions.conflict) reaction.send(kHome, cause.next(Op::kBIConflict));
  if (!row.actions.answer) return true;
  return take_row(line, snoop_event(line.snoop), cause, reaction, rows);
}

template <class Rows>
bool snooped(RequesterLine& line, const Message& snoop, Reaction& reaction, Rows rows) {
  if (line.conflict != ConflictState::kNone)
    return false;  // a line has at most one snoop at a time
  line.snoop = snoop.cxl;
  const auto event =
      has_request_pending(line.state) ? ConflictEvent::kSnoopMeetsRequest : ConflictEvent::kSnoop;
  return take_conflict(line, event, snoop, reaction, rows);
}

template <class Rows>
bool acknowledged(RequesterLine& line, const Message& ack, Reaction& reaction, Rows rows) {
  auto event = ConflictEvent::kAckLate;
  if (has_request_pending(line.state)) {
    event = line.granted ? ConflictEvent::kAckDataMissing : ConflictEvent::kAckEarly;
  }
  return take_conflict(line, event, ack, reaction, rows);
}

/// Handles an NDR, a DRS or both in response to the host's own read.
template <class Rows>
bool granted(RequesterLine& line, const Message& part, Reaction& reaction, Rows rows) {
  if (part.cxl == Op::kMemData) {
    if (line.data) return false;
    line.data = true;
  } else {
    const bool current = part.cxl == Op::kCmp || part.cxl == Op::kMemDataCmp;
    if (current != (line.state == RequesterState::kReadingCurrent)) return false;
    const bool exclusive = part.cxl == Op::kCmpE || part.cxl == Op::kMemDataE;
    if (!requester::take_grant(line, exclusive, carries_data(part.cxl), false, 0)) return false;
  }
  const auto event = requester::grant_event(line, line.granted && line.data);
  if (!take_row(line, event, part, reaction, rows)) return false;
  if (!reaction.complete || line.conflict != ConflictState::kAwaitData) return true;
  return take_conflict(line, ConflictEvent::kGrantComplete, part, reaction, rows);
}

}  // namespace detail

template <class Rows = StandardRows>
Reaction step(RequesterLine& line, const Message& message, Rows rows = {}) {
  Reaction reaction;
  bool legal = false;
  switch (message.cxl) {
    case Op::kBISnpData:
    case Op::kBISnpInv:
    case Op::kBISnpCur:
      legal = detail::snooped(line, message, reaction, rows);
      break;
    case Op::kBIConflictAck:
      legal = detail::acknowledged(line, message, reaction, rows);
      break;
    case Op::kCmp:
      legal = line.state == RequesterState::kReadingCurrent
                  ? detail::granted(line, message, reaction, rows)
                  : detail::take_row(line, RequesterEvent::kCmp, message, reaction, rows);
      break;
    case Op::kCmpS:
    case Op::kCmpE:
    case Op::kMemData:
    case Op::kMemDataS:
    case Op::kMemDataE:
    case Op::kMemDataCmp:
      legal = detail::granted(line, message, reaction, rows);
      break;
    default:
      break;
  }
  if (legal) reaction.outcome = Outcome::kDone;
  return reaction;
}

}  // namespace starnuma::protocol::cxl

// SPDX-License-Identifier: Apache-2.0
// Requester side of the socket protocol: grants, acknowledgements, forwards and invalidations.
//
// Contract: see models/protocol/requester_function.h.
#pragma once

#include "models/protocol/requester_line.h"
#include "models/protocol/rows.h"

namespace starnuma::protocol::coherence {

/// Records the part of a response that a message carries and sets the event of the table. Returns
/// false if the message is illegal.
inline bool requester_event(RequesterLine& line, const Message& message, RequesterEvent& event) {
  using E = RequesterEvent;
  bool legal = true;
  switch (message.coherence) {
    case Op::kDataS:
      legal = requester::take_grant(line, false, true, false, 0);
      break;
    case Op::kOwnerDataS:
      legal = requester::take_grant(line, false, true, true, 0);
      break;
    case Op::kDataE:
      legal = requester::take_grant(line, true, true, message.acks > 0, message.acks);
      break;
    case Op::kGrantX:  // a grant without data requires that the shared copy is still present
      legal = line.state == RequesterState::kUpgrading &&
              requester::take_grant(line, true, true, message.acks > 0, message.acks);
      break;
    case Op::kOwnerDataX:
      legal = requester::take_grant(line, true, true, true, 0);
      break;
    case Op::kInvAck:
      --line.acks_missing;
      break;
    case Op::kInv:
      event = E::kInv;
      return true;
    case Op::kFwdS:
      event = E::kFwdS;
      return true;
    case Op::kFwdX:
      event = E::kFwdX;
      return true;
    case Op::kPutAck:
      event = E::kPutAck;
      return true;
    default:
      return false;
  }
  event = requester::grant_event(line, line.granted && line.data && line.acks_missing <= 0);
  return legal;
}

template <class Rows = StandardRows>
Reaction step(RequesterLine& line, const Message& message, Rows rows = {}) {
  Reaction reaction;
  RequesterEvent event{};
  if (!requester_event(line, message, event)) return reaction;
  const auto& row = rows.at(TableId::kSocketRequester, kSocketRequesterTable, line.state, event);
  if (!row.present) return reaction;
  rows.taken(TableId::kSocketRequester, line.state, event);
  reaction.outcome = Outcome::kDone;

  const RequesterActions& actions = row.actions;
  const bool dirty =
      line.state == RequesterState::kModified || line.state == RequesterState::kWriteBack;
  if (actions.acknowledge) reaction.send(message.requester, message.next(Op::kInvAck));
  if (actions.owner_data) {
    const bool shared = event == RequesterEvent::kFwdS;
    reaction.send(message.requester, message.next(shared ? Op::kOwnerDataS : Op::kOwnerDataX));
  }
  if (actions.copy_back) {
    reaction.send(kHome, message.next(dirty ? Op::kCopyBack : Op::kCopyBackClean));
  }
  if (actions.no_copy) reaction.send(kHome, message.next(Op::kNoCopy));
  if (actions.complete) {
    reaction.complete = true;
    if (line.unblock) reaction.send(kHome, message.next(Op::kUnblock));
    requester::forget_transaction(line);
  }
  line.state = row.next;
  return reaction;
}

}  // namespace starnuma::protocol::coherence

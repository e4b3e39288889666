// SPDX-License-Identifier: Apache-2.0
// The requester's side of one line, for both protocols: an own access or a message comes in, the
// reaction says what follows. No time, no SystemC.
//
// Contract: rows are those of requester_table.h. Before step() sees a forward, invalidation or
// snoop, line.state is kModified if any private copy is dirty; afterwards private copies keep no
// more than the new state allows. Data come with grants: the caller holds them from then on, and
// sends them with OwnerData, CopyBack, PutM and MemWr. A transaction of a load completes in S or E,
// one of a store in M. In one reaction the access comes first, then the sends (a late conflict).
#pragma once

#include "models/protocol/coherence/requester_function.h"
#include "models/protocol/cxl/requester_function.h"
#include "models/protocol/requester_line.h"
#include "models/protocol/rows.h"

namespace starnuma::protocol {

/// An access of the socket's own cores, or a line given up: kLoad, kStore, kEvict, kDrop, kWeaken.
/// `origin` is any message of the line and this socket; its op is ignored. kWait: something of the
/// line is under way. A hit completes at once.
template <class Rows = StandardRows>
Reaction start(RequesterLine& line, RequesterEvent own, const Message& origin, bool pool,
               Rows rows = {}) {
  Reaction reaction;
  if (!line.stable()) {
    reaction.outcome = Outcome::kWait;
    return reaction;
  }
  const auto& row =
      pool ? rows.at(TableId::kCxlRequester, kCxlRequesterTable, line.state, own)
           : rows.at(TableId::kSocketRequester, kSocketRequesterTable, line.state, own);
  if (!row.present) return reaction;
  const bool hit = row.next == line.state ||
                   (!row.actions.request && !row.actions.give_up && own == RequesterEvent::kStore);
  if (!hit && !line.idle()) {
    reaction.outcome = Outcome::kWait;
    return reaction;
  }
  rows.taken(pool ? TableId::kCxlRequester : TableId::kSocketRequester, line.state, own);
  reaction.outcome = Outcome::kDone;

  if (row.actions.request) {
    const bool store = own == RequesterEvent::kStore;
    Message request = pool ? origin.next(store ? cxl::Op::kMemRdOwn : cxl::Op::kMemRdShared)
                           : origin.next(store ? coherence::Op::kGetX : coherence::Op::kGetS);
    request.holds_copy = line.state == RequesterState::kShared;
    reaction.send(kHome, request);
    requester::forget_transaction(line);
  } else if (row.actions.give_up) {
    const bool dirty = line.state == RequesterState::kModified;
    reaction.send(kHome, pool ? origin.next(dirty ? cxl::Op::kMemWr : cxl::Op::kMemClnEvct)
                              : origin.next(dirty ? coherence::Op::kPutM : coherence::Op::kPutE));
  } else {
    reaction.complete = true;
  }
  line.state = row.next;
  return reaction;
}

/// A message of either protocol.
template <class Rows = StandardRows>
Reaction step(RequesterLine& line, const Message& message, Rows rows = {}) {
  return message.protocol == Message::Class::kCxl ? cxl::step(line, message, rows)
                                                  : coherence::step(line, message, rows);
}

}  // namespace starnuma::protocol

// SPDX-License-Identifier: Apache-2.0
// Requester side of one line, for both protocols: maps an access or a message to a reaction. It has
// no notion of time and does not depend on SystemC.
//
// Contract:
// - The rows are those of requester_table.h.
// - Before step() is called with a forward, invalidation or snoop, the caller sets line.state to
//   kModified if any private copy is dirty. Afterwards, the caller downgrades private copies to the
//   new state.
// - Grants carry data: the caller holds them from then on, and sends them with OwnerData, CopyBack,
//   PutM and MemWr.
// - A transaction of a load completes in S or E, of a current load in I, of a store in M.
// - In one reaction, the access is performed before the sends (late conflict).
#pragma once

#include "models/protocol/coherence/requester_function.h"
#include "models/protocol/cxl/requester_function.h"
#include "models/protocol/requester_line.h"
#include "models/protocol/rows.h"

namespace starnuma::protocol {

/// Starts an access of the socket's own cores, or an eviction: kLoad, kStore, kEvict, kDrop,
/// kWeaken, and kStoreLine or kLoadCurrent for a line of a device. `origin` is any message of the
/// line and this socket; its op is ignored. Returns kWait if the line has an outstanding
/// transaction. A hit completes immediately.
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
  const bool hit =
      row.next == line.state || (!row.actions.request && !row.actions.give_up && is_store(own));
  if (!hit && !line.idle()) {
    reaction.outcome = Outcome::kWait;
    return reaction;
  }
  rows.taken(pool ? TableId::kCxlRequester : TableId::kSocketRequester, line.state, own);
  reaction.outcome = Outcome::kDone;

  if (row.actions.request) {
    const bool store = is_store(own);
    const bool needs_data = own != RequesterEvent::kStoreLine;
    const cxl::Op to_own = needs_data ? cxl::Op::kMemRdOwn : cxl::Op::kMemInv;
    const cxl::Op to_read =
        own == RequesterEvent::kLoad ? cxl::Op::kMemRdShared : cxl::Op::kMemRdCurrent;
    Message request = pool ? origin.next(store ? to_own : to_read)
                           : origin.next(store ? coherence::Op::kGetX : coherence::Op::kGetS);
    request.holds_copy = line.state == RequesterState::kShared;
    reaction.send(kHome, request);
    requester::forget_transaction(line);
    line.data = !needs_data;
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

/// Handles a message of either protocol.
template <class Rows = StandardRows>
Reaction step(RequesterLine& line, const Message& message, Rows rows = {}) {
  return message.protocol == Message::Class::kCxl ? cxl::step(line, message, rows)
                                                  : coherence::step(line, message, rows);
}

}  // namespace starnuma::protocol

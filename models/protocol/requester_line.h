// SPDX-License-Identifier: Apache-2.0
// What a requester (a socket's caching agent) knows of a line towards its home.
//
// Contract: a stable line is its state alone; one with a transaction, a put or a snoop under way
// needs the whole struct, which then plays the part of a miss register.
#pragma once

#include <cstdint>

#include "models/protocol/reaction.h"
#include "models/protocol/requester_table.h"

namespace starnuma::protocol {

struct RequesterLine {
  RequesterState state = RequesterState::kInvalid;
  ConflictState conflict = ConflictState::kNone;
  bool snoop_invalidates = false;  ///< The snoop that the conflict is about is a BISnpInv.
  bool granted = false;            ///< The grant (Cmp-S/E) of the own request is here.
  bool exclusive = false;          ///< What it grants.
  bool data = false;               ///< The data, or the word that none are needed, are here.
  bool unblock = false;            ///< The home waits for our Unblock.
  std::int8_t acks_missing = 0;    ///< Below zero: acknowledgements that came before the grant.

  bool stable() const { return state <= RequesterState::kModified; }
  /// Nothing of this line is under way at this socket.
  bool idle() const { return stable() && conflict == ConflictState::kNone; }
};

/// An M2S Req of this socket is active: a snoop needs the conflict handshake.
constexpr bool has_request_pending(RequesterState state) {
  return state == RequesterState::kReading || state == RequesterState::kOwning ||
         state == RequesterState::kUpgrading || state == RequesterState::kCleanEvict;
}
/// The socket's cores may read the line.
constexpr bool is_readable(RequesterState state) {
  return (state >= RequesterState::kShared && state <= RequesterState::kModified) ||
         state == RequesterState::kUpgrading;
}
constexpr bool is_writable(RequesterState state) {
  return state == RequesterState::kExclusive || state == RequesterState::kModified;
}

namespace requester {

constexpr RequesterEvent grant_event(const RequesterLine& line, bool all_here) {
  if (!all_here) return RequesterEvent::kGrantPart;
  return line.exclusive ? RequesterEvent::kGrantExclusive : RequesterEvent::kGrantShared;
}

/// A part of a grant; false if it is not expected.
inline bool take_grant(RequesterLine& line, bool exclusive, bool data, bool unblock, int acks) {
  if (line.granted) return false;
  line.granted = true;
  line.exclusive = exclusive;
  line.data = line.data || data;
  line.unblock = unblock;
  line.acks_missing = static_cast<std::int8_t>(line.acks_missing + acks);
  return true;
}

inline void forget_transaction(RequesterLine& line) {
  line.granted = line.exclusive = line.data = line.unblock = false;
  line.acks_missing = 0;
}

}  // namespace requester
}  // namespace starnuma::protocol

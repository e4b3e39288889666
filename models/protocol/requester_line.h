// SPDX-License-Identifier: Apache-2.0
// State of a line at a requester (a socket's caching agent) with respect to its home.
//
// Contract: a stable line is described by its state alone. A line with an outstanding transaction,
// put or snoop needs the whole struct, which acts as an MSHR.
#pragma once

#include <cstdint>

#include "models/protocol/cxl/messages.h"
#include "models/protocol/reaction.h"
#include "models/protocol/requester_table.h"

namespace starnuma::protocol {

struct RequesterLine {
  RequesterState state = RequesterState::kInvalid;
  ConflictState conflict = ConflictState::kNone;
  cxl::Op snoop = cxl::Op::kBISnpData;  ///< Latest BISnp, which a conflict may defer.
  bool granted = false;    ///< The grant (Cmp-S/E) of the socket's own request has arrived.
  bool exclusive = false;  ///< The grant is exclusive.
  bool data = false;       ///< The data have arrived, or the request or its grant needs none.
  bool unblock = false;    ///< The home waits for an Unblock of this socket.
  /// Number of outstanding acknowledgements; negative if acknowledgements arrived before the grant.
  std::int8_t acks_missing = 0;

  bool stable() const { return state <= RequesterState::kModified; }
  /// Returns true if the line has no outstanding transaction at this socket.
  bool idle() const { return stable() && conflict == ConflictState::kNone; }
};

/// Returns true if the socket has an active M2S Req, so that a snoop requires the conflict
/// handshake.
constexpr bool has_request_pending(RequesterState state) {
  return state == RequesterState::kReading || state == RequesterState::kOwning ||
         state == RequesterState::kUpgrading || state == RequesterState::kCleanEvict ||
         state == RequesterState::kReadingCurrent;
}
/// Returns true if the socket's cores may read the line.
constexpr bool is_readable(RequesterState state) {
  return (state >= RequesterState::kShared && state <= RequesterState::kModified) ||
         state == RequesterState::kUpgrading || state == RequesterState::kSnoopClean;
}
constexpr bool is_writable(RequesterState state) {
  return state == RequesterState::kExclusive || state == RequesterState::kModified;
}

namespace requester {

constexpr RequesterEvent grant_event(const RequesterLine& line, bool all_here) {
  if (!all_here) return RequesterEvent::kGrantPart;
  if (line.state == RequesterState::kReadingCurrent) return RequesterEvent::kGrantCurrent;
  return line.exclusive ? RequesterEvent::kGrantExclusive : RequesterEvent::kGrantShared;
}

/// Records a part of a grant; returns false if none is expected.
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

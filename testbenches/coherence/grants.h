// SPDX-License-Identifier: Apache-2.0
// Rights that a message grants to its receiver.
#pragma once

#include "models/protocol/message.h"

namespace starnuma::coherence_bench {

/// Returns true if the receiver may read once the message (or its data) arrives.
inline bool grants_read(const protocol::Message& m) {
  using protocol::coherence::Op;
  if (m.protocol == protocol::Message::Class::kCxl) {
    return m.cxl == protocol::cxl::Op::kCmpS || m.cxl == protocol::cxl::Op::kMemDataS;
  }
  return m.coherence == Op::kDataS || m.coherence == Op::kOwnerDataS;
}

/// Returns true if the receiver may write once the message (or its data) arrives.
inline bool grants_write(const protocol::Message& m) {
  using protocol::coherence::Op;
  if (m.protocol == protocol::Message::Class::kCxl) {
    return m.cxl == protocol::cxl::Op::kCmpE || m.cxl == protocol::cxl::Op::kMemDataE;
  }
  const bool waits_for_acks = m.acks > 0;
  return m.coherence == Op::kOwnerDataX ||
         (!waits_for_acks && (m.coherence == Op::kDataE || m.coherence == Op::kGrantX));
}

/// Returns true if the message has the data of a current read or of another read.
inline bool grants_current(const protocol::Message& m) {
  using protocol::cxl::Op;
  return m.protocol == protocol::Message::Class::kCxl &&
         (m.cxl == Op::kMemData || m.cxl == Op::kMemDataCmp);
}

}  // namespace starnuma::coherence_bench

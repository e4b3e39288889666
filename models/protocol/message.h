// SPDX-License-Identifier: Apache-2.0
// Payload of an envelope: a coherence message of either protocol, or a message to uncached memory.
#pragma once

#include <cstdint>
#include <utility>

#include "models/accounting/traffic.h"
#include "models/base/ids.h"
#include "models/protocol/coherence/messages.h"
#include "models/protocol/cxl/messages.h"
#include "models/protocol/role.h"
#include "models/protocol/uncached/messages.h"

namespace starnuma::protocol {

struct Message;
constexpr Role role_of(const Message& message);

struct Message {
  enum class Class : std::uint8_t { kCoherence, kCxl, kUncached };
  /// Purpose of the transaction; links count page walks and tracker updates separately.
  enum class Purpose : std::uint8_t { kDemand, kWalk, kTracker, kMigration };

  base::LineAddress line;
  base::SocketId requester{};  ///< Socket whose transaction this message belongs to.
  union {                      // `protocol` selects the member.
    std::uint8_t acks = 0;  ///< DataE, GrantX: number of invalidation acknowledgements to wait for.
    std::uint8_t dev_load;  ///< NDR, DRS in queued delivery: DevLoad, from 0 (light) to 3 (severe).
    std::uint8_t entry;     ///< Uncached Add: entry within the line.
  };
  Class protocol = Class::kCoherence;
  coherence::Op coherence{};  ///< `protocol` selects one of the three operations.
  cxl::Op cxl{};
  uncached::Op uncached{};
  Purpose purpose = Purpose::kDemand;
  bool via_owner = false;      ///< The home had to snoop a third socket that owned the line.
  bool answers_snoop = false;  ///< MemWr and its Cmp: a dirty owner responds to a BISnp.
  union {
    bool holds_copy = false;   ///< GetX: the requester holds a shared copy.
    std::uint8_t block_lines;  ///< BISnpInv, BIRspI: lines of a block, 2 or 4; 0: a single line.
  };
  bool poison = false;  ///< The data of the message are poisoned.
  /// Uncached Add: the amount to add. Message to a mapped line: the version of the map.
  std::uint16_t count = 0;
  std::uint16_t version = 0;  ///< Version of the data, if copies are checked.

  static Message of(coherence::Op op, base::LineAddress line, base::SocketId requester) {
    Message m{line, requester};
    m.coherence = op;
    return m;
  }
  static Message of(cxl::Op op, base::LineAddress line, base::SocketId requester) {
    Message m{line, requester};
    m.protocol = Class::kCxl;
    m.cxl = op;
    return m;
  }
  static Message of(uncached::Op op, base::LineAddress line, base::SocketId requester) {
    Message m{line, requester};
    m.protocol = Class::kUncached;
    m.uncached = op;
    return m;
  }

 private:
  Message(base::LineAddress l, base::SocketId r) : line(l), requester(r) {}

 public:
  Message() = default;

  bool carries_data() const {
    if (protocol == Class::kCxl) return cxl::carries_data(cxl);
    return protocol == Class::kCoherence ? coherence::carries_data(coherence)
                                         : uncached::carries_data(uncached);
  }
  /// Returns true if the message carries a copy of the line. Messages to uncached memory carry no
  /// copy; a BIConflict has a data field, but no data.
  bool carries_copy() const {
    return protocol != Class::kUncached && carries_data() && role_of(*this) != Role::kConflict;
  }
  accounting::Traffic traffic() const {
    switch (purpose) {
      case Purpose::kWalk:
        return accounting::Traffic::kWalk;
      case Purpose::kTracker:
        return accounting::Traffic::kTracker;
      case Purpose::kMigration:
        return accounting::Traffic::kMigration;
      case Purpose::kDemand:
        break;
    }
    if (!carries_data()) return accounting::Traffic::kControl;
    const Role role = role_of(*this);
    const bool back = role == Role::kGiveBack || role == Role::kSnoopAnswer;
    return back ? accounting::Traffic::kWriteback : accounting::Traffic::kData;
  }
  /// Returns the key that selects one of several parallel links: low bits of the line number.
  std::uint16_t interleave_key() const { return static_cast<std::uint16_t>(line.value); }
  /// Returns the next message of the same transaction.
  template <class NextOp>
  Message next(NextOp op) const {
    Message m = of(op, line, requester);
    m.purpose = purpose;
    return m;
  }
};

constexpr Role role_of(const Message& message) {
  switch (message.protocol) {
    case Message::Class::kCxl:
      return cxl::role_of(message.cxl);
    case Message::Class::kUncached:
      return uncached::role_of(message.uncached);
    case Message::Class::kCoherence:
      break;
  }
  return coherence::role_of(message.coherence);
}
/// Returns the number of lines of a block snoop (BISnpInvBlk) or of its response (BIRspIBlk), which
/// start at `line`; 0 for all other messages.
constexpr int block_lines_of(const Message& message) {
  const bool may_be_block = message.protocol == Message::Class::kCxl &&
                            (message.cxl == cxl::Op::kBISnpInv || message.cxl == cxl::Op::kBIRspI);
  return may_be_block ? message.block_lines : 0;
}
/// Calls `visit(message)` with the message of each line of a block.
template <class Visit>
void each_of_block(const Message& block, Visit&& visit) {
  Message one = block;
  one.block_lines = 0;
  for (int i = 0; i < block_lines_of(block); ++i, ++one.line.value) visit(std::as_const(one));
}

/// Returns true if the receiver of the snoop may keep a copy.
constexpr bool leaves_copy(const Message& snoop) {
  return snoop.protocol == Message::Class::kCxl ? cxl::leaves_copy(snoop.cxl)
                                                : coherence::leaves_copy(snoop.coherence);
}

}  // namespace starnuma::protocol

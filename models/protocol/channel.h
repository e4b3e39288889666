// SPDX-License-Identifier: Apache-2.0
// Virtual channels of messages, and the ordering rules between messages.
//
// Contract:
// - A channel never waits for a channel below it in the list of its protocol.
// - Two messages with equal source, destination and line may be reordered only if may_pass() allows
//   it.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/message.h"

namespace starnuma::protocol {

enum class Channel : std::uint8_t {
  // Between caching agents and socket homes.
  kResponse,  ///< data, grants, acknowledgements; always accepted
  kForward,   ///< home to owner or sharer
  kRequest,   ///< GetS, GetX, PutM, PutE; wait while the line is busy
  // CXL.mem: M2S Req, RwD, BIRsp; S2M BISnp, NDR, DRS.
  kNdr,
  kDrs,
  kBIRsp,
  kRwD,
  kBISnp,
  kReq
};

namespace coherence {
constexpr Channel channel_of(Op op) {
  switch (role_of(op)) {
    case Role::kRequest:
    case Role::kGiveBack:
      return Channel::kRequest;
    case Role::kSnoop:
      return Channel::kForward;
    default:
      return Channel::kResponse;
  }
}
/// Returns true if `later` may overtake `earlier`. Requests of one socket for one line stay in
/// order (a put before the next get). A home's grant stays ahead of a subsequent forward or
/// invalidation.
constexpr bool may_pass(Op later, Op earlier) {
  if (channel_of(later) == Channel::kRequest) return channel_of(earlier) != Channel::kRequest;
  const bool grant = earlier == Op::kDataS || earlier == Op::kDataE || earlier == Op::kGrantX;
  return channel_of(later) != Channel::kForward || !grant;
}
}  // namespace coherence

namespace cxl {
constexpr Channel channel_of(Op op) {
  switch (op) {
    case Op::kMemRdShared:
    case Op::kMemRdOwn:
    case Op::kMemInv:
    case Op::kMemRdCurrent:
    case Op::kMemClnEvct:
    case Op::kMemSpecRd:
      return Channel::kReq;
    case Op::kMemWr:
    case Op::kMemWrOwn:
    case Op::kBIConflict:
      return Channel::kRwD;
    case Op::kBIRspI:
    case Op::kBIRspS:
    case Op::kBIRspE:
      return Channel::kBIRsp;
    case Op::kBISnpData:
    case Op::kBISnpInv:
    case Op::kBISnpCur:
      return Channel::kBISnp;
    case Op::kCmp:
    case Op::kCmpS:
    case Op::kCmpE:
    case Op::kBIConflictAck:
      return Channel::kNdr;
    case Op::kMemData:
    case Op::kMemDataS:
    case Op::kMemDataE:
    case Op::kMemDataCmp:
      return Channel::kDrs;
  }
  return Channel::kReq;
}
/// Returns true if `later` may overtake `earlier`. BI-ConflictAck never overtakes an earlier Cmp of
/// its tag (CXL 3.1, rule E6a), even if the Cmp travels with its data. All other messages may
/// overtake each other.
constexpr bool may_pass(Op later, Op earlier) {
  const bool completion = earlier == Op::kCmp || earlier == Op::kCmpS || earlier == Op::kCmpE ||
                          earlier == Op::kMemDataS || earlier == Op::kMemDataE ||
                          earlier == Op::kMemDataCmp;
  return later != Op::kBIConflictAck || !completion;
}
}  // namespace cxl

constexpr Channel channel_of(const Message& m) {
  return m.protocol == Message::Class::kCxl ? cxl::channel_of(m.cxl)
                                            : coherence::channel_of(m.coherence);
}
/// Credit class of a message in queued delivery; it also defines the order in which the message
/// travels. Channels share a class if the order from a home to one socket connects them (forwards
/// after grants, BI-ConflictAck after Cmp), or if no direction of a link carries both. A class
/// never waits for a later one.
enum class CreditClass : std::uint8_t {
  kResponse,  ///< responses and forwards of socket homes; NDR, DRS; BIRsp
  kForward,   ///< RwD; BISnp
  kRequest
};
inline constexpr int kCreditClasses = 3;
inline constexpr std::array<const char*, kCreditClasses> kCreditClassNames{"response", "forward",
                                                                           "request"};

constexpr CreditClass credit_class_of(const Message& m) {
  if (m.protocol == Message::Class::kUncached) {
    return role_of(m) == Role::kUncached ? CreditClass::kRequest : CreditClass::kResponse;
  }
  switch (channel_of(m)) {
    case Channel::kRequest:
    case Channel::kReq:
      return CreditClass::kRequest;
    case Channel::kRwD:
    case Channel::kBISnp:
      return CreditClass::kForward;
    default:
      return CreditClass::kResponse;
  }
}

/// Returns true if `later` may arrive before `earlier`. Precondition: both have equal source,
/// destination and line.
constexpr bool may_pass(const Message& later, const Message& earlier) {
  if (later.protocol != earlier.protocol) return true;
  return later.protocol == Message::Class::kCxl
             ? cxl::may_pass(later.cxl, earlier.cxl)
             : coherence::may_pass(later.coherence, earlier.coherence);
}

}  // namespace starnuma::protocol

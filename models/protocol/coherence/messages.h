// SPDX-License-Identifier: Apache-2.0
// Messages between caching agents and socket homes: a documented three-hop MESI protocol, similar
// to UPI (the specification of UPI is not public).
//
//   requester -> home    GetS, GetX (read, own), PutM, PutE (evict dirty, clean), Unblock
//   home -> owner        FwdS, FwdX
//   home -> sharers      Inv
//   home -> requester    DataS, DataE, GrantX (no data), PutAck
//   owner -> requester   OwnerDataS, OwnerDataX
//   owner -> home        CopyBack, CopyBackClean, NoCopy (its PutE is in flight)
//   sharer -> requester  InvAck
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/protocol/role.h"

namespace starnuma::protocol::coherence {

enum class Op : std::uint8_t {
  kGetS,
  kGetX,
  kPutM,
  kPutE,
  kUnblock,
  kFwdS,
  kFwdX,
  kInv,
  kDataS,
  kDataE,
  kGrantX,
  kPutAck,
  kOwnerDataS,
  kOwnerDataX,
  kCopyBack,
  kCopyBackClean,
  kInvAck,
  kNoCopy
};
inline constexpr std::size_t kOps = 18;

constexpr Role role_of(Op op) {
  switch (op) {
    case Op::kGetS:
    case Op::kGetX:
      return Role::kRequest;
    case Op::kPutM:
    case Op::kPutE:
      return Role::kGiveBack;
    case Op::kUnblock:
      return Role::kUnblock;
    case Op::kFwdS:
    case Op::kFwdX:
    case Op::kInv:
      return Role::kSnoop;
    case Op::kPutAck:
      return Role::kGaveBack;
    case Op::kCopyBack:
    case Op::kCopyBackClean:
    case Op::kNoCopy:
      return Role::kSnoopAnswer;
    case Op::kDataS:
    case Op::kDataE:
    case Op::kGrantX:
    case Op::kOwnerDataS:
    case Op::kOwnerDataX:
    case Op::kInvAck:
      break;
  }
  return Role::kGrant;
}
/// Returns true if the receiver of the snoop may keep a shared copy.
constexpr bool leaves_copy(Op op) { return op == Op::kFwdS; }
constexpr bool carries_data(Op op) {
  return op == Op::kPutM || op == Op::kDataS || op == Op::kDataE || op == Op::kOwnerDataS ||
         op == Op::kOwnerDataX || op == Op::kCopyBack;
}

}  // namespace starnuma::protocol::coherence

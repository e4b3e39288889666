// SPDX-License-Identifier: Apache-2.0
// Messages between caching agents and socket homes: a documented 3-hop MESI, "UPI-like" (the real
// protocol is not public).
//
//   requester -> home     GetS, GetX (read, own), PutM, PutE (give up dirty, clean), Unblock
//   home -> owner         FwdS, FwdX      home -> sharers   Inv      home -> requester   DataS,
//   DataE,
//                                                                    GrantX (no data), PutAck
//   owner -> requester    OwnerDataS, OwnerDataX   owner -> home   CopyBack, CopyBackClean,
//   sharer -> requester   InvAck                                   NoCopy (its PutE is on the way)
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/base/ids.h"

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

constexpr bool is_read(Op op) { return op == Op::kGetS || op == Op::kGetX; }
constexpr bool carries_data(Op op) {
  return op == Op::kPutM || op == Op::kDataS || op == Op::kDataE || op == Op::kOwnerDataS ||
         op == Op::kOwnerDataX || op == Op::kCopyBack;
}

}  // namespace starnuma::protocol::coherence

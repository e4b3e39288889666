// SPDX-License-Identifier: Apache-2.0
// CXL.mem HDM-DB messages between caching agents and a multi-headed device. Names and values are
// those of CXL 3.1, section 3.3. The response to a read is an NDR (CmpS, CmpE) and a DRS (MemData),
// or one message with both (MemDataS, MemDataE).
//
//   M2S Req     MemRdShared (MemRd, MetaValue S, SnpData), MemRdOwn (MemRd, MetaValue A, SnpInv),
//               MemInv (MetaValue A, SnpInv: ownership without data, answered by CmpE), MemClnEvct,
//               MemRdCurrent (MemRd, MetaField No-Op, SnpCur: the host caches nothing, answered by
//               Cmp and MemData), MemSpecRd (hint that a read may follow; no response, no state)
//   M2S RwD     MemWr (MetaValue I), MemWrOwn (MemWr, MetaValue A: the host keeps the line),
//               BIConflict                      M2S BIRsp   BIRspI, BIRspS, BIRspE
//   S2M BISnp   BISnpData, BISnpInv, BISnpCur   S2M DRS     MemData
//   S2M NDR     Cmp, CmpS, CmpE, BIConflictAck  DRS + NDR   MemDataS, MemDataE, MemDataCmp
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "models/protocol/role.h"

namespace starnuma::protocol::cxl {

enum class Op : std::uint8_t {
  kMemRdShared,
  kMemRdOwn,
  kMemClnEvct,
  kMemWr,
  kBIRspI,
  kBIRspS,
  kBISnpData,
  kBISnpInv,
  kMemDataS,
  kMemDataE,
  kCmp,
  kCmpS,
  kCmpE,
  kMemData,
  kBIConflict,
  kBIConflictAck,
  kMemInv,
  kMemRdCurrent,
  kMemWrOwn,
  kBIRspE,
  kBISnpCur,
  kMemDataCmp,
  kMemSpecRd
};
inline constexpr std::size_t kOps = 23;

/// Opcodes of BISnpInv and BIRspI for a block of 2 or 4 aligned lines in one message. A block has
/// the effect of its single-line messages, so it has no rows of its own.
inline constexpr std::string_view kBlockSnoop = "BISnpInvBlk";
inline constexpr std::string_view kBlockResponse = "BIRspIBlk";

constexpr Role role_of(Op op) {
  switch (op) {
    case Op::kMemRdShared:
    case Op::kMemRdOwn:
    case Op::kMemInv:
    case Op::kMemRdCurrent:
      return Role::kRequest;
    case Op::kMemClnEvct:
    case Op::kMemWr:
    case Op::kMemWrOwn:
      return Role::kGiveBack;
    case Op::kBIRspI:
    case Op::kBIRspS:
    case Op::kBIRspE:
      return Role::kSnoopAnswer;
    case Op::kBISnpData:
    case Op::kBISnpInv:
    case Op::kBISnpCur:
      return Role::kSnoop;
    case Op::kCmp:
      return Role::kGaveBack;
    case Op::kMemSpecRd:
      return Role::kHint;
    case Op::kBIConflict:
    case Op::kBIConflictAck:
      return Role::kConflict;
    case Op::kMemDataS:
    case Op::kMemDataE:
    case Op::kMemDataCmp:
    case Op::kCmpS:
    case Op::kCmpE:
    case Op::kMemData:
      break;
  }
  return Role::kGrant;
}
/// Returns true if the receiver of the snoop may keep a copy.
constexpr bool leaves_copy(Op op) { return op == Op::kBISnpData || op == Op::kBISnpCur; }
/// Returns true if a host writes the line to memory.
constexpr bool writes_line(Op op) { return op == Op::kMemWr || op == Op::kMemWrOwn; }
/// Returns the NDR of a message that is an NDR and a DRS (MemData).
constexpr std::optional<Op> ndr_of(Op op) {
  if (op == Op::kMemDataCmp) return Op::kCmp;
  if (op == Op::kMemDataS) return Op::kCmpS;
  return op == Op::kMemDataE ? std::optional(Op::kCmpE) : std::nullopt;
}
/// Returns true if the message has a data field. A BIConflict has the 64 bytes of every RwD, but
/// their contents are undefined.
constexpr bool carries_data(Op op) {
  return writes_line(op) || ndr_of(op) || op == Op::kMemData || op == Op::kBIConflict;
}

}  // namespace starnuma::protocol::cxl

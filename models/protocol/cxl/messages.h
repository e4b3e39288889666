// SPDX-License-Identifier: Apache-2.0
// CXL.mem HDM-DB messages between caching agents and a multi-headed device (names and values as in
// CXL 3.1 section 3.3). A read is answered by NDR (CmpS, CmpE) and DRS (MemData), or by both in one
// message (MemDataS, MemDataE).
//
//   M2S Req     MemRdShared (MemRd, MetaValue S, SnpData), MemRdOwn (MemRd, MetaValue A, SnpInv),
//               MemClnEvct
//   M2S RwD     MemWr, BIConflict               M2S BIRsp   BIRspI, BIRspS
//   S2M BISnp   BISnpData, BISnpInv             S2M DRS     MemData
//   S2M NDR     Cmp, CmpS, CmpE, BIConflictAck  DRS + NDR   MemDataS, MemDataE
#pragma once

#include <cstddef>
#include <cstdint>

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
  kBIConflictAck
};
inline constexpr std::size_t kOps = 16;

constexpr bool is_read(Op op) { return op == Op::kMemRdShared || op == Op::kMemRdOwn; }
/// A BIConflict has the 64 bytes of every RwD, though they mean nothing.
constexpr bool carries_data(Op op) {
  return op == Op::kMemWr || op == Op::kMemDataS || op == Op::kMemDataE || op == Op::kMemData ||
         op == Op::kBIConflict;
}

}  // namespace starnuma::protocol::cxl

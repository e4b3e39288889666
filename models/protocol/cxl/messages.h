// SPDX-License-Identifier: Apache-2.0
// CXL.mem HDM-DB messages between caching agents and a multi-headed device (names and values as in
// CXL 3.1 section 3.3). The read's NDR (Cmp-S, Cmp-E) travels with its MemData here.
//
//   M2S Req   MemRdShared (MemRd, MetaValue S, SnpData), MemRdOwn (MemRd, MetaValue A, SnpInv),
//   MemClnEvct M2S RwD   MemWr        M2S BIRsp   BIRspI, BIRspS S2M BISnp BISnpData, BISnpInv S2M
//   DRS+NDR  MemDataS, MemDataE      S2M NDR   Cmp
#pragma once

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
  kCmp
};

constexpr bool carries_data(Op op) {
  return op == Op::kMemWr || op == Op::kMemDataS || op == Op::kMemDataE;
}

}  // namespace starnuma::protocol::cxl

// SPDX-License-Identifier: Apache-2.0
// States and transitions of a line in the inclusive snoop filter of a multi-headed device, as rows.
//
// - States follow the CXL device directory: I, S (any number of hosts), A (one host, E or M).
// - While hosts are snooped (BISnp), the line is in a transient state: Req waits, RwD and BIRsp do
//   not. The device sends the grant after the last BIRsp.
// - A dirty owner first writes back (MemWr), waits for Cmp, and then sends BIRspI (CXL 3.1,
//   3.5.1.2). After a BISnpCur it keeps the line: MemWr with MetaValue A, Cmp, BIRspE. It may write
//   again, and evict the line, before the BIRspE arrives.
// - A BIRspS or BIRspE to a BISnpCur leaves the recorded owner. A BIRspI frees the entry, and so
// does
//   the BIRspE of an owner whose MemWr has overtaken it.
// - Hosts may evict clean lines silently, so a shared line has two or more recorded hosts.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/table.h"

namespace starnuma::protocol::cxl {

enum class DeviceState : std::uint8_t {
  kInvalid,
  kShared,
  kOwned,     ///< "A" of the specification
  kToShared,  ///< BISnpData sent to the owner
  kToOwned,   ///< BISnpInv sent to invalidate the copies of owner or sharers
  kEvicting,  ///< BISnpInv sent to invalidate the line, because the snoop filter needs its entry
  kToCurrent  ///< BISnpCur sent to the owner
};
inline constexpr std::size_t kDeviceStates = 7;

constexpr bool is_transient(DeviceState state) { return state >= DeviceState::kToShared; }

enum class DeviceEvent : std::uint8_t {
  kMemRdShared,
  kMemRdOwn,             ///< no host or a single owner holds the line
  kMemRdOwnOthersShare,  ///< other hosts hold it shared
  kMemWr,                ///< from the owner
  kMemClnEvct,           ///< from the owner
  kBIRspS,
  kLastBIRspI,       ///< the last outstanding response, or BIRspE of an owner that has evicted
  kEvict,            ///< the snoop filter selected this entry as its victim
  kBIRspI,           ///< further responses are outstanding
  kMemRdByOwner,     ///< from the recorded owner, which evicted the line silently
  kStaleMemClnEvct,  ///< from a host that no longer holds the line
  kBIConflict,
  // Requests for ownership without data, as the three events of MemRdOwn.
  kMemInv,
  kMemInvOthersShare,
  kMemInvByOwner,
  // Reads of the current data, and the responses of an owner that keeps its line.
  kMemRdCurrent,
  kMemRdCurrentByOwner,
  kMemWrOwn,
  kBIRspE
};
inline constexpr std::size_t kDeviceEvents = 19;

/// Actions of the device; snoops are sent before memory is read.
struct DeviceActions {
  bool write_memory = false;
  bool read_memory = false;       ///< speculative if hosts are snooped: overlaps with the snoops
  bool snoop_data = false;        ///< BISnpData to the owner
  bool snoop_invalidate = false;  ///< BISnpInv to every holder except the requester
  bool complete = false;          ///< Cmp to the sender
  bool grant_shared = false;      ///< MemData with Cmp-S
  bool grant_owned = false;       ///< MemData with Cmp-E; without MemData for a MemInv
  bool free_entry = false;        ///< no host holds the line
  bool acknowledge = false;       ///< BI-ConflictAck to the sender
  bool snoop_current = false;     ///< BISnpCur to the owner
  bool grant_current = false;     ///< MemData with Cmp; the requester receives no copy
};

using DeviceRow = Row<DeviceState, DeviceEvent, DeviceActions>;

namespace detail {
//                                    write  read  snpD  snpI  cmp   gntS  gntO  free
constexpr DeviceActions read_shared{false, true, false, false, false, true, false, false};
constexpr DeviceActions read_owned{false, true, false, false, false, false, true, false};
constexpr DeviceActions snoop_data{false, true, true, false, false, false, false, false};
constexpr DeviceActions snoop_inv{false, true, false, true, false, false, false, false};
constexpr DeviceActions write_free{true, false, false, false, true, false, false, true};
constexpr DeviceActions write_keep{true, false, false, false, true, false, false, false};
constexpr DeviceActions clean_free{false, false, false, false, true, false, false, true};
constexpr DeviceActions grant_shared{false, false, false, false, false, true, false, false};
constexpr DeviceActions grant_owned{false, false, false, false, false, false, true, false};
constexpr DeviceActions snoop_unread{false, false, false, true, false, false, false, false};
constexpr DeviceActions free_entry{false, false, false, false, false, false, false, true};
constexpr DeviceActions complete{false, false, false, false, true};
constexpr DeviceActions nothing{};
constexpr DeviceActions acknowledge{false, false, false, false, false, false, false, false, true};
//                                      write  read   snpD   snpI   cmp    gntS   gntO   free
constexpr DeviceActions read_current{false, true,  false, false, false, false,
                                     false, false, false, false, true};
constexpr DeviceActions snoop_current{false, true,  false, false, false,
                                      false, false, false, false, true};
constexpr DeviceActions grant_current{false, false, false, false, false, false,
                                      false, false, false, false, true};
constexpr DeviceActions grant_current_free{false, false, false, false, false, false,
                                           false, true,  false, false, true};
}  // namespace detail

inline constexpr std::array<DeviceRow, 40> kDeviceRows{{
    {DeviceState::kInvalid, DeviceEvent::kMemRdShared, DeviceState::kOwned, detail::read_owned},
    {DeviceState::kInvalid, DeviceEvent::kMemRdOwn, DeviceState::kOwned, detail::read_owned},
    {DeviceState::kInvalid, DeviceEvent::kStaleMemClnEvct, DeviceState::kInvalid, detail::complete},
    {DeviceState::kShared, DeviceEvent::kMemRdShared, DeviceState::kShared, detail::read_shared},
    {DeviceState::kShared, DeviceEvent::kMemRdOwnOthersShare, DeviceState::kToOwned,
     detail::snoop_inv},
    {DeviceState::kShared, DeviceEvent::kStaleMemClnEvct, DeviceState::kShared, detail::complete},
    {DeviceState::kShared, DeviceEvent::kEvict, DeviceState::kEvicting, detail::snoop_unread},
    {DeviceState::kOwned, DeviceEvent::kMemRdShared, DeviceState::kToShared, detail::snoop_data},
    {DeviceState::kOwned, DeviceEvent::kMemRdOwn, DeviceState::kToOwned, detail::snoop_inv},
    {DeviceState::kOwned, DeviceEvent::kMemRdByOwner, DeviceState::kOwned, detail::read_owned},
    {DeviceState::kOwned, DeviceEvent::kMemWr, DeviceState::kInvalid, detail::write_free},
    {DeviceState::kOwned, DeviceEvent::kMemClnEvct, DeviceState::kInvalid, detail::clean_free},
    {DeviceState::kOwned, DeviceEvent::kStaleMemClnEvct, DeviceState::kOwned, detail::complete},
    {DeviceState::kOwned, DeviceEvent::kEvict, DeviceState::kEvicting, detail::snoop_unread},
    {DeviceState::kToShared, DeviceEvent::kMemWr, DeviceState::kToShared, detail::write_keep},
    {DeviceState::kToShared, DeviceEvent::kBIConflict, DeviceState::kToShared, detail::acknowledge},
    {DeviceState::kToShared, DeviceEvent::kBIRspS, DeviceState::kShared, detail::grant_shared},
    {DeviceState::kToShared, DeviceEvent::kLastBIRspI, DeviceState::kOwned, detail::grant_owned},
    {DeviceState::kToOwned, DeviceEvent::kMemWr, DeviceState::kToOwned, detail::write_keep},
    {DeviceState::kToOwned, DeviceEvent::kBIConflict, DeviceState::kToOwned, detail::acknowledge},
    {DeviceState::kToOwned, DeviceEvent::kBIRspI, DeviceState::kToOwned, detail::nothing},
    {DeviceState::kToOwned, DeviceEvent::kLastBIRspI, DeviceState::kOwned, detail::grant_owned},
    {DeviceState::kEvicting, DeviceEvent::kMemWr, DeviceState::kEvicting, detail::write_keep},
    {DeviceState::kEvicting, DeviceEvent::kBIConflict, DeviceState::kEvicting, detail::acknowledge},
    {DeviceState::kEvicting, DeviceEvent::kBIRspI, DeviceState::kEvicting, detail::nothing},
    {DeviceState::kEvicting, DeviceEvent::kLastBIRspI, DeviceState::kInvalid, detail::free_entry},
    {DeviceState::kInvalid, DeviceEvent::kMemInv, DeviceState::kOwned, detail::grant_owned},
    {DeviceState::kShared, DeviceEvent::kMemInvOthersShare, DeviceState::kToOwned,
     detail::snoop_unread},
    {DeviceState::kOwned, DeviceEvent::kMemInv, DeviceState::kToOwned, detail::snoop_unread},
    {DeviceState::kOwned, DeviceEvent::kMemInvByOwner, DeviceState::kOwned, detail::grant_owned},
    {DeviceState::kInvalid, DeviceEvent::kMemRdCurrent, DeviceState::kInvalid,
     detail::read_current},
    {DeviceState::kShared, DeviceEvent::kMemRdCurrent, DeviceState::kShared, detail::read_current},
    {DeviceState::kOwned, DeviceEvent::kMemRdCurrent, DeviceState::kToCurrent,
     detail::snoop_current},
    {DeviceState::kOwned, DeviceEvent::kMemRdCurrentByOwner, DeviceState::kOwned,
     detail::read_current},
    {DeviceState::kToCurrent, DeviceEvent::kMemWr, DeviceState::kToCurrent, detail::write_keep},
    {DeviceState::kToCurrent, DeviceEvent::kMemWrOwn, DeviceState::kToCurrent, detail::write_keep},
    {DeviceState::kToCurrent, DeviceEvent::kBIConflict, DeviceState::kToCurrent,
     detail::acknowledge},
    {DeviceState::kToCurrent, DeviceEvent::kBIRspE, DeviceState::kOwned, detail::grant_current},
    {DeviceState::kToCurrent, DeviceEvent::kBIRspS, DeviceState::kOwned, detail::grant_current},
    {DeviceState::kToCurrent, DeviceEvent::kLastBIRspI, DeviceState::kInvalid,
     detail::grant_current_free},
}};

inline constexpr Table<DeviceState, DeviceEvent, DeviceActions, kDeviceStates, kDeviceEvents>
    kDeviceTable{kDeviceRows};

}  // namespace starnuma::protocol::cxl

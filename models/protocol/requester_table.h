// SPDX-License-Identifier: Apache-2.0
// States and transitions of a line at a requester (a socket's caching agent), as rows. There is one
// table for socket homes, one for multi-headed devices and one for the conflict handshake.
//
// The stable states are those of the socket's tag array. The others belong to a transaction of the
// socket or to a writeback; a line has at most one of these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/protocol/table.h"

namespace starnuma::protocol {

enum class RequesterState : std::uint8_t {
  kInvalid,
  kShared,
  kExclusive,
  kModified,
  kReading,         ///< shared copy requested
  kOwning,          ///< ownership requested
  kUpgrading,       ///< ownership requested while a shared copy is held
  kWriteBack,       ///< dirty line written back; the data are kept until the acknowledgement
  kForwarded,       ///< as kWriteBack, after a forward took the data: the put is stale
  kCleanEvict,      ///< device notified of the eviction of a clean line
  kSnoopWriteBack,  ///< writes back for a snoop and responds after the Cmp
  kReadingCurrent,  ///< current data requested; no copy remains
  kSnoopClean,      ///< as kSnoopWriteBack, but keeps the line in E
};
inline constexpr std::size_t kRequesterStates = 13;

/// Events of both tables; each table uses its own messages.
enum class RequesterEvent : std::uint8_t {
  // Accesses and evictions of the socket.
  kLoad,
  kStore,
  kEvict,
  kDrop,    ///< a clean line is evicted silently
  kWeaken,  ///< E becomes S silently
  // Grants of either protocol; the last part decides.
  kGrantPart,  ///< further parts are missing: data, Cmp-S/E or acknowledgements
  kGrantShared,
  kGrantExclusive,
  // Socket homes.
  kInv,
  kFwdS,
  kFwdX,
  kPutAck,
  // Devices.
  kSnoopData,  ///< BISnpData, if the current conflict state permits an answer
  kSnoopInv,   ///< BISnpInv, if the current conflict state permits an answer
  kCmp,
  kStoreLine,    ///< store of the whole line, which needs ownership but no data
  kLoadCurrent,  ///< load that leaves no copy of an absent line
  kGrantCurrent,
  kSnoopCur  ///< BISnpCur, if the current conflict state permits an answer
};
inline constexpr std::size_t kRequesterEvents = 19;

/// Events that a host starts, in the order of sn_access (testbenches/golden_kit/sn_cxl_golden.h).
inline constexpr std::array<RequesterEvent, 7> kHostEvents{
    RequesterEvent::kLoad,       RequesterEvent::kStore,  RequesterEvent::kEvict,
    RequesterEvent::kDrop,       RequesterEvent::kWeaken, RequesterEvent::kStoreLine,
    RequesterEvent::kLoadCurrent};
/// Returns the index of an event in kHostEvents.
constexpr std::size_t number_of_host_event(RequesterEvent event) {
  std::size_t number = 0;
  while (kHostEvents[number] != event) ++number;
  return number;
}

constexpr bool is_store(RequesterEvent event) {
  return event == RequesterEvent::kStore || event == RequesterEvent::kStoreLine;
}
constexpr bool is_load(RequesterEvent event) {
  return event == RequesterEvent::kLoad || event == RequesterEvent::kLoadCurrent;
}

struct RequesterActions {
  bool request = false;      ///< GetS, GetX; MemRdShared, MemRdOwn, MemInv, MemRdCurrent
  bool give_up = false;      ///< PutM, PutE; MemWr, MemClnEvct
  bool complete = false;     ///< the access has its line; sends Unblock if the home waits for it
  bool acknowledge = false;  ///< InvAck to the requester
  bool owner_data = false;   ///< OwnerDataS, OwnerDataX to the requester
  bool copy_back = false;    ///< CopyBack of a dirty line, else CopyBackClean
  bool no_copy = false;      ///< NoCopy to the home
  bool respond_i = false;    ///< BIRspI
  bool respond_s = false;    ///< BIRspS
  bool respond_e = false;    ///< BIRspE
  bool clean = false;        ///< MemWrOwn
};

using RequesterRow = Row<RequesterState, RequesterEvent, RequesterActions>;
using RequesterTable =
    Table<RequesterState, RequesterEvent, RequesterActions, kRequesterStates, kRequesterEvents>;

namespace requester {
using S = RequesterState;
using E = RequesterEvent;
//                                      req    give   done   ack    data   copy   none   rspI   rspS
constexpr RequesterActions nothing{};
constexpr RequesterActions ask{true};
constexpr RequesterActions give_up{false, true};
constexpr RequesterActions complete{false, false, true};
constexpr RequesterActions acknowledge{false, false, false, true};
constexpr RequesterActions owner_data{false, false, false, false, true};
constexpr RequesterActions copy_back{false, false, false, false, true, true};
constexpr RequesterActions no_copy{false, false, false, false, false, false, true};
constexpr RequesterActions respond_i{false, false, false, false, false, false, false, true};
constexpr RequesterActions respond_s{false, false, false, false, false, false, false, false, true};
constexpr RequesterActions respond_e{false, false, false, false, false,
                                     false, false, false, false, true};
constexpr RequesterActions clean{false, false, false, false, false, false,
                                 false, false, false, false, true};

/// Rows of the socket's own accesses, which both protocols share.
inline constexpr std::array<RequesterRow, 12> kOwnRows{{
    {S::kInvalid, E::kLoad, S::kReading, ask},
    {S::kInvalid, E::kStore, S::kOwning, ask},
    {S::kShared, E::kLoad, S::kShared, nothing},
    {S::kShared, E::kStore, S::kUpgrading, ask},
    {S::kShared, E::kEvict, S::kInvalid, nothing},
    {S::kExclusive, E::kLoad, S::kExclusive, nothing},
    {S::kExclusive, E::kStore, S::kModified, nothing},
    {S::kModified, E::kLoad, S::kModified, nothing},
    {S::kModified, E::kStore, S::kModified, nothing},
    {S::kModified, E::kEvict, S::kWriteBack, give_up},
    {S::kReading, E::kGrantShared, S::kShared, complete},
    {S::kReading, E::kGrantExclusive, S::kExclusive, complete},
}};

inline constexpr std::array<RequesterRow, 25> kSocketRows{{
    {S::kExclusive, E::kEvict, S::kInvalid, give_up},
    {S::kOwning, E::kGrantPart, S::kOwning, nothing},
    {S::kOwning, E::kGrantExclusive, S::kModified, complete},
    {S::kUpgrading, E::kGrantPart, S::kUpgrading, nothing},
    {S::kUpgrading, E::kGrantExclusive, S::kModified, complete},
    {S::kInvalid, E::kInv, S::kInvalid, acknowledge},
    {S::kShared, E::kInv, S::kInvalid, acknowledge},
    {S::kReading, E::kInv, S::kReading, acknowledge},
    {S::kOwning, E::kInv, S::kOwning, acknowledge},
    {S::kUpgrading, E::kInv, S::kOwning, acknowledge},
    {S::kForwarded, E::kInv, S::kForwarded, acknowledge},
    {S::kInvalid, E::kFwdS, S::kInvalid, no_copy},
    {S::kReading, E::kFwdS, S::kReading, no_copy},
    {S::kOwning, E::kFwdS, S::kOwning, no_copy},
    {S::kExclusive, E::kFwdS, S::kShared, copy_back},
    {S::kModified, E::kFwdS, S::kShared, copy_back},
    {S::kWriteBack, E::kFwdS, S::kForwarded, copy_back},
    {S::kInvalid, E::kFwdX, S::kInvalid, no_copy},
    {S::kReading, E::kFwdX, S::kReading, no_copy},
    {S::kOwning, E::kFwdX, S::kOwning, no_copy},
    {S::kExclusive, E::kFwdX, S::kInvalid, owner_data},
    {S::kModified, E::kFwdX, S::kInvalid, owner_data},
    {S::kWriteBack, E::kFwdX, S::kForwarded, owner_data},
    {S::kWriteBack, E::kPutAck, S::kInvalid, nothing},
    {S::kForwarded, E::kPutAck, S::kInvalid, nothing},
}};

inline constexpr std::array<RequesterRow, 52> kCxlRows{{
    {S::kExclusive, E::kEvict, S::kCleanEvict, give_up},
    {S::kExclusive, E::kDrop, S::kInvalid, nothing},
    {S::kExclusive, E::kWeaken, S::kShared, nothing},
    {S::kReading, E::kGrantPart, S::kReading, nothing},
    {S::kOwning, E::kGrantPart, S::kOwning, nothing},
    {S::kOwning, E::kGrantExclusive, S::kModified, complete},
    {S::kUpgrading, E::kGrantPart, S::kUpgrading, nothing},
    {S::kUpgrading, E::kGrantExclusive, S::kModified, complete},
    {S::kInvalid, E::kSnoopData, S::kInvalid, respond_i},
    {S::kShared, E::kSnoopData, S::kShared, respond_s},
    {S::kExclusive, E::kSnoopData, S::kShared, respond_s},
    {S::kModified, E::kSnoopData, S::kSnoopWriteBack, give_up},
    {S::kReading, E::kSnoopData, S::kReading, respond_i},
    {S::kOwning, E::kSnoopData, S::kOwning, respond_i},
    {S::kUpgrading, E::kSnoopData, S::kUpgrading, respond_s},
    {S::kWriteBack, E::kSnoopData, S::kSnoopWriteBack, nothing},
    {S::kCleanEvict, E::kSnoopData, S::kCleanEvict, respond_i},
    {S::kInvalid, E::kSnoopInv, S::kInvalid, respond_i},
    {S::kShared, E::kSnoopInv, S::kInvalid, respond_i},
    {S::kExclusive, E::kSnoopInv, S::kInvalid, respond_i},
    {S::kModified, E::kSnoopInv, S::kSnoopWriteBack, give_up},
    {S::kReading, E::kSnoopInv, S::kReading, respond_i},
    {S::kOwning, E::kSnoopInv, S::kOwning, respond_i},
    {S::kUpgrading, E::kSnoopInv, S::kOwning, respond_i},
    {S::kWriteBack, E::kSnoopInv, S::kSnoopWriteBack, nothing},
    {S::kCleanEvict, E::kSnoopInv, S::kCleanEvict, respond_i},
    {S::kCleanEvict, E::kCmp, S::kInvalid, nothing},
    {S::kWriteBack, E::kCmp, S::kInvalid, nothing},
    {S::kSnoopWriteBack, E::kCmp, S::kInvalid, respond_i},
    {S::kInvalid, E::kStoreLine, S::kOwning, ask},
    {S::kShared, E::kStoreLine, S::kUpgrading, ask},
    {S::kExclusive, E::kStoreLine, S::kModified, nothing},
    {S::kModified, E::kStoreLine, S::kModified, nothing},
    {S::kInvalid, E::kLoadCurrent, S::kReadingCurrent, ask},
    {S::kShared, E::kLoadCurrent, S::kShared, nothing},
    {S::kExclusive, E::kLoadCurrent, S::kExclusive, nothing},
    {S::kModified, E::kLoadCurrent, S::kModified, nothing},
    {S::kReadingCurrent, E::kGrantPart, S::kReadingCurrent, nothing},
    {S::kReadingCurrent, E::kGrantCurrent, S::kInvalid, complete},
    {S::kReadingCurrent, E::kSnoopData, S::kReadingCurrent, respond_i},
    {S::kReadingCurrent, E::kSnoopInv, S::kReadingCurrent, respond_i},
    {S::kReadingCurrent, E::kSnoopCur, S::kReadingCurrent, respond_i},
    {S::kInvalid, E::kSnoopCur, S::kInvalid, respond_i},
    {S::kShared, E::kSnoopCur, S::kShared, respond_s},
    {S::kExclusive, E::kSnoopCur, S::kExclusive, respond_e},
    {S::kModified, E::kSnoopCur, S::kSnoopClean, clean},
    {S::kReading, E::kSnoopCur, S::kReading, respond_i},
    {S::kOwning, E::kSnoopCur, S::kOwning, respond_i},
    {S::kUpgrading, E::kSnoopCur, S::kUpgrading, respond_s},
    {S::kWriteBack, E::kSnoopCur, S::kSnoopWriteBack, nothing},
    {S::kCleanEvict, E::kSnoopCur, S::kCleanEvict, respond_i},
    {S::kSnoopClean, E::kCmp, S::kExclusive, respond_e},
}};
}  // namespace requester

/// All rows of one protocol.
inline constexpr auto kSocketRequesterRows = joined(requester::kOwnRows, requester::kSocketRows);
inline constexpr auto kCxlRequesterRows = joined(requester::kOwnRows, requester::kCxlRows);

inline constexpr RequesterTable kSocketRequesterTable{kSocketRequesterRows};
inline constexpr RequesterTable kCxlRequesterTable{kCxlRequesterRows};

/// State of a host's handshake after a snoop meets one of its own requests on the line (CXL 3.1,
/// 3.5.1.3). During the handshake the host starts no new transaction on the line.
enum class ConflictState : std::uint8_t {
  kNone,
  kAwaitAck,  ///< BIConflict sent
  kAwaitData  ///< late conflict: the host responds to the snoop after the granted data arrive
};
inline constexpr std::size_t kConflictStates = 3;

enum class ConflictEvent : std::uint8_t {
  kSnoop,              ///< the host has no pending request for the line
  kSnoopMeetsRequest,  ///< the host has a pending Req
  kAckEarly,           ///< before the Cmp of the request: the request still waits at the device
  kAckLate,            ///< after the Cmp and the data
  kAckDataMissing,     ///< after the Cmp, before the data
  kGrantComplete
};
inline constexpr std::size_t kConflictEvents = 6;

struct ConflictActions {
  bool conflict = false;  ///< BIConflict
  bool answer = false;    ///< responds to the snoop by the row of the line's state
};

using ConflictRow = Row<ConflictState, ConflictEvent, ConflictActions>;

inline constexpr std::array<ConflictRow, 6> kConflictRows{{
    {ConflictState::kNone, ConflictEvent::kSnoop, ConflictState::kNone, {false, true}},
    {ConflictState::kNone, ConflictEvent::kSnoopMeetsRequest, ConflictState::kAwaitAck, {true}},
    {ConflictState::kAwaitAck, ConflictEvent::kAckEarly, ConflictState::kNone, {false, true}},
    {ConflictState::kAwaitAck, ConflictEvent::kAckLate, ConflictState::kNone, {false, true}},
    {ConflictState::kAwaitAck, ConflictEvent::kAckDataMissing, ConflictState::kAwaitData, {}},
    {ConflictState::kAwaitData, ConflictEvent::kGrantComplete, ConflictState::kNone, {false, true}},
}};
inline constexpr Table<ConflictState, ConflictEvent, ConflictActions, kConflictStates,
                       kConflictEvents>
    kConflictTable{kConflictRows};

}  // namespace starnuma::protocol

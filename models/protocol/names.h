// SPDX-License-Identifier: Apache-2.0
// Names of messages, states and events, for error messages and printed tables.
#pragma once

#include <array>
#include <string_view>

#include "models/protocol/coherence/home_table.h"
#include "models/protocol/cxl/device_table.h"
#include "models/protocol/message.h"
#include "models/protocol/requester_table.h"

namespace starnuma::protocol {

namespace coherence {
inline constexpr std::array<std::string_view, kOps> kOpNames{
    "GetS",       "GetX",       "PutM",     "PutE",          "Unblock", "FwdS",
    "FwdX",       "Inv",        "DataS",    "DataE",         "GrantX",  "PutAck",
    "OwnerDataS", "OwnerDataX", "CopyBack", "CopyBackClean", "InvAck",  "NoCopy"};
inline constexpr std::array<std::string_view, kHomeStates> kHomeStateNames{
    "Uncached",    "Shared",          "Exclusive",   "ToShared",
    "ToExclusive", "ToSharedUnblock", "ToSharedCopy"};
inline constexpr std::array<std::string_view, kHomeEvents> kHomeEventNames{
    "GetS",          "GetX",    "GetX, others share", "PutM",        "PutE",  "CopyBack",
    "CopyBackClean", "Unblock", "PutM, stale",        "PutE, stale", "NoCopy"};
}  // namespace coherence

namespace cxl {
inline constexpr std::array<std::string_view, kOps> kOpNames{
    "MemRdShared", "MemRdOwn", "MemClnEvct", "MemWr",          "BIRspI",   "BIRspS",
    "BISnpData",   "BISnpInv", "MemDataS",   "MemDataE",       "Cmp",      "Cmp-S",
    "Cmp-E",       "MemData",  "BIConflict", "BI-ConflictAck", "MemInv",   "MemRdCurrent",
    "MemWrOwn",    "BIRspE",   "BISnpCur",   "MemDataCmp",     "MemSpecRd"};
inline constexpr std::array<std::string_view, kDeviceStates> kDeviceStateNames{
    "I", "S", "A", "ToShared", "ToOwned", "Evicting", "ToCurrent"};
inline constexpr std::array<std::string_view, kDeviceEvents> kDeviceEventNames{
    "MemRdShared",
    "MemRdOwn",
    "MemRdOwn, others share",
    "MemWr",
    "MemClnEvct",
    "BIRspS",
    "BIRspI, last",
    "filter eviction",
    "BIRspI",
    "MemRd by owner",
    "MemClnEvct, stale",
    "BIConflict",
    "MemInv",
    "MemInv, others share",
    "MemInv by owner",
    "MemRdCurrent",
    "MemRdCurrent by owner",
    "MemWrOwn",
    "BIRspE"};
}  // namespace cxl

namespace uncached {
inline constexpr std::array<std::string_view, kOps> kOpNames{"Add",       "Read", "Write",
                                                             "WritePart", "Done", "Data"};
}  // namespace uncached

inline constexpr std::array<std::string_view, kRequesterStates> kRequesterStateNames{
    "I",         "S",         "E",         "M",          "Reading",        "Owning",
    "Upgrading", "WriteBack", "Forwarded", "CleanEvict", "SnoopWriteBack", "ReadingCurrent",
    "SnoopClean"};
inline constexpr std::array<std::string_view, kRequesterEvents> kRequesterEventNames{
    "load",          "store",
    "evict",         "silent drop",
    "silent E to S", "grant, part of it",
    "grant, shared", "grant, exclusive",
    "Inv",           "FwdS",
    "FwdX",          "PutAck",
    "BISnpData",     "BISnpInv",
    "Cmp",           "store of a line",
    "load, current", "grant, current",
    "BISnpCur"};
inline constexpr std::array<std::string_view, kConflictStates> kConflictStateNames{
    "none", "AwaitAck", "AwaitData"};
inline constexpr std::array<std::string_view, kConflictEvents> kConflictEventNames{
    "BISnp",
    "BISnp, own request pending",
    "Ack before Cmp (early)",
    "Ack after Cmp and data (late)",
    "Ack after Cmp, before data (late)",
    "grant complete"};

constexpr std::string_view name_of(const Message& m) {
  switch (m.protocol) {
    case Message::Class::kCxl:
      if (block_lines_of(m) != 0) {
        return m.cxl == cxl::Op::kBISnpInv ? cxl::kBlockSnoop : cxl::kBlockResponse;
      }
      return cxl::kOpNames[static_cast<std::size_t>(m.cxl)];
    case Message::Class::kUncached:
      return uncached::kOpNames[static_cast<std::size_t>(m.uncached)];
    case Message::Class::kCoherence:
      break;
  }
  return coherence::kOpNames[static_cast<std::size_t>(m.coherence)];
}
constexpr std::string_view name_of(RequesterState s) {
  return kRequesterStateNames[static_cast<std::size_t>(s)];
}
constexpr std::string_view name_of(RequesterEvent e) {
  return kRequesterEventNames[static_cast<std::size_t>(e)];
}
constexpr std::string_view name_of(coherence::HomeState s) {
  return coherence::kHomeStateNames[static_cast<std::size_t>(s)];
}
constexpr std::string_view name_of(coherence::HomeEvent e) {
  return coherence::kHomeEventNames[static_cast<std::size_t>(e)];
}
constexpr std::string_view name_of(cxl::DeviceState s) {
  return cxl::kDeviceStateNames[static_cast<std::size_t>(s)];
}
constexpr std::string_view name_of(cxl::DeviceEvent e) {
  return cxl::kDeviceEventNames[static_cast<std::size_t>(e)];
}
constexpr std::string_view name_of(ConflictState s) {
  return kConflictStateNames[static_cast<std::size_t>(s)];
}
constexpr std::string_view name_of(ConflictEvent e) {
  return kConflictEventNames[static_cast<std::size_t>(e)];
}

}  // namespace starnuma::protocol

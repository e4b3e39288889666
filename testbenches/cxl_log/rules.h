// SPDX-License-Identifier: Apache-2.0
// Rules that a log of CXL.mem messages is checked against.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace starnuma::cxl_log {

enum class Rule : std::uint8_t {
  kNone,
  kOneRequest,
  kGrantNeedsRead,
  kGrantOnce,
  kOwningGrant,
  kCmpNeedsEviction,
  kOneSnoop,
  kResponseNeedsSnoop,
  kResponseAfterAck,
  kWriteBackFirst,
  kConflictFirst,
  kSharedResponse,
  kConflictNeedsSnoop,
  kConflictNeedsRequest,
  kEvictionNeedsCopy,
  kAckNeedsConflict,
  kOwnerWrites,
  kLatestData,
  kSnoopNeedsCause,
  kGrantOfDirectory,
  kAckOrder,
  kDirectoryRow,
  kWritesLine
};
inline constexpr std::size_t kRules = 23;

struct RuleInfo {
  std::string_view name;
  std::string_view sentence;
  std::string_view section;  ///< Section of CXL 3.1.
};

/// Indexed by Rule.
inline constexpr std::array<RuleInfo, kRules> kRuleInfos{{
    {"none", "", ""},
    {"one_request", "a host has at most one Req or RwD outstanding for a line", "3.3.11"},
    {"grant_needs_read",
     "Cmp-S, Cmp-E and MemData answer an outstanding MemRd of the host, Cmp-E a MemInv, Cmp and "
     "MemData a MemRd with SnpCur",
     "3.3.9"},
    {"grant_once", "a MemRd receives one Cmp, Cmp-S or Cmp-E and one MemData", "3.3.10"},
    {"owning_grant", "a MemRd or MemInv with MetaValue A receives Cmp-E", "3.3.9"},
    {"cmp_needs_eviction",
     "a Cmp answers an outstanding MemWr, MemClnEvct or MemRd with SnpCur of the host", "3.3.9"},
    {"one_snoop", "a host has at most one unanswered BISnp for a line", "3.3.8"},
    {"response_needs_snoop", "a BIRsp answers a BISnp", "3.3.7"},
    {"response_after_ack", "a host that has sent BIConflict waits for BI-ConflictAck before BIRsp",
     "3.5.1.3"},
    {"write_back_first", "a host that writes back waits for the Cmp of its MemWr before BIRsp",
     "3.5.1.2"},
    {"conflict_first", "a host with an outstanding Req answers a BISnp for the line by BIConflict",
     "3.5.1.3"},
    {"shared_response",
     "BIRspS answers BISnpData or BISnpCur, and not after a MemWr; BIRspE answers BISnpCur",
     "3.3.7"},
    {"conflict_needs_snoop", "a BIConflict follows an unanswered BISnp", "3.5.1.3"},
    {"conflict_needs_request", "a BIConflict belongs to an outstanding Req of the host", "3.5.1.3"},
    {"eviction_needs_copy",
     "a host sends MemClnEvct only if it has received the line since it last gave it up", "3.3.5"},
    {"ack_needs_conflict", "a BI-ConflictAck answers a BIConflict", "3.5.1.3"},
    {"owner_writes", "only the recorded owner sends MemWr", "3.3.6"},
    {"latest_data",
     "MemData carries the data of the last MemWr, or for SnpCur of one since the MemRd", "3.3.10"},
    {"snoop_needs_cause",
     "a BISnp goes to holders of the line: BISnpData to the owner for a MemRd with MetaValue S, "
     "BISnpCur for SnpCur, BISnpInv to all others for MetaValue A, or BISnpInv to evict an entry "
     "for another line",
     "3.3.8"},
    {"grant_of_directory",
     "a completion is that of the directory, after the last BIRsp of the hosts that it snooped",
     "3.5.1"},
    {"ack_order", "a BI-ConflictAck does not pass an earlier Cmp, Cmp-S or Cmp-E to the host",
     "3.3.11"},
    {"directory_row", "the device table has a row for the message in the state of the line",
     "3.5.1"},
    {"writes_line", "a host that owns a line by MemInv writes it and returns it by MemWr", "3.3.5"},
}};

constexpr const RuleInfo& info_of(Rule rule) { return kRuleInfos[static_cast<std::size_t>(rule)]; }

}  // namespace starnuma::cxl_log

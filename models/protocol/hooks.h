// SPDX-License-Identifier: Apache-2.0
// What a verification bench may plug into the protocol functions: deliberate faults (mutants) and a
// record of the rows that were used.
//
// Contract: functions take a `Hooks` argument; with NoHooks, the default, it compiles to nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace starnuma::protocol {

/// Faults that a verification must notice. Those marked "channel" break an ordering rule and are
/// planted in the bench's channels, all others in the functions.
enum class Mutant : std::uint8_t {
  kNone,
  // Between caching agents and socket homes.
  kDropInvalidation,
  kGrantBeforeAcks,
  kForgetPendingPut,
  kUnblockBeforeCopyBack,
  kUpgradeKeepsCopy,
  kStalePutTaken,
  kSnoopPassesGrant,
  kGetPassesPut,
  // Between caching agents and a multi-headed device.
  kDropSnoop,
  kGrantBeforeResponses,
  kAnswerWithoutHandshake,
  kLateTakenForEarly,
  kResponseBeforeWriteBack,
  kFilterGrantsEarly,
  kAckPassesCmp,
  kWriteWaitsForRequest,
  kConflictWaitsForRequest
};

struct MutantInfo {
  Mutant mutant;
  bool cxl;  ///< Of the protocol with the device; else of the one with the socket home.
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<MutantInfo, 17> kMutants{{
    {Mutant::kDropInvalidation, false, "drop_invalidation",
     "the home does not invalidate one of the sharers"},
    {Mutant::kGrantBeforeAcks, false, "grant_before_acks",
     "a writer does not wait for the sharers' acknowledgements"},
    {Mutant::kForgetPendingPut, false, "forget_pending_put",
     "an evicting owner forgets the data of its pending put"},
    {Mutant::kUnblockBeforeCopyBack, false, "unblock_before_copy_back",
     "the home frees a line before the owner's copy-back"},
    {Mutant::kUpgradeKeepsCopy, false, "upgrade_keeps_copy",
     "an invalidation does not take the copy of a waiting upgrade"},
    {Mutant::kStalePutTaken, false, "stale_put_taken",
     "the home takes a put of a socket that no longer owns the line"},
    {Mutant::kSnoopPassesGrant, false, "snoop_passes_grant",
     "channel: a forward or invalidation overtakes the grant before it"},
    {Mutant::kGetPassesPut, false, "get_passes_put",
     "channel: a request overtakes the same socket's put of the line"},
    {Mutant::kDropSnoop, true, "drop_snoop", "the device does not snoop one of the sharers"},
    {Mutant::kGrantBeforeResponses, true, "grant_before_responses",
     "the device grants after the first of several snoop responses"},
    {Mutant::kAnswerWithoutHandshake, true, "answer_without_handshake",
     "a host with a request pending answers a snoop without BIConflict"},
    {Mutant::kLateTakenForEarly, true, "late_taken_for_early",
     "a host takes a late conflict for an early one"},
    {Mutant::kResponseBeforeWriteBack, true, "response_before_write_back",
     "a dirty host answers the snoop without waiting for the Cmp of its MemWr"},
    {Mutant::kFilterGrantsEarly, true, "filter_grants_early",
     "the snoop filter gives the victim's entry away before its hosts have answered"},
    {Mutant::kAckPassesCmp, true, "ack_passes_cmp",
     "channel: BI-ConflictAck overtakes the Cmp of the same tag"},
    {Mutant::kWriteWaitsForRequest, true, "write_waits_for_request",
     "channel: MemWr waits while the line is busy"},
    {Mutant::kConflictWaitsForRequest, true, "conflict_waits_for_request",
     "channel: BIConflict waits while the line is busy"},
}};

enum class TableId : std::uint8_t { kHome, kDevice, kSocketRequester, kCxlRequester, kConflict };
inline constexpr std::size_t kTables = 5;

struct NoHooks {
  static constexpr bool broken(Mutant) { return false; }
  /// A row was taken.
  template <class State, class Event>
  static constexpr void row(TableId, State, Event) {}
};

}  // namespace starnuma::protocol

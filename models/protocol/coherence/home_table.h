// SPDX-License-Identifier: Apache-2.0
// States and transitions of a line at a socket home, as rows.
//
// - A line is uncached, shared, or exclusive at one owner. The home does not distinguish E and M.
// - After a snoop of the owner or of sharers, the line is in a transient state until the
//   requester's Unblock arrives, and the copy-back, if there is one. Requests wait during this
//   time.
// - Owners notify the home of evictions (PutM, PutE); sharers do not. A shared line therefore has
//   two or more recorded sharers.
// - A put is stale if a forward has overtaken it.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/table.h"

namespace starnuma::protocol::coherence {

enum class HomeState : std::uint8_t {
  kUncached,
  kShared,
  kExclusive,
  kToShared,         ///< FwdS sent to the owner
  kToExclusive,      ///< FwdX sent to the owner, or Inv to invalidate the sharers' copies
  kToSharedUnblock,  ///< FwdS: the copy-back has arrived, the Unblock has not
  kToSharedCopy      ///< FwdS: the Unblock has arrived, the copy-back has not
};
inline constexpr std::size_t kHomeStates = 7;

constexpr bool is_transient(HomeState state) { return state >= HomeState::kToShared; }

enum class HomeEvent : std::uint8_t {
  kGetS,
  kGetX,             ///< no socket or a single owner holds the line
  kGetXOthersShare,  ///< other sockets hold it shared
  kPutM,             ///< from the owner
  kPutE,             ///< from the owner
  kCopyBack,
  kCopyBackClean,
  kUnblock,
  kStalePutM,  ///< from a socket that no longer holds the line
  kStalePutE,
  kNoCopy  ///< the owner had evicted the line: its PutE is queued here or in flight
};
inline constexpr std::size_t kHomeEvents = 11;

/// Actions of the home, in this order.
struct HomeActions {
  bool write_memory = false;
  bool forward = false;          ///< FwdS or FwdX to the owner, depending on the event
  bool invalidate = false;       ///< Inv to every other sharer, which acknowledges to the requester
  bool grant_shared = false;     ///< read memory, DataS
  bool grant_exclusive = false;  ///< read memory, DataE; GrantX if the requester holds a copy
  bool add_sharer = false;
  bool set_owner = false;  ///< the requester becomes the only holder
  bool forget = false;     ///< no socket holds the line
  bool acknowledge_put = false;
  bool release = false;  ///< the line accepts the next transaction from this time on
};

using HomeRow = Row<HomeState, HomeEvent, HomeActions>;

namespace detail {
constexpr HomeActions grant_shared{false, false, false, true, false, true};
constexpr HomeActions grant_exclusive{false, false, false, false, true, false, true};
constexpr HomeActions grant_release{false, false, false, false, true,
                                    false, true,  false, false, true};
constexpr HomeActions forward_shared{false, true, false, false, false, true};
constexpr HomeActions forward_exclusive{false, true, false, false, false, false, true};
constexpr HomeActions invalidate{false, false, true, false, true, false, true};
constexpr HomeActions take_dirty{true, false, false, false, false, false, false, true, true};
constexpr HomeActions take_clean{false, false, false, false, false, false, false, true};
constexpr HomeActions write_memory{true};
constexpr HomeActions nothing{};
constexpr HomeActions acknowledge{false, false, false, false, false, false, false, false, true};
constexpr HomeActions release{false, false, false, false, false, false, false, false, false, true};
}  // namespace detail

inline constexpr std::array<HomeRow, 23> kHomeRows{{
    {HomeState::kUncached, HomeEvent::kGetS, HomeState::kExclusive, detail::grant_exclusive},
    {HomeState::kUncached, HomeEvent::kGetX, HomeState::kExclusive, detail::grant_exclusive},
    {HomeState::kUncached, HomeEvent::kStalePutM, HomeState::kUncached, detail::acknowledge},
    {HomeState::kUncached, HomeEvent::kStalePutE, HomeState::kUncached, detail::nothing},
    {HomeState::kShared, HomeEvent::kGetS, HomeState::kShared, detail::grant_shared},
    {HomeState::kShared, HomeEvent::kGetXOthersShare, HomeState::kToExclusive, detail::invalidate},
    {HomeState::kShared, HomeEvent::kStalePutM, HomeState::kShared, detail::acknowledge},
    {HomeState::kShared, HomeEvent::kStalePutE, HomeState::kShared, detail::nothing},
    {HomeState::kExclusive, HomeEvent::kGetS, HomeState::kToShared, detail::forward_shared},
    {HomeState::kExclusive, HomeEvent::kGetX, HomeState::kToExclusive, detail::forward_exclusive},
    {HomeState::kExclusive, HomeEvent::kPutM, HomeState::kUncached, detail::take_dirty},
    {HomeState::kExclusive, HomeEvent::kPutE, HomeState::kUncached, detail::take_clean},
    {HomeState::kExclusive, HomeEvent::kStalePutM, HomeState::kExclusive, detail::acknowledge},
    {HomeState::kExclusive, HomeEvent::kStalePutE, HomeState::kExclusive, detail::nothing},
    {HomeState::kToShared, HomeEvent::kCopyBack, HomeState::kToSharedUnblock, detail::write_memory},
    {HomeState::kToShared, HomeEvent::kCopyBackClean, HomeState::kToSharedUnblock, detail::nothing},
    {HomeState::kToShared, HomeEvent::kUnblock, HomeState::kToSharedCopy, detail::release},
    {HomeState::kToShared, HomeEvent::kNoCopy, HomeState::kExclusive, detail::grant_release},
    {HomeState::kToSharedUnblock, HomeEvent::kUnblock, HomeState::kShared, detail::release},
    {HomeState::kToSharedCopy, HomeEvent::kCopyBack, HomeState::kShared, detail::write_memory},
    {HomeState::kToSharedCopy, HomeEvent::kCopyBackClean, HomeState::kShared, detail::nothing},
    {HomeState::kToExclusive, HomeEvent::kUnblock, HomeState::kExclusive, detail::release},
    {HomeState::kToExclusive, HomeEvent::kNoCopy, HomeState::kExclusive, detail::grant_release},
}};

inline constexpr Table<HomeState, HomeEvent, HomeActions, kHomeStates, kHomeEvents> kHomeTable{
    kHomeRows};

}  // namespace starnuma::protocol::coherence

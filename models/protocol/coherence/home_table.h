// SPDX-License-Identifier: Apache-2.0
// Socket home: its states and transitions, as rows.
//
// A line is uncached, shared, or exclusive at one owner (E and M look alike from here). While owner
// or sharers are asked the line is in a transient state until the requester's Unblock. Owners tell
// the home when they give a line up (PutM, PutE), sharers do not.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/table.h"

namespace starnuma::protocol::coherence {

enum class HomeState : std::uint8_t {
  kUncached,
  kShared,
  kExclusive,
  kToShared,    ///< owner asked for a shared copy (FwdS)
  kToExclusive  ///< owner or sharers asked to give the line up (FwdX, Inv)
};
inline constexpr std::size_t kHomeStates = 5;

enum class HomeEvent : std::uint8_t {
  kGetS,
  kGetX,             ///< no other socket holds the line, or a single owner does
  kGetXOthersShare,  ///< other sockets hold it shared
  kPutM,             ///< from the owner
  kPutE,             ///< from the owner
  kCopyBack,
  kCopyBackClean,
  kUnblock
};
inline constexpr std::size_t kHomeEvents = 8;

/// What the home does, in this order.
struct HomeActions {
  bool write_memory = false;
  bool forward = false;       ///< FwdS or FwdX to the owner, by the event
  bool invalidate = false;    ///< Inv to every other sharer; acknowledgements go to the requester
  bool grant_shared = false;  ///< read memory, DataS
  bool grant_exclusive = false;  ///< read memory, DataE; GrantX if the requester holds a copy
  bool add_sharer = false;
  bool set_owner = false;  ///< the requester becomes the only holder
  bool forget = false;     ///< nobody holds the line
  bool acknowledge_put = false;
  bool release = false;  ///< the line is free for the next transaction from now on
};

using HomeRow = Row<HomeState, HomeEvent, HomeActions>;

namespace detail {
constexpr HomeActions grant_shared{false, false, false, true, false, true};
constexpr HomeActions grant_exclusive{false, false, false, false, true, false, true};
constexpr HomeActions forward_shared{false, true, false, false, false, true};
constexpr HomeActions forward_exclusive{false, true, false, false, false, false, true};
constexpr HomeActions invalidate{false, false, true, false, true, false, true};
constexpr HomeActions take_dirty{true, false, false, false, false, false, false, true, true};
constexpr HomeActions take_clean{false, false, false, false, false, false, false, true};
constexpr HomeActions write_memory{true};
constexpr HomeActions nothing{};
constexpr HomeActions release{false, false, false, false, false, false, false, false, false, true};
}  // namespace detail

inline constexpr std::array<HomeRow, 15> kHomeRows{{
    {HomeState::kUncached, HomeEvent::kGetS, HomeState::kExclusive, detail::grant_exclusive},
    {HomeState::kUncached, HomeEvent::kGetX, HomeState::kExclusive, detail::grant_exclusive},
    {HomeState::kShared, HomeEvent::kGetS, HomeState::kShared, detail::grant_shared},
    {HomeState::kShared, HomeEvent::kGetX, HomeState::kExclusive, detail::grant_exclusive},
    {HomeState::kShared, HomeEvent::kGetXOthersShare, HomeState::kToExclusive, detail::invalidate},
    {HomeState::kExclusive, HomeEvent::kGetS, HomeState::kToShared, detail::forward_shared},
    {HomeState::kExclusive, HomeEvent::kGetX, HomeState::kToExclusive, detail::forward_exclusive},
    {HomeState::kExclusive, HomeEvent::kPutM, HomeState::kUncached, detail::take_dirty},
    {HomeState::kExclusive, HomeEvent::kPutE, HomeState::kUncached, detail::take_clean},
    {HomeState::kToShared, HomeEvent::kCopyBack, HomeState::kToShared, detail::write_memory},
    {HomeState::kToShared, HomeEvent::kCopyBackClean, HomeState::kToShared, detail::nothing},
    {HomeState::kToShared, HomeEvent::kUnblock, HomeState::kShared, detail::release},
    {HomeState::kToExclusive, HomeEvent::kUnblock, HomeState::kExclusive, detail::release},
    {HomeState::kShared, HomeEvent::kCopyBack, HomeState::kShared, detail::write_memory},
    {HomeState::kShared, HomeEvent::kCopyBackClean, HomeState::kShared, detail::nothing},
}};

inline constexpr Table<HomeState, HomeEvent, HomeActions, kHomeStates, kHomeEvents> kHomeTable{
    kHomeRows};

}  // namespace starnuma::protocol::coherence

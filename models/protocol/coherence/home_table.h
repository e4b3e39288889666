// SPDX-License-Identifier: Apache-2.0
// Socket home: its states and transitions, as rows.
//
// A line is uncached, shared, or exclusive at one owner (E and M look alike from here). While owner
// or sharers are asked the line is in a transient state until the requester's Unblock and, where a
// copy-back comes, until that too; requests wait meanwhile. Owners tell the home when they give a
// line up (PutM, PutE), sharers do not, so a shared line has two recorded sharers or more. A put
// that a forward has overtaken is stale.
#pragma once

#include <array>
#include <cstdint>

#include "models/protocol/table.h"

namespace starnuma::protocol::coherence {

enum class HomeState : std::uint8_t {
  kUncached,
  kShared,
  kExclusive,
  kToShared,         ///< owner asked for a shared copy (FwdS)
  kToExclusive,      ///< owner or sharers asked to give the line up (FwdX, Inv)
  kToSharedUnblock,  ///< FwdS: the copy-back is here, the Unblock is not
  kToSharedCopy      ///< FwdS: the Unblock is here, the copy-back is not
};
inline constexpr std::size_t kHomeStates = 7;

constexpr bool is_transient(HomeState state) { return state >= HomeState::kToShared; }

enum class HomeEvent : std::uint8_t {
  kGetS,
  kGetX,             ///< nobody holds the line, or a single owner does
  kGetXOthersShare,  ///< other sockets hold it shared
  kPutM,             ///< from the owner
  kPutE,             ///< from the owner
  kCopyBack,
  kCopyBackClean,
  kUnblock,
  kStalePutM,  ///< from a socket that has lost the line meanwhile
  kStalePutE,
  kNoCopy  ///< the owner had given the line up: its PutE waits here or comes
};
inline constexpr std::size_t kHomeEvents = 11;

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

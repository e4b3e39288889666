// SPDX-License-Identifier: Apache-2.0
// Messages to lines of uncached memory, which no cache holds. A socket sends a request to the
// line's home, which responds on completion.
//
//   requester -> home   Add (to one word of the line), Read, Write
//   home -> requester   Done (an Add, a Write), Data (a Read)
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/protocol/role.h"

namespace starnuma::protocol::uncached {

enum class Op : std::uint8_t { kAdd, kRead, kWrite, kDone, kData };
inline constexpr std::size_t kOps = 5;

constexpr bool carries_data(Op op) { return op == Op::kWrite || op == Op::kData; }
constexpr Role role_of(Op op) { return op <= Op::kWrite ? Role::kUncached : Role::kUncachedAnswer; }

}  // namespace starnuma::protocol::uncached

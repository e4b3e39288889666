// SPDX-License-Identifier: Apache-2.0
// Messages to lines of uncached memory, which no cache holds. A socket sends a request to the
// line's home, which responds on completion.
//
//   requester -> home   Add (to one word of the line), Read, Write, WritePart (of the line)
//   home -> requester   Done (an Add, a Write or a WritePart), Data (a Read)
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/protocol/role.h"

namespace starnuma::protocol::uncached {

enum class Op : std::uint8_t { kAdd, kRead, kWrite, kWritePart, kDone, kData };
inline constexpr std::size_t kOps = 6;

constexpr bool is_write(Op op) { return op == Op::kWrite || op == Op::kWritePart; }
constexpr bool carries_data(Op op) { return is_write(op) || op == Op::kData; }
constexpr Role role_of(Op op) {
  return op <= Op::kWritePart ? Role::kUncached : Role::kUncachedAnswer;
}

}  // namespace starnuma::protocol::uncached

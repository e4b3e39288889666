// SPDX-License-Identifier: Apache-2.0
// What a home remembers of a line: state, owner, sharers, and until when the line is busy.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

inline constexpr int kMaxSockets = 32;

template <class State>
struct DirectoryEntry {
  State state{};
  std::uint8_t owner = 0;     ///< Socket that may write; meaningful in exclusive states.
  bool uncacheable = false;   ///< Used as memory that no cache may hold: the state stays as it is.
  std::uint32_t sharers = 0;  ///< Bit per socket that may hold a copy, the owner included.
  base::Time busy_until;      ///< The line is a resource: the next transaction starts after this.
};

constexpr std::uint32_t bit_of(base::SocketId socket) {
  return std::uint32_t{1} << base::index_of(socket);
}

}  // namespace starnuma::protocol

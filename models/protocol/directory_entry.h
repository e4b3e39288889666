// SPDX-License-Identifier: Apache-2.0
// Directory entry of a line at its home: state, owner, sharers, and the time until which the line
// is busy.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

inline constexpr int kMaxSockets = 32;

template <class State>
struct DirectoryEntry {
  State state{};
  std::uint8_t owner = 0;    ///< Socket that may write; valid in exclusive states.
  bool uncacheable = false;  ///< Memory that no cache may hold; the state does not change.
  /// Sockets that may hold a copy, including the owner; one bit per socket.
  std::uint32_t sharers = 0;
  /// Completion time of the current transaction; the next one starts after it.
  base::Time busy_until;
};

}  // namespace starnuma::protocol

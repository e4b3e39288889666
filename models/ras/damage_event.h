// SPDX-License-Identifier: Apache-2.0
// Consequence of a fault, as listed in results.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::ras {

enum class What : std::uint8_t {
  kLost,         ///< data written by a socket were lost
  kPoisoned,     ///< memory no longer has valid data of the line
  kFound,        ///< the scrubber has found a poisoned line
  kConsumed,     ///< a core requested the line and received poison
  kOverwritten,  ///< a core has overwritten a whole poisoned line
  kRestored,     ///< memory has received valid data for a poisoned line
  kTimedOut,     ///< an access reached the completion timeout; its socket isolates the path
  kRefused,      ///< an access to a home that is isolated from the socket
  kHeld,         ///< an access that waits until a head returns to service
  kFlushed,      ///< a socket has written a modified line back before a reset
  kCleared       ///< a reset has set the line to zero
};
inline constexpr std::array<std::string_view, 11> kWhatNames{
    "lost",      "poisoned", "found", "consumed", "overwritten", "restored",
    "timed_out", "refused",  "held",  "flushed",  "cleared"};

inline constexpr int kNoFault = -1;
inline constexpr base::SocketId kNoSocket{0xFFFF};

struct Event {
  base::Time time;
  int fault = kNoFault;  ///< Fault that caused the event.
  What what{};
  base::LineAddress line;
  base::SocketId socket = kNoSocket;
};

}  // namespace starnuma::ras

// SPDX-License-Identifier: Apache-2.0
// Something that happened because of a fault, as results list it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::ras {

enum class What : std::uint8_t {
  kLost,         ///< what a socket had written of the line is gone
  kPoisoned,     ///< memory has no good data of the line any more
  kFound,        ///< the scrubber has found that it has not
  kConsumed,     ///< a core asked for the line and got poison
  kOverwritten,  ///< a core has written the whole line, which was poison
  kRestored,     ///< memory has taken a good line in place of poison
  kTimedOut,  ///< an access got no answer in the completion time-out; its socket isolates the way
  kRefused    ///< an access to a home that the socket is isolated from
};
inline constexpr std::array<std::string_view, 8> kWhatNames{
    "lost", "poisoned", "found", "consumed", "overwritten", "restored", "timed_out", "refused"};

inline constexpr int kNoFault = -1;
inline constexpr base::SocketId kNoSocket{0xFFFF};

struct Event {
  base::Time time;
  int fault = kNoFault;  ///< Whose consequence it is.
  What what{};
  base::LineAddress line;
  base::SocketId socket = kNoSocket;
};

}  // namespace starnuma::ras

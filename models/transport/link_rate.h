// SPDX-License-Identifier: Apache-2.0
// Bandwidth that messages occupy on one direction of a link.
#pragma once

#include <array>
#include <cmath>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/transport/direction.h"

namespace starnuma::transport {

struct LinkRate {
  base::Bandwidth bandwidth;  ///< Rate of one direction, in bytes as counted by `bytes`.
  /// Bytes charged to a message, by direction and by whether it carries a line.
  std::array<std::array<double, 2>, 2> bytes;

  double bytes_of(int direction, bool data) const {
    return bytes[static_cast<std::size_t>(direction)][data ? 1 : 0];
  }
  /// Returns the time for which a message occupies the direction, rounded up to a picosecond.
  base::Time service(int direction, bool data) const {
    constexpr double kPicoseconds = 1e12;
    const double message = bytes_of(direction, data);
    const auto whole = static_cast<std::int64_t>(message);
    if (static_cast<double>(whole) == message) return bandwidth.time_for(base::Bytes(whole));
    const auto rate = static_cast<double>(bandwidth.value);
    return base::Time(static_cast<std::int64_t>(std::ceil(message * kPicoseconds / rate)));
  }
  /// Returns the maximum rate of lines in one direction, in bytes of data, without other traffic.
  base::Bandwidth lines(int direction) const {
    const double share = static_cast<double>(base::kLineBytes) / bytes_of(direction, true);
    return base::Bandwidth(std::llround(static_cast<double>(bandwidth.value) * share));
  }
};

}  // namespace starnuma::transport

// SPDX-License-Identifier: Apache-2.0
// Clock of a core: converts between times and ticks. An issue slot and a picosecond are whole
// numbers of ticks.
#pragma once

#include <cstdint>

#include "models/base/quantities.h"
#include "models/base/wide.h"
#include "models/core/core_config.h"
#include "models/core/pending_times.h"

namespace starnuma::core {

class TickClock {
 public:
  explicit TickClock(const base::ClockRatio& slots)
      : ticks_per_ps_(slots.ticks_per_ps()),
        reciprocal_(((std::uint64_t{1} << kShift) + static_cast<std::uint64_t>(ticks_per_ps_) - 1) /
                    static_cast<std::uint64_t>(ticks_per_ps_)) {}

  std::int64_t ticks_per_ps() const { return ticks_per_ps_; }
  Ticks ticks_of(base::Time time) const { return time.ps() * ticks_per_ps_; }
  /// Returns the time of a tick count, rounded down; at most one picosecond late at odd clocks.
  base::Time time_of(Ticks ticks) const {
    const base::Wide product =
        static_cast<base::Wide>(static_cast<std::uint64_t>(ticks)) * reciprocal_;
    return base::Time(static_cast<std::int64_t>(product >> kShift));
  }

 private:
  static constexpr int kShift = 62;

  std::int64_t ticks_per_ps_;
  std::uint64_t reciprocal_;  ///< ceil(2^62 / ticks_per_ps).
};

}  // namespace starnuma::core

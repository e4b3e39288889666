// SPDX-License-Identifier: Apache-2.0
#include "models/transport/link_faults.h"

#include <cmath>

namespace starnuma::transport {

using base::Time;

/// Returns the distance between independent rare events, which is exponentially distributed.
double LaneFaults::bits_to_next_error() {
  constexpr double kSteps = 9007199254740992.0;  // 2^53
  const double uniform = (static_cast<double>(random_.next() >> 11) + 0.5) / kSteps;
  return -std::log(uniform) / rate_;
}

void LaneFaults::set_errors(const FaultPeriod& period, double rate) {
  errors_ = period;
  rate_ = rate;
  right_bits_ = bits_to_next_error();
}

void LaneFaults::set_narrow(const FaultPeriod& period, int factor) {
  narrow_ = period;
  factor_ = factor;
}

LaneFaults::Sent LaneFaults::send(Time time, Time service, bool data) {
  const Time whole = service;
  if (narrow_.has(time)) {
    service = service * factor_;
    ++counts_.half_width;
  }
  Sent sent{service, Time(0)};
  if (errors_.has(time)) {
    const std::int64_t before = counts_.errors;
    const double bits = bits_[data ? 1 : 0];
    for (; right_bits_ < bits; right_bits_ = bits_to_next_error()) {
      ++counts_.errors;
      sent.late += service + round_trip_;
    }
    right_bits_ -= bits;
    counts_.replayed += counts_.errors > before;
  }
  sent.service += sent.late;
  counts_.late += sent.late;
  counts_.extra += sent.service - whole;
  return sent;
}

}  // namespace starnuma::transport

// SPDX-License-Identifier: Apache-2.0
// Faults of one direction of a link: bit errors and lost lanes. The class does not depend on
// SystemC.
//
// Contract:
// - Faults apply to messages that are sent at `from` or later, and before `until`.
// - A message with a bit error fails its CRC and is replayed until it is correct. No message is
//   lost, and order is preserved.
// - Bit errors are independent random events in the order of calls, determined by the seed.
//
// Timing: the receiver drops all flits after a bad one until the replay, so the direction is idle
// for a round trip (go-back-N, the link-layer retry of CXL). Each failure of a message adds its
// service time and a round trip.
// Not modelled: retraining after many successive failures, errors in acknowledgements.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "models/base/quantities.h"
#include "models/base/random.h"

namespace starnuma::transport {

/// Period in which a fault applies, by the time at which a message is sent.
struct FaultPeriod {
  base::Time from{std::numeric_limits<std::int64_t>::max()};
  base::Time until{std::numeric_limits<std::int64_t>::max()};

  bool has(base::Time time) const { return time >= from && time < until; }
};

class LaneFaults {
 public:
  /// `bits` is the number of bits of a message, without and with a line.
  LaneFaults(const std::array<double, 2>& bits, std::uint64_t seed) : bits_(bits), random_(seed) {}

  /// Sets the time from a bad flit to its replay. Precondition: the run has not started.
  void set_round_trip(base::Time round_trip) { round_trip_ = round_trip; }
  /// Schedules a period with this bit error rate; above 0 and much less than 1.
  void set_errors(const FaultPeriod& period, double rate);
  /// Schedules a period in which messages take `factor` times their service time.
  void set_narrow(const FaultPeriod& period, int factor);

  struct Sent {
    base::Time service;  ///< Occupancy of the direction.
    base::Time late;     ///< Delay of the arrival relative to a transfer without failures.
  };
  /// Sends a message whose service time is `service` at full width.
  Sent send(base::Time time, base::Time service, bool data);

  struct LaneFaultStats {
    std::int64_t errors = 0;    ///< Number of CRC failures; each causes a replay.
    std::int64_t replayed = 0;  ///< Number of messages that were replayed.
    std::int64_t half_width = 0;
    base::Time late;
    base::Time extra;  ///< Service time in excess of that at full width without failures.
  };
  const LaneFaultStats& counts() const { return counts_; }
  void reset_statistics() { counts_ = {}; }

 private:
  double bits_to_next_error();

  std::array<double, 2> bits_;
  base::Random random_;
  base::Time round_trip_;
  FaultPeriod errors_;
  FaultPeriod narrow_;
  int factor_ = 1;
  double rate_ = 0;
  double right_bits_ = 0;  ///< Number of bits before the next bit error.
  LaneFaultStats counts_;
};

}  // namespace starnuma::transport

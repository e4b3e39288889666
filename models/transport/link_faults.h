// SPDX-License-Identifier: Apache-2.0
// What goes wrong on one direction of a link: bits that arrive wrong, and lanes that are lost. No
// SystemC.
//
// Contract: faults are in force for messages that set out from `from` on and before `until`. A
// message with a wrong bit fails its CRC and is sent again, until it arrives right: nothing is
// lost, order is kept. Wrong bits come at random, independently, in the order of calls; the seed
// says where. Timing: the receiver drops what follows a wrong flit until the replay comes, so the
// direction carries nothing for a round trip (go back N, the link layer retry of CXL): a message
// takes its own service and a round trip longer for each time that it fails.
// Not modelled: retraining after many failures in a row, errors in acknowledgements.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "models/base/quantities.h"
#include "models/base/random.h"

namespace starnuma::transport {

/// Times of messages for which a fault is in force.
struct FaultPeriod {
  base::Time from{std::numeric_limits<std::int64_t>::max()};
  base::Time until{std::numeric_limits<std::int64_t>::max()};

  bool has(base::Time time) const { return time >= from && time < until; }
};

class LaneFaults {
 public:
  /// `bits` of a message, without and with a line.
  LaneFaults(const std::array<double, 2>& bits, std::uint64_t seed) : bits_(bits), random_(seed) {}

  /// From a wrong flit to its replay; before the run.
  void set_round_trip(base::Time round_trip) { round_trip_ = round_trip; }
  /// `rate`: of a bit, above 0, far below 1.
  void set_errors(const FaultPeriod& period, double rate);
  /// Messages take `factor` times as long.
  void set_narrow(const FaultPeriod& period, int factor);

  struct Sent {
    base::Time service;  ///< How long the direction is taken.
    base::Time late;     ///< How much later than without failures the message arrives.
  };
  /// A message sets out, which takes `service` of the whole width.
  Sent send(base::Time time, base::Time service, bool data);

  struct Counts {
    std::int64_t errors = 0;    ///< Failures of the CRC, each with a replay.
    std::int64_t replayed = 0;  ///< Messages among them.
    std::int64_t narrow = 0;
    base::Time late;
    base::Time extra;  ///< Service beyond that of the whole width without failures.
  };
  const Counts& counts() const { return counts_; }
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
  double right_bits_ = 0;  ///< Before the next wrong one.
  Counts counts_;
};

}  // namespace starnuma::transport

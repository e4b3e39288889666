// SPDX-License-Identifier: Apache-2.0
// Hardware fault of a scenario.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::run {

enum class HardwareFaultKind : std::uint8_t {
  kLinkErrors,     ///< Bit errors on an edge's links.
  kLinkHalfWidth,  ///< Half of the lanes of an edge's links.
  kLinkDown,       ///< Failure of an edge's links.
  kHostCrash,      ///< Permanent loss of a host, its programs and its sockets' memory.
  /// Removal of a pool-device head; sockets behind the edge lose their route to the device.
  kHeadRemoved,
  kHeadReset,          ///< Reset of a pool-device head, which returns to service.
  kHeadAdded,          ///< Head of a pool device that joins during the run.
  kFlr,                ///< Reset of a head's function, which does not affect memory (FLR).
  kCxlReset,           ///< CXL Reset of a pool device or of one head.
  kDeviceReset,        ///< Reset of a pool device, which loses its contents.
  kDeviceSilent,       ///< Pool device that stops responding.
  kDeviceViral,        ///< Pool device that answers reads with poison and drops writes.
  kMemoryCorrected,    ///< Memory bit errors that reads correct.
  kMemoryUncorrected,  ///< Memory errors beyond correction.
  kMemoryScrub         ///< Sequential scrubbing of memory.
};

struct HardwareFault {
  static constexpr int kKinds = 15;

  HardwareFaultKind kind = HardwareFaultKind::kLinkErrors;
  base::Time at;     ///< Time after the measured windows open.
  base::Time lasts;  ///< Duration; 0: to the end of the run.
  int edge = 0;  ///< Edge of the wiring's topology, for link and head faults; kNoEdge: a device.
  int host = 0;  ///< Crashed host.
  base::NodeId node{};        ///< Node of device and memory faults.
  double bit_error_rate = 0;  ///< Bit error rate of link errors; above 0, at most kMostBitErrors.
  base::Frequency rate;       ///< Rate of memory faults; 0: a single fault.
  base::Time correction;      ///< Time to correct a line.
  /// Completion time-out for failed links and silent devices; above 0.
  base::Time completion_timeout;
  bool flushed = true;  ///< CXL Reset: hosts have written their modified lines back.
  bool clears = false;  ///< CXL Reset: the contents become zero.
  base::Time period;    ///< Time in which the scrubber reads all lines once; above 0.

  static constexpr int kNoEdge = -1;
  /// Maximum bit error rate; above it a real link would retrain instead of replaying.
  static constexpr double kMostBitErrors = 1e-4;

  /// Returns true if the link layer repairs the fault by itself.
  static constexpr bool of_link_layer(HardwareFaultKind kind) {
    return kind <= HardwareFaultKind::kLinkHalfWidth;
  }
  bool of_link_layer() const { return of_link_layer(kind); }
  /// Returns true if accesses wait until the fault ends.
  bool pauses() const {
    return kind == HardwareFaultKind::kHeadReset || kind == HardwareFaultKind::kHeadAdded ||
           kind == HardwareFaultKind::kCxlReset;
  }
  /// Returns true if the fault is of one head, at `edge`.
  bool of_head() const {
    return kind >= HardwareFaultKind::kHeadRemoved && kind <= HardwareFaultKind::kCxlReset &&
           edge != kNoEdge;
  }
  bool of_memory() const { return kind >= HardwareFaultKind::kMemoryCorrected; }
};

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// Data of a hop recorder after the run.
#pragma once

#include "models/accounting/latency_kinds.h"
#include "models/observers/hop.h"
#include "models/observers/miss_record.h"

namespace starnuma::observers {

/// Recorded part of simulated time.
struct HopWindow {
  base::Time from;
  base::Time to;
  bool fired = false;  ///< The trigger fired, at `fired_at`.
  bool cut = false;    ///< There were too many hops; the window ends at `fired_at`.
  base::Time fired_at{};

  bool touches(base::Time begin, base::Time end) const { return end >= from && begin <= to; }
};

struct HopLog : HopWindow {
  std::vector<Track> tracks;
  accounting::AccessClasses classes;  ///< Access classes of the machine.
  accounting::LatencyKinds kinds;     ///< Rows of the misses' ledgers.
  std::vector<Hop> hops;              ///< Hops sorted by begin; all of them intersect the window.
  std::vector<MissRecord> misses;
  std::vector<Signal> signals;
  std::vector<Sample> samples;      ///< Samples sorted by time.
  std::vector<RunSpan> spans;       ///< Measured windows and phases of the run.
  std::vector<std::string> agents;  ///< Object paths by AgentId, of agents that handled a message.
};

}  // namespace starnuma::observers

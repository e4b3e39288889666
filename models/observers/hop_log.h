// SPDX-License-Identifier: Apache-2.0
// What a hop recorder has kept when the run is over.
#pragma once

#include "models/accounting/latency_kinds.h"
#include "models/observers/hop.h"
#include "models/observers/miss_record.h"

namespace starnuma::observers {

struct HopLog {
  std::vector<Track> tracks;
  accounting::AccessClasses classes;  ///< Of the machine.
  accounting::LatencyKinds kinds;     ///< Rows of the misses' ledgers.
  std::vector<Hop> hops;              ///< By begin; all of them touch the window.
  std::vector<MissRecord> misses;
  std::vector<Signal> signals;
  std::vector<Sample> samples;      ///< By time.
  std::vector<std::string> agents;  ///< Object paths by AgentId, of those that handled a message.
  base::Time from;                  ///< The window.
  base::Time to;
  bool fired = false;  ///< The trigger was set off, at `fired_at`.
  bool cut = false;    ///< Too many hops: the window was cut at `fired_at`.
  base::Time fired_at;
};

}  // namespace starnuma::observers

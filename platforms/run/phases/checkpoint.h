// SPDX-License-Identifier: Apache-2.0
// State at the start of a phase: page homes, tracker metadata, policy state and scheduled moves.
//
// Contract: a checkpoint belongs to a run of one program. It does not contain caches, TLBs or
// outstanding requests; a run from a checkpoint starts with them empty.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/placement/plan.h"
#include "models/placement/policy.h"
#include "models/tracking/metadata_region.h"

namespace starnuma::run {

struct Checkpoint {
  int phase = 1;  ///< Number of the phase that starts here.
  /// Instructions of each thread at the end of each completed phase, since the first opening of the
  /// measured window.
  std::vector<std::vector<std::int64_t>> executed;
  std::vector<base::NodeId> homes;  ///< Home of each page.
  placement::Plan plan;  ///< Moves scheduled for this phase; only moves and counts are set.
  placement::PolicyState policy;
  /// Metadata by region, including the loads that annexes still hold; empty if the machine does not
  /// track.
  std::vector<tracking::MetadataRegion::Entry> metadata;
};

using CheckpointSink = std::function<void(const Checkpoint&)>;

/// Parameters of a run of a single phase.
struct PhaseRun {
  Checkpoint checkpoint;
  double share = 1;  ///< Fraction of the phase's instructions to execute, warm-up included; 1: all.
  double warm_up = 0;  ///< Fraction of the phase's instructions before the measured window opens.
};

}  // namespace starnuma::run

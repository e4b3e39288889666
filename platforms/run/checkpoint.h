// SPDX-License-Identifier: Apache-2.0
// What a phase begins with: where pages lie, what trackers and the policy know, which moves follow.
//
// Contract: of the one program of a run. Caches, TLBs and what is under way are not in it: who goes
// on from a checkpoint begins with them empty.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/placement/plan.h"
#include "models/placement/policy.h"
#include "models/tracking/metadata_region.h"

namespace starnuma::run {

struct Checkpoint {
  int phase = 1;  ///< That begins here.
  /// By ended phase: what each thread had executed when it ended, since the first opening of the
  /// measured window.
  std::vector<std::vector<std::int64_t>> executed;
  std::vector<base::NodeId> homes;  ///< By page.
  placement::Plan plan;             ///< Of moves that this phase is to make; moves and counts only.
  placement::PolicyState policy;
  /// By region, as if annexes had handed over all they hold; empty where nothing tracks.
  std::vector<tracking::MetadataRegion::Entry> metadata;
};

using CheckpointSink = std::function<void(const Checkpoint&)>;

/// A run of one phase alone.
struct PhaseRun {
  Checkpoint checkpoint;
  double share = 1;    ///< Of the phase's instructions, the warm-up included; 1: all of it.
  double warm_up = 0;  ///< Of them: before the measured window opens.
};

}  // namespace starnuma::run

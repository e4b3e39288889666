// SPDX-License-Identifier: Apache-2.0
// Random traffic of the directory.
#pragma once

#include "testbenches/directory_slice/directory_lockstep.h"
#include "testbenches/rtl_support/traffic_mode.h"

namespace starnuma::testbenches {

/// Plays random accesses of all hosts to a few lines, with resets, and drains the block.
void play_random(DirectoryLockstep& bench, const TrafficMode& mode, base::Random& random,
                 int cycles);

}  // namespace starnuma::testbenches

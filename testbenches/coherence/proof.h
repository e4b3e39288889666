// SPDX-License-Identifier: Apache-2.0
// What is explored: the configurations of the proof, and the one in which each mutant must fail.
#pragma once

#include <string>
#include <vector>

#include "testbenches/coherence/explorer.h"

namespace starnuma::coherence_bench {

struct Proof {
  std::string name;
  SystemConfig config;
};

/// Device and socket home with 2 to `most_hosts` hosts (at most 4) on one line, the device with NDR
/// and DRS apart and once together; both with requests queued in order of arrival; a snoop filter
/// of one entry with 2 hosts on 2 lines.
std::vector<Proof> proofs(int most_hosts);

struct Caught {
  Proof proof;
  Exploration exploration;
};

/// Explores the mutant in the smallest configuration that finds it; an empty failure if none does.
Caught catch_mutant(const Mutant& mutant);

}  // namespace starnuma::coherence_bench

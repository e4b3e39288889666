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
  bool progress = false;  ///< Each request is answered (progress.h); else all other checks.
};

/// Device and socket home with 2 and 3 hosts on one line, the device with NDR and DRS apart and
/// once together; both with requests queued in order of arrival; a snoop filter of one entry with 2
/// hosts on 2 lines. They reach every row.
std::vector<Proof> row_proofs();

/// These; 2 hosts on two lines that do not evict each other; service of each request.
std::vector<Proof> small_proofs();

/// These, with up to `most_hosts` hosts on one line (at most kMostExploredHosts), and with 4 hosts
/// where requests queue.
std::vector<Proof> proofs(int most_hosts);

Exploration run(const Proof& proof, const Mutant* mutant = nullptr);

struct Caught {
  std::string where;  ///< Name of the proof, or what else has found it.
  Exploration exploration;
};

/// The smallest proof in which the mutant fails; an empty failure if there is none.
Caught catch_mutant(const Mutant& mutant);

}  // namespace starnuma::coherence_bench

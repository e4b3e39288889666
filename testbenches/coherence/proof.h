// SPDX-License-Identifier: Apache-2.0
// Configurations that the proof explores, and the configuration in which each mutant must fail.
#pragma once

#include <string>
#include <vector>

#include "testbenches/coherence/explorer.h"

namespace starnuma::coherence_bench {

struct Proof {
  std::string name;
  SystemConfig config;
  bool progress = false;  ///< True: check liveness (progress.h); false: all other checks.
};

/// Returns the proofs that together reach every row:
/// - device and socket home with 2 and 3 hosts on one line; the device with NDR and DRS as separate
/// messages,
///   and once combined
/// - both with requests queued in order of arrival
/// - a snoop filter of one entry with 2 hosts on 2 lines
std::vector<Proof> row_proofs();

/// Returns row_proofs(), 2 hosts on two lines that do not evict each other, a snoop filter of one
/// entry that covers two of three lines of one host, and liveness.
std::vector<Proof> small_proofs();

/// Returns small_proofs(), proofs with up to `most_hosts` hosts on one line (at most
/// kMostExploredHosts), and proofs with 4 hosts and queued requests.
std::vector<Proof> proofs(int most_hosts);

Exploration run(const Proof& proof, const Mutant* mutant = nullptr);

struct Caught {
  std::string where;  ///< Name of the proof, or of the other check that failed.
  Exploration exploration;
};

/// Returns the smallest proof in which the mutant fails; its failure is empty if there is none.
Caught catch_mutant(const Mutant& mutant);

}  // namespace starnuma::coherence_bench

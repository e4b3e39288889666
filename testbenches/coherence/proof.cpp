// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/proof.h"

#include "models/base/check.h"
#include "models/base/nearest.h"

namespace starnuma::coherence_bench {

std::vector<Proof> proofs(int most_hosts) {
  std::vector<Proof> all;
  for (const bool cxl : {true, false}) {
    for (int hosts = 2; hosts <= most_hosts; ++hosts) {
      const std::string agent = cxl ? "device, " : "socket home, ";
      all.push_back({agent + std::to_string(hosts) + " hosts", {cxl, hosts, 1, 1}});
    }
  }
  all.push_back({"device, 3 hosts, NDR and DRS together",
                 {true, 3, 1, 1, protocol::cxl::ReadAnswer::kTogether}});
  all.push_back({"snoop-filter victim, 2 hosts x 2 lines", {true, 2, 2, 1}});
  return all;
}

Caught catch_mutant(const protocol::MutantInfo& mutant) {
  Caught last;
  for (const Proof& proof : proofs(3)) {
    if (proof.config.cxl != mutant.cxl) continue;
    last = {proof, explore(proof.config, mutant.mutant)};
    if (!last.exploration.failure.empty()) break;
  }
  return last;
}

const protocol::MutantInfo& mutant_named(const std::string& name) {
  std::vector<std::string> names;
  for (const protocol::MutantInfo& mutant : protocol::kMutants) {
    if (mutant.name == name) return mutant;
    names.emplace_back(mutant.name);
  }
  throw base::InputError("verify: unknown mutant \"" + name + "\", " +
                         base::suggestion(name, names));
}

}  // namespace starnuma::coherence_bench

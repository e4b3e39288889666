// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/proof.h"

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
  for (const bool cxl : {true, false}) {
    Proof queued{
        cxl ? "device, 3 hosts, in order of arrival" : "socket home, 3 hosts, in order of arrival",
        {cxl, 3, 1, 1}};
    queued.config.in_order = true;
    all.push_back(queued);
  }
  all.push_back({"snoop-filter victim, 2 hosts x 2 lines", {true, 2, 2, 1}});
  return all;
}

Caught catch_mutant(const Mutant& mutant) {
  Caught last;
  for (const Proof& proof : proofs(3)) {
    if (proof.config.cxl != mutant.cxl) continue;
    last = {proof, explore(proof.config, &mutant)};
    if (!last.exploration.failure.empty()) break;
  }
  return last;
}

}  // namespace starnuma::coherence_bench

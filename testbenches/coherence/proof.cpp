// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/proof.h"

#include "testbenches/coherence/progress.h"
#include "testbenches/coherence/row_report.h"

namespace starnuma::coherence_bench {

namespace {

std::string agent(bool cxl) { return cxl ? "device, " : "socket home, "; }

Proof one_line(bool cxl, int hosts) {
  return {agent(cxl) + std::to_string(hosts) + " hosts", {cxl, hosts, 1, 1}};
}

/// Returns the proof with requests queued at the home of their line.
Proof queued(Proof proof) {
  proof.name += ", in order of arrival";
  proof.config.in_order = true;
  return proof;
}

Proof two_lines(bool cxl) { return {agent(cxl) + "2 hosts x 2 lines", {cxl, 2, 2, 2}}; }

Proof filter_victim() { return {"snoop-filter victim, 2 hosts x 2 lines", {true, 2, 2, 1}}; }

/// Returns the proof of a filter of one entry that covers two of three lines.
Proof sector_victim() {
  Proof proof{"snoop-filter victim of 2 lines, 1 host x 3 lines", {true, 1, 3, 1}};
  proof.config.sector = 2;
  return proof;
}

Proof progress(Proof proof) {
  proof.name += ": progress";
  proof.progress = true;
  return proof;
}

Caught not_reached(const std::string& row) {
  Exploration rows;
  rows.check = Check::kReached;
  rows.failure = "no configuration takes the row " + row;
  return {"all configurations of rows", rows};
}

}  // namespace

std::vector<Proof> row_proofs() {
  std::vector<Proof> all;
  for (const bool cxl : {true, false}) {
    for (const int hosts : {2, 3}) all.push_back(one_line(cxl, hosts));
  }
  all.push_back({"device, 3 hosts, NDR and DRS together",
                 {true, 3, 1, 1, protocol::cxl::ReadAnswer::kTogether}});
  for (const bool cxl : {true, false}) all.push_back(queued(one_line(cxl, 3)));
  all.push_back(filter_victim());
  return all;
}

std::vector<Proof> small_proofs() {
  std::vector<Proof> all = row_proofs();
  for (const bool cxl : {true, false}) {
    all.push_back(progress(queued(one_line(cxl, 2))));
    all.push_back(progress(queued(one_line(cxl, 3))));
    all.push_back(two_lines(cxl));
  }
  all.push_back(progress(filter_victim()));
  all.push_back(sector_victim());
  return all;
}

std::vector<Proof> proofs(int most_hosts) {
  std::vector<Proof> all = small_proofs();
  for (const bool cxl : {true, false}) {
    for (int hosts = 4; hosts <= most_hosts; ++hosts) all.push_back(one_line(cxl, hosts));
    if (most_hosts < 4) continue;
    all.push_back(queued(one_line(cxl, 4)));
    all.push_back(progress(queued(one_line(cxl, 4))));
  }
  return all;
}

Exploration run(const Proof& proof, const Mutant* mutant) {
  return proof.progress ? check_progress(proof.config, mutant) : explore(proof.config, mutant);
}

Caught catch_mutant(const Mutant& mutant) {
  Coverage coverage;
  const std::vector<Proof> all = small_proofs();
  const auto of_rows = all.begin() + static_cast<std::ptrdiff_t>(row_proofs().size());
  for (auto proof = all.begin(); proof != all.end(); ++proof) {
    if (proof == of_rows) {
      const auto never = uncovered_rows(rows_of(&mutant), mutant.cxl, coverage);
      if (!never.empty()) return not_reached(never.front());
    }
    if (proof->config.cxl != mutant.cxl) continue;
    Caught caught{proof->name, run(*proof, &mutant)};
    if (!caught.exploration.failure.empty()) return caught;
    coverage.add(caught.exploration.coverage);
  }
  return {"all proofs", {}};
}

}  // namespace starnuma::coherence_bench

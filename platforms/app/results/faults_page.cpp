// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/faults_page.h"

#include "platforms/run/faults/fault_outcomes.h"

namespace starnuma::app {
namespace {

constexpr const char* kFaultsHead =
    "<!-- Written by: ./starnuma schema --faults > docs/generated/faults.md -->\n"
    "# What faults end in\n\n"
    "Each [kind of fault](../guide/faults.md) in each delivery. Tests hold the "
    "machine to these rows: random accesses while\n"
    "faults occur and are repaired (`module.faults`, `RandomFaults`), and whole runs of "
    "two programs with a fault at a random time\n"
    "(`FaultTimes`; `ctest -R times_1000`, a slow test, has 1,000 times of each kind "
    "and asks for each outcome that the row\n"
    "allows). BFS completes over links with errors, of half width and down, with "
    "memory corrected and scrubbed, and next to a program\n"
    "that a head, a device or memory stops (`platform.faults`). In every row no stale "
    "data are read, no loss is unreported,\n"
    "and no access waits indefinitely.\n";

const char* yes_or_no(bool holds) { return holds ? "yes" : "no"; }

std::string column(std::string_view text) { return "| " + std::string(text) + " "; }

}  // namespace

std::string faults_page() {
  std::string text = kFaultsHead;
  text +=
      "\n| Kind | When | Errors | Programs that stop | Lost data |\n"
      "|---|---|---|---|---|\n";
  for (const run::FaultOutcome& row : run::kFaultOutcomes) {
    text += column("`" + std::string(row.name) + "`") + column(row.trigger) + column(row.who) +
            column(row.programs) + column(row.data) + "|\n";
  }
  text +=
      "\nWhat may be seen, in immediate and queued delivery:\n\n"
      "| Kind | Machine checks | Accesses without an answer | Lines lost | Zeros read | "
      "All programs come to their end, and are right |\n|---|---|---|---|---|---|\n";
  for (const run::FaultOutcome& row : run::kFaultOutcomes) {
    text += column("`" + std::string(row.name) + "`") + column(yes_or_no(row.poison)) +
            column(yes_or_no(row.no_answer)) + column(yes_or_no(row.loses)) +
            column(yes_or_no(row.zeros)) + column(yes_or_no(row.goes_on)) + "|\n";
  }
  return text;
}

}  // namespace starnuma::app

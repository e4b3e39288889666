// SPDX-License-Identifier: Apache-2.0
// Random traffic obeys the rules of a log. Mutants of the protocol that change a message violate
// one of them. docs/generated/log-mutants.md lists both kinds; STARNUMA_BLESS=1 writes it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "testbenches/coherence/mutants.h"
#include "tests/unit/cxl_log/logged_system.h"

namespace starnuma {
namespace {

using cxl_log::Rule;

struct Traffic {
  std::optional<cxl_log::LogViolation> violation;
  std::uint64_t messages = 0;
};

/// Runs random systems until a violation or the number of episodes.
Traffic run_traffic(const coherence_bench::Mutant* mutant, std::uint64_t episodes) {
  constexpr int kSteps = 300;
  const coherence_bench::Planted planted(mutant);
  Traffic traffic;
  for (std::uint64_t seed = 1; seed <= episodes && !traffic.violation; ++seed) {
    coherence_bench::Coverage coverage;
    test::LoggedShape shape;
    shape.hosts = 2 + static_cast<int>(seed % 3);
    shape.lines = 1 + static_cast<int>(seed / 3 % 2);
    shape.filter = 1 + static_cast<int>(seed / 6 % 2);
    test::LoggedSystem system(shape, planted.subject(coverage), seed);
    system.run(kSteps);
    traffic.messages += system.messages;
    traffic.violation = system.violation;
  }
  return traffic;
}

/// Mutants whose messages are all legal for a monitor at the heads, by reason.
const std::map<std::string, std::vector<std::string>> kInvisible{
    {"messages are late or missing, and none is wrong",
     {"write_waits_for_request", "conflict_waits_for_request", "response_goes_round",
      "device_refuses_while_busy", "write_back_waits", "clean_evict_not_completed",
      "no_conflict_ack", "device_row_missing", "eviction_behind_current", "early_taken_for_late"}},
    {"the order of service is free",
     {"device_serves_newest_first", "device_serves_writers_first", "loser_retries"}},
    {"the fault is in the bench of the proof, not in the protocol functions",
     {"device_mixes_lines", "device_never_releases", "device_releases_early"}},
    {"memory is read once more than necessary",
     {"victim_reads_for_nothing", "meminv_reads_memory"}},
    {"no state reaches the row", {"device_row_too_many"}},
    {"a host may drop a clean copy silently before the snoop",
     {"shared_given_up", "exclusive_given_up", "upgrade_gives_up"}},
    {"the host keeps a stale copy without a message", {"snoop_keeps_copy", "current_keeps_copy"}},
    {"a host may evict a line for a BISnpCur", {"current_gives_up"}},
};

/// Returns why no log shows the mutant, or null.
const std::string* reason_of(const coherence_bench::Mutant& mutant) {
  for (const auto& [reason, names] : kInvisible) {
    if (std::count(names.begin(), names.end(), mutant.name) != 0) return &reason;
  }
  return nullptr;
}

std::string row_of(const coherence_bench::Mutant& mutant, const Traffic& traffic,
                   const std::string* reason) {
  std::ostringstream row;
  row << "| `" << mutant.name << "` | " << mutant.sentence << " | ";
  if (reason != nullptr) {
    row << "no: " << *reason;
  } else if (traffic.violation) {
    row << '`' << info_of(traffic.violation->rule).name << "`, message "
        << traffic.violation->message.row;
  }
  row << " |\n";
  return row.str();
}

std::string page_of(const std::string& rows, std::size_t found) {
  const std::size_t device = coherence_bench::device_mutants().size();
  std::ostringstream page;
  page << "<!-- Written by: STARNUMA_BLESS=1 sn_test_cxl_log -->\n# Mutants that a log shows\n\n"
          "Each mutant of [the protocol](protocol-mutants.md) runs in random traffic of up to 300 "
          "steps, and check-log "
          "reads its messages. "
       << found << " of " << device
       << " mutants of device, hosts\nand their channels change a message and violate a rule. The "
          "others change none that a monitor at the heads could tell\nfrom a legal one; the last "
          "column has the reason. The "
       << coherence_bench::socket_mutants().size()
       << " mutants of the socket home send no CXL.mem message.\n\n"
          "| Mutant | What is wrong | First violated rule |\n|---|---|---|\n"
       << rows;
  return page.str();
}

/// Compares the page with its file, or writes it if STARNUMA_BLESS is set.
void expect_page(const std::string& page) {
  if (std::getenv("STARNUMA_BLESS") != nullptr) std::ofstream(STARNUMA_MUTANTS_PAGE) << page;
  std::ostringstream current;
  current << std::ifstream(STARNUMA_MUTANTS_PAGE).rdbuf();
  EXPECT_EQ(current.str(), page) << "renew the page with STARNUMA_BLESS=1";
}

TEST(CxlLog, RandomTrafficHasNoViolation) {
  const Traffic traffic = run_traffic(nullptr, 20'000);
  EXPECT_FALSE(traffic.violation.has_value());
  EXPECT_GT(traffic.messages, 500'000U);
}

TEST(CxlLog, MutantsThatChangeAMessageViolateTheirRule) {
  const std::map<std::string, std::set<Rule>> expected{
      {"ack_passes_cmp", {Rule::kAckOrder, Rule::kOwnerWrites}},
      {"drop_snoop", {Rule::kGrantOfDirectory}},
      {"victim_drops_snoop", {Rule::kGrantOfDirectory}},
      {"filter_grants_early", {Rule::kGrantOfDirectory, Rule::kSnoopNeedsCause}},
      {"device_forgets_sharers", {Rule::kGrantOfDirectory}},
      {"write_back_ignored", {Rule::kLatestData}},
      {"device_grants_unread", {Rule::kLatestData}},
      {"read_skipped", {Rule::kLatestData}},
      {"grant_before_responses", {Rule::kGrantOfDirectory}},
      {"write_back_lost", {Rule::kLatestData}},
      {"put_lost", {Rule::kLatestData}},
      {"stale_clean_evict_taken", {Rule::kGrantOfDirectory}},
      {"read_takes_ownership", {Rule::kSnoopNeedsCause}},
      {"owned_beside_sharer", {Rule::kGrantOfDirectory, Rule::kSnoopNeedsCause}},
      {"answer_twice", {Rule::kResponseNeedsSnoop}},
      {"meminv_leaves_sharers", {Rule::kGrantOfDirectory}},
      {"meminv_leaves_owner", {Rule::kGrantOfDirectory, Rule::kSnoopNeedsCause}},
      {"meminv_gets_data", {Rule::kGrantNeedsRead}},
      {"line_store_without_request", {Rule::kOwnerWrites}},
      {"current_leaves_owner", {Rule::kGrantOfDirectory}},
      {"current_takes_shared", {Rule::kSnoopNeedsCause}},
      {"current_grants_copy", {Rule::kGrantNeedsRead}},
      {"current_unread", {Rule::kLatestData}},
      {"current_forgets_owner", {Rule::kGrantOfDirectory, Rule::kOwnerWrites}},
      {"current_write_lost", {Rule::kLatestData}},
      {"current_answers_dirty", {Rule::kLatestData, Rule::kWritesLine}},
      {"current_answers_early", {Rule::kWriteBackFirst, Rule::kResponseNeedsSnoop}},
      {"response_before_write_back", {Rule::kWriteBackFirst, Rule::kWritesLine}},
      {"snoop_during_put_answered", {Rule::kWriteBackFirst, Rule::kOwnerWrites}},
      {"dirty_answers_clean", {Rule::kWritesLine}},
      {"exclusive_kept", {Rule::kOwnerWrites}},
      {"stays_shared_after_inv", {Rule::kSharedResponse}},
      {"answer_without_handshake",
       {Rule::kOwnerWrites, Rule::kConflictFirst, Rule::kEvictionNeedsCopy}},
      {"late_taken_for_early", {Rule::kEvictionNeedsCopy, Rule::kOwnerWrites}},
      {"conflict_for_every_snoop", {Rule::kConflictNeedsRequest}},
  };
  std::size_t found = 0;
  std::string rows;
  for (const coherence_bench::Mutant& mutant : coherence_bench::device_mutants()) {
    const std::string* reason = reason_of(mutant);
    const Traffic traffic = run_traffic(&mutant, 2'000);
    const Rule rule = traffic.violation ? traffic.violation->rule : Rule::kNone;
    const auto row = expected.find(mutant.name);
    ASSERT_NE(row != expected.end(), reason != nullptr)
        << mutant.name << " needs one row of one list";
    rows += row_of(mutant, traffic, reason);
    if (reason != nullptr) {
      EXPECT_EQ(rule, Rule::kNone) << mutant.name << " violates " << info_of(rule).name;
      continue;
    }
    ++found;
    EXPECT_EQ(row->second.count(rule), 1U) << mutant.name << " violates " << info_of(rule).name;
  }
  EXPECT_EQ(found, expected.size());
  expect_page(page_of(rows, found));
}

}  // namespace
}  // namespace starnuma

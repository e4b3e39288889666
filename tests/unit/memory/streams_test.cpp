// SPDX-License-Identifier: Apache-2.0
// Bandwidth of saturated streams on one DDR5-4800 channel. `--gtest_filter=Streams.*` prints the
// table of docs/components/memory.md: DRAM clocks per access of one sub-channel, refresh included.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <random>
#include <string>
#include <tuple>

#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using base::Time;

enum class Pattern { kSequential, kRandom, kRowConflict, kOneRow };

/// Mean clocks per access of one sub-channel when `kInFlight` accesses are always waiting.
double clocks_per_access(const DramConfig& config, Pattern pattern, int writes_percent,
                         int accesses = 10'000) {
  constexpr int kInFlight = 32;
  const timing::DramRules rules(config.timings, config.clock);
  const AddressMapping mapping(config.mapping, config.subchannels, config.shape(),
                               static_cast<std::uint64_t>(config.row.value / base::kLineBytes));
  Subchannel subchannel(config.shape(), rules, config.policies(), config.queues, rules.refi);
  std::mt19937_64 random(3);
  std::deque<Time> ends;  // end times of the accesses in flight, oldest first
  Time at;
  Time last;
  for (int i = 0; i < accesses; ++i) {
    if (ends.size() == kInFlight) {
      at = std::max(at, ends.front());
      ends.pop_front();
    }
    std::uint64_t line = 2 * static_cast<std::uint64_t>(i);
    if (pattern == Pattern::kRandom) line = random() % (1u << 26) * 2;
    AddressMapping::Location place = mapping.of(line);
    if (pattern == Pattern::kRowConflict) place = {0, 0, i};
    if (pattern == Pattern::kOneRow) place = {0, 0, 0};
    if (static_cast<int>(random() % 100) < writes_percent) {
      at = subchannel.write(line, {place.bank, place.row, true}, at, at);
      continue;
    }
    const auto served = subchannel.read(line, {place.bank, place.row, false}, at, at);
    const bool hit = served.row == timing::RowOutcome::kHit;
    ends.push_back(at + served.wait + (hit ? config.row_hit_read() : config.unloaded_read()));
    last = std::max(last, ends.back());
  }
  return static_cast<double>(last.ps()) * 2.4e-3 / accesses;
}

DramConfig channel(const std::string& page, const std::string& mapping) {
  return test::shipped<DramConfig>(
      "starnuma16_full", {"socket", "memory", "channel"},
      {"socket.memory.channel.page_policy=" + page, "socket.memory.channel.mapping=" + mapping});
}

void print_row(const char* name, const DramConfig& config) {
  std::printf("%-44s", name);
  for (const Pattern pattern : {Pattern::kSequential, Pattern::kRandom, Pattern::kRowConflict}) {
    for (const int writes : {0, 30}) {
      const double clocks = clocks_per_access(config, pattern, writes, 4'000);
      std::printf(" | %5.1f (%4.1f GB/s)", clocks, 2 * 64 * 2.4 / clocks);
    }
  }
  std::printf("\n");
}

/// The timings of the published figures: speed bin BN, x4 devices, one rank.
DramConfig as_published(DramConfig config) {
  timing::DramTimings& t = config.timings;
  config.ranks = 1;
  t.t_rcd = t.t_cl = t.t_rp = base::Cycles(36);
  t.t_cwl = base::Cycles(34);
  t.t_rc = base::Cycles(113);
  t.t_ccd_l_wr = base::Cycles(48);
  return config;
}

TEST(Streams, TableOfClocksPerAccess) {
  std::printf("sequential, random, row conflict; each reads only and with 30 %% writes\n");
  for (const char* page : {"closed", "open"}) {
    for (const char* mapping : {"bank_first", "column_first", "four_line_runs"}) {
      const std::string name = std::string(page) + ", " + mapping;
      print_row(name.c_str(), channel(page, mapping));
      print_row((name + ", as published").c_str(), as_published(channel(page, mapping)));
    }
  }
}

TEST(Streams, SequentialReadsOfTheShippedChannelReachFiveSixthsOfThePeak) {
  EXPECT_LT(clocks_per_access(channel("closed", "bank_first"), Pattern::kSequential, 0), 8 * 1.2);
}

TEST(Streams, RowConflictsAreServedAtTheCycleOfTheBank) {
  DramConfig config = channel("closed", "bank_first");
  config.refresh = timing::RefreshPolicy::kNone;
  EXPECT_NEAR(clocks_per_access(config, Pattern::kRowConflict, 0), 117, 1);
}

TEST(Streams, ASaturatedBankServesWholeCyclesBetweenRefreshes) {
  DramConfig config = channel("closed", "bank_first");
  for (const auto& [policy, interval, length] :
       {std::tuple{timing::RefreshPolicy::kAllBank, config.timings.t_refi, config.timings.t_rfc},
        {timing::RefreshPolicy::kSameBank, config.timings.t_refi_sb, config.timings.t_rfc_sb}}) {
    config.refresh = policy;
    const std::int64_t cycles = (interval.value - length.value) / 117;
    EXPECT_NEAR(clocks_per_access(config, Pattern::kRowConflict, 0),
                static_cast<double>(interval.value) / static_cast<double>(cycles), 0.5);
  }
}

TEST(Streams, AnOpenRowIsReadAtTheLongColumnDistance) {
  DramConfig config = channel("open", "column_first");
  config.refresh = timing::RefreshPolicy::kNone;
  EXPECT_NEAR(clocks_per_access(config, Pattern::kOneRow, 0), 12, 0.1);
}

TEST(Streams, ReadsOfTheNextRowInAnotherBankGroupFillTheLongColumnDistance) {
  DramConfig config = channel("open", "column_first");
  config.refresh = timing::RefreshPolicy::kNone;
  const double clocks = clocks_per_access(config, Pattern::kSequential, 0);
  EXPECT_GT(clocks, 8);
  EXPECT_LT(clocks, 11.5);
}

TEST(Streams, WritesCostTurnaroundsThatABufferShares) {
  const DramConfig drained = channel("closed", "bank_first");
  DramConfig one_by_one = drained;
  one_by_one.queues.write_high = 1;
  one_by_one.queues.write_low = 0;
  for (const Pattern pattern : {Pattern::kSequential, Pattern::kRandom}) {
    EXPECT_GT(clocks_per_access(one_by_one, pattern, 30),
              clocks_per_access(drained, pattern, 0) + 2);
    EXPECT_LT(clocks_per_access(drained, pattern, 30),
              clocks_per_access(one_by_one, pattern, 30) - 2);
  }
}

}  // namespace
}  // namespace starnuma::memory

// SPDX-License-Identifier: Apache-2.0
// Random accesses on the shipped DRAM, judged by an independent implementation of the rules
// that compares every pair of commands and does not use DramRules.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "models/memory/dram_config.h"
#include "models/timing/dram_scheduler.h"
#include "tests/support/shipped.h"

namespace starnuma::timing {

template <class Policy>
void print_name(Policy policy, std::ostream* out) {
  *out << base::EnumNames<Policy>::kNames[static_cast<std::size_t>(policy)];
}
void PrintTo(PagePolicy policy, std::ostream* out) { print_name(policy, out); }
void PrintTo(RefreshPolicy policy, std::ostream* out) { print_name(policy, out); }

}  // namespace starnuma::timing

namespace starnuma::memory {
namespace {

using base::Time;
using timing::DramAccess;
using timing::DramScheduler;
using timing::PagePolicy;
using timing::RefreshPolicy;
using timing::RowOutcome;

DramConfig part() {
  return test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"});
}

enum CommandKind { kActivate, kPrecharge, kRead, kWrite };
struct Command {
  CommandKind kind;
  Time at;
  int bank, group, rank;
  std::int64_t row;
};

struct Judge {
  DramConfig config;
  std::vector<Command> commands;
  std::set<std::pair<int, Time>> activates;

  /// Returns true if `clocks` clocks of 1250/3 ps fit between two times, up to a rounding error.
  static bool apart(Time from, Time to, std::int64_t clocks) {
    return (to - from + Time(1)).ps() * 3 >= clocks * 1250;
  }
  static bool is_column(const Command& c) { return c.kind == kRead || c.kind == kWrite; }

  /// Returns the least clocks from `a` to a later `b`, zero if no rule applies.
  std::int64_t rule(const Command& a, const Command& b) const {
    const timing::DramTimings& t = config.timings;
    const std::int64_t written = t.t_cwl.value + t.burst.value;
    std::int64_t least = 0;
    const auto must = [&](bool applies, std::int64_t clocks) {
      if (applies) least = std::max(least, clocks);
    };
    const bool rank = a.rank == b.rank;
    const bool group = a.group == b.group;
    const bool bank = a.bank == b.bank;
    const auto pair = [&](CommandKind x, CommandKind y) { return a.kind == x && b.kind == y; };
    // The precharge between two activates of a bank may be implied.
    must(bank && pair(kActivate, kActivate), std::max(t.t_rc.value, t.t_ras.value + t.t_rp.value));
    must(bank && pair(kRead, kActivate), t.t_rtp.value + t.t_rp.value);
    must(bank && pair(kWrite, kActivate), written + t.t_wr.value + t.t_rp.value);
    must(bank && pair(kActivate, kPrecharge), t.t_ras.value);
    must(bank && pair(kPrecharge, kActivate), t.t_rp.value);
    must(bank && a.kind == kActivate && is_column(b), t.t_rcd.value);
    must(bank && pair(kRead, kPrecharge), t.t_rtp.value);
    must(bank && pair(kWrite, kPrecharge), written + t.t_wr.value);
    must(rank && pair(kActivate, kActivate), (group ? t.t_rrd_l : t.t_rrd_s).value);
    must(rank && pair(kRead, kRead), (group ? t.t_ccd_l : t.t_ccd_s).value);
    must(rank && pair(kWrite, kWrite), (group ? t.t_ccd_l_wr : t.t_ccd_s_wr).value);
    must(rank && pair(kWrite, kRead), written + (group ? t.t_wtr_l : t.t_wtr_s).value);
    if (is_column(a) && is_column(b)) {  // data bus
      const std::int64_t data_a = (a.kind == kRead ? t.t_cl : t.t_cwl).value;
      const std::int64_t data_b = (b.kind == kRead ? t.t_cl : t.t_cwl).value;
      std::int64_t idle = rank ? 0 : t.rank_gap.value;
      if (pair(kRead, kWrite)) idle = std::max(idle, t.read_to_write_gap.value);
      must(true, data_a + t.burst.value + idle - data_b);
    }
    return least;
  }

  void note(const DramScheduler::Served& served) {
    EXPECT_GE(served.column, served.arrival);
    const int group = served.access.bank / config.banks_per_group;
    Command c{served.access.write ? kWrite : kRead, served.column,    served.access.bank, group,
              group / config.bank_groups,           served.access.row};
    commands.push_back(c);
    c.kind = kActivate;
    c.at = served.activate;
    if (activates.insert({c.bank, c.at}).second) commands.push_back(c);
    c.kind = kPrecharge;
    c.at = served.precharge;
    if (served.row == RowOutcome::kConflict) commands.push_back(c);
  }

  void expect_legal() {
    std::stable_sort(commands.begin(), commands.end(),
                     [](const Command& a, const Command& b) { return a.at < b.at; });
    int broken = 0;
    std::map<int, std::int64_t> open;
    for (std::size_t i = 0; i < commands.size(); ++i) {
      const Command& a = commands[i];
      if (a.kind == kActivate) open[a.bank] = a.row;
      if (a.kind == kPrecharge) open.erase(a.bank);
      if (is_column(a)) broken += open.count(a.bank) == 0 || open[a.bank] != a.row;
      int window = 1;
      for (std::size_t j = i + 1; j < commands.size(); ++j) {
        const Command& b = commands[j];
        if (b.at - a.at > Time(200'000)) break;
        broken += !apart(a.at, b.at, rule(a, b));
        if (a.kind == kActivate && b.kind == kActivate && a.rank == b.rank && ++window == 5) {
          broken += !apart(a.at, b.at, config.timings.t_faw.value);
        }
      }
    }
    EXPECT_EQ(broken, 0);
  }
};

struct Traffic {
  double of_bus;  ///< Share of the bandwidth that is requested.
  Time jump;      ///< Longest time from the horizon at which an access is added to its arrival.
  int accesses;
};
struct Arrival {
  DramAccess access;
  Time at, horizon;
};

/// Returns accesses to two rows of each bank, no two of them at the same time.
std::vector<Arrival> arrivals(const DramConfig& config, const Traffic& load) {
  std::mt19937_64 random(7);
  std::exponential_distribution<double> pause(load.of_bus / 3334);
  std::vector<Arrival> all;
  std::set<Time> times;
  double clock = 0;
  for (int i = 0; i < load.accesses; ++i) {
    clock += pause(random);
    const Time horizon(static_cast<std::int64_t>(clock));
    Time at = horizon +
              Time(load.jump.ps() == 0 ? 0 : static_cast<std::int64_t>(random() % load.jump.ps()));
    while (!times.insert(at).second) at += Time(1);
    const DramAccess access{static_cast<int>(random() % config.shape().banks()),
                            static_cast<std::int64_t>(random() % 2), random() % 10 < 3};
    all.push_back({access, at, horizon});
  }
  return all;
}

std::vector<DramScheduler::Served> schedule(const DramConfig& config,
                                            const std::vector<Arrival>& accesses) {
  const timing::DramRules rules(config.timings, config.clock);
  DramScheduler dram(config.shape(), rules, config.policies(), rules.refi);
  std::vector<DramScheduler::Served> all;
  DramScheduler::Served served{};
  for (const Arrival& one : accesses) {
    while (dram.next_column(one.horizon, served)) all.push_back(served);
    dram.add(one.access, one.at, one.at.ps());
  }
  while (dram.next_column(DramScheduler::kForever, served)) all.push_back(served);
  EXPECT_EQ(all.size(), accesses.size());
  return all;
}

// The last two are more than the bus can serve, so that hundreds of accesses wait.
constexpr Traffic kTraffic[] = {{0.1, Time(0), 5000},
                                {0.3, Time(1'000'000), 5000},
                                {0.5, Time(200'000), 5000},
                                {0.9, Time(1'000'000), 1200},
                                {2, Time(0), 1200}};

void judge_random(PagePolicy page, std::int64_t t_faw = 0) {
  for (const Traffic& load : kTraffic) {
    Judge judge{part(), {}, {}};
    judge.config.page_policy = page;
    judge.config.refresh = RefreshPolicy::kNone;
    if (t_faw != 0) judge.config.timings.t_faw = base::Cycles(t_faw);
    for (const auto& served : schedule(judge.config, arrivals(judge.config, load))) {
      judge.note(served);
    }
    judge.expect_legal();
  }
}

TEST(DramLegality, HoldsForClosedRows) { judge_random(PagePolicy::kClosed); }
TEST(DramLegality, HoldsForOpenRows) { judge_random(PagePolicy::kOpen); }
TEST(DramLegality, HoldsForAdaptiveRows) { judge_random(PagePolicy::kAdaptive); }
TEST(DramLegality, HoldsForALongFourActivateWindow) { judge_random(PagePolicy::kClosed, 100); }

class DramSchedule : public testing::TestWithParam<std::tuple<PagePolicy, RefreshPolicy>> {};

/// Returns the number of accesses that the order of calls affects.
int affected(const DramConfig& config, const Traffic& load) {
  std::vector<Arrival> accesses = arrivals(config, load);
  const auto as_called = schedule(config, accesses);
  std::sort(accesses.begin(), accesses.end(),
            [](const Arrival& a, const Arrival& b) { return a.at < b.at; });
  for (Arrival& one : accesses) one.horizon = one.at;
  const auto in_order = schedule(config, accesses);
  const auto key = [](const DramScheduler::Served& s) {
    return std::make_tuple(s.tag, s.column, s.activate, s.row);
  };
  int different = 0;
  for (std::size_t i = 0; i < std::min(as_called.size(), in_order.size()); ++i) {
    different += key(as_called[i]) != key(in_order[i]);
  }
  return different;
}

TEST_P(DramSchedule, IsTheSameInAnyOrderOfCallsWithinTheHorizon) {
  DramConfig config = part();
  std::tie(config.page_policy, config.refresh) = GetParam();
  for (const int write_high : {40, 54, 55}) {
    config.queues.write_high = write_high;
    for (const Traffic& load : kTraffic) {
      EXPECT_EQ(affected(config, load), 0) << write_high << " writes, load " << load.of_bus;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Policies, DramSchedule,
    testing::Combine(testing::Values(PagePolicy::kClosed, PagePolicy::kOpen, PagePolicy::kAdaptive),
                     testing::Values(RefreshPolicy::kNone, RefreshPolicy::kAllBank,
                                     RefreshPolicy::kSameBank)));

}  // namespace
}  // namespace starnuma::memory

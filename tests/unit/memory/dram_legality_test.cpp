// SPDX-License-Identifier: Apache-2.0
// Random accesses on the shipped DRAM, judged by an independent reading of the rules: every pair of
// commands is looked at, nothing of DramRules is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "models/memory/dram_config.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using base::Time;
using timing::DramAccess;
using timing::DramTiming;
using timing::PagePolicy;
using timing::RowOutcome;

enum Kind { kActivate, kPrecharge, kRead, kWrite };
struct Command {
  Kind kind;
  Time at;
  int bank, group, rank;
};

struct Judge {
  DramConfig config = test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"});
  std::vector<Command> commands;

  /// Whether so many clocks of 1250/3 ps fit between two times, but for a picosecond of rounding.
  static bool apart(Time from, Time to, std::int64_t clocks) {
    return (to - from + Time(1)).ps() * 3 >= clocks * 1250;
  }
  Time after(Time from, std::int64_t clocks) const { return from + Time((clocks * 1250 + 2) / 3); }
  bool is_column(const Command& c) const { return c.kind == kRead || c.kind == kWrite; }

  /// The least clocks from `a` to a later `b`, zero where no rule binds them.
  std::int64_t rule(const Command& a, const Command& b) const {
    const timing::DramTimings& t = config.timings;
    const std::int64_t written = t.t_cwl.value + t.burst.value;
    std::int64_t least = 0;
    const auto must = [&](bool binds, std::int64_t clocks) {
      if (binds) least = std::max(least, clocks);
    };
    const bool rank = a.rank == b.rank;
    const bool group = a.group == b.group;
    const bool bank = a.bank == b.bank;
    const auto pair = [&](Kind x, Kind y) { return a.kind == x && b.kind == y; };
    must(bank && pair(kActivate, kActivate), t.t_rc.value);
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

  void note(const DramAccess& access, const DramTiming::Slot& slot, PagePolicy page) {
    const timing::DramTimings& t = config.timings;
    const int group = access.bank / config.banks_per_group;
    Command c{access.write ? kWrite : kRead, slot.column, access.bank, group,
              group / config.bank_groups};
    commands.push_back(c);
    if (slot.row == RowOutcome::kHit) return;
    c.kind = kActivate;
    c.at = slot.column - Time((t.t_rcd.value * 1250 + 2) / 3);
    const Time activate = c.at;
    commands.push_back(c);
    c.kind = kPrecharge;
    const std::int64_t recovery =
        access.write ? t.t_cwl.value + t.burst.value + t.t_wr.value : t.t_rtp.value;
    c.at = page == PagePolicy::kClosed
               ? std::max(after(activate, t.t_ras.value), after(slot.column, recovery))
               : activate - Time((t.t_rp.value * 1250 + 2) / 3);
    if (page == PagePolicy::kClosed || slot.row == RowOutcome::kConflict) commands.push_back(c);
  }

  void expect_legal() {
    std::stable_sort(commands.begin(), commands.end(),
                     [](const Command& a, const Command& b) { return a.at < b.at; });
    int broken = 0;
    for (std::size_t i = 0; i < commands.size(); ++i) {
      int activates = 1;
      for (std::size_t j = i + 1; j < commands.size(); ++j) {
        const Command& a = commands[i];
        const Command& b = commands[j];
        if (b.at - a.at > Time(200'000)) break;
        broken += !apart(a.at, b.at, rule(a, b));
        if (a.kind == kActivate && b.kind == kActivate && a.rank == b.rank && ++activates == 5) {
          broken += !apart(a.at, b.at, config.timings.t_faw.value);
        }
      }
    }
    EXPECT_EQ(broken, 0);
  }
};

/// Accesses at `load` of the bus. Times increase on each bank; across banks they jump about by up
/// to `jump` in call order.
void judge_random(PagePolicy page, double load, Time jump, std::int64_t t_faw = 0) {
  Judge judge;
  if (t_faw != 0) judge.config.timings.t_faw = base::Cycles(t_faw);
  const timing::DramRules rules(judge.config.timings, judge.config.clock);
  DramTiming dram(judge.config.shape(), rules, {page, timing::RefreshPolicy::kNone}, Time(0));
  std::mt19937_64 random(7);
  std::exponential_distribution<double> pause(load / 3334);
  std::vector<Time> shift;
  for (int b = 0; b < judge.config.shape().banks(); ++b) {
    shift.push_back(Time(jump.ps() == 0 ? 0 : static_cast<std::int64_t>(random() % jump.ps())));
  }
  double clock = 0;
  for (int i = 0; i < 20'000; ++i) {
    clock += pause(random);
    const DramAccess access{static_cast<int>(random() % shift.size()),
                            static_cast<std::int64_t>(random() % 2), random() % 10 < 3};
    const Time at = Time(static_cast<std::int64_t>(clock)) + shift[access.bank];
    dram.forget(Time(static_cast<std::int64_t>(clock)));
    const DramTiming::Slot slot = dram.earliest(access, at);
    ASSERT_GE(slot.column, at);
    dram.commit(access, slot);
    judge.note(access, slot, page);
  }
  judge.expect_legal();
}

TEST(DramLegality, OfClosedRowsInOrder) { judge_random(PagePolicy::kClosed, 0.3, Time(0)); }
TEST(DramLegality, OfClosedRowsUnderOverload) { judge_random(PagePolicy::kClosed, 2, Time(0)); }
TEST(DramLegality, OfClosedRowsInAnyOrderAcrossBanks) {
  judge_random(PagePolicy::kClosed, 0.3, Time(1'000'000));
}
TEST(DramLegality, OfClosedRowsUnderALongFourActivateWindow) {
  judge_random(PagePolicy::kClosed, 0.3, Time(1'000'000), 100);
}
TEST(DramLegality, OfOpenRowsInOrder) { judge_random(PagePolicy::kOpen, 0.3, Time(0)); }
TEST(DramLegality, OfOpenRowsUnderOverload) { judge_random(PagePolicy::kOpen, 2, Time(0)); }
TEST(DramLegality, OfOpenRowsInAnyOrderAcrossBanks) {
  judge_random(PagePolicy::kOpen, 0.3, Time(1'000'000));
}

}  // namespace
}  // namespace starnuma::memory

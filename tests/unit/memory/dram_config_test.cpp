// SPDX-License-Identifier: Apache-2.0
#include "models/memory/dram_config.h"

#include <gtest/gtest.h>

#include "models/base/ids.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;

DramConfig part(const char* holder) {
  return test::shipped<DramConfig>("starnuma16_full", {holder, "memory", "channel"});
}

TEST(Ddr5Part, AnIdleClosedBankAnswersInFiftyNanoseconds) {
  EXPECT_EQ(part("socket").unloaded_read(), 50_ns);
  EXPECT_EQ(part("pool").unloaded_read(), 50_ns);
}

TEST(Ddr5Part, AHitOfAnOpenRowSavesTheActivate) {
  EXPECT_EQ(part("socket").row_hit_read(), 33'333_ps);  // 80 clocks
}

TEST(Ddr5Part, ABankTakesItsNextAccessAfterRowActiveAndPrecharge) {
  const DramConfig config = part("socket");
  const timing::DramRules rules(config.timings, config.clock);
  // Each of the parts is rounded up to picoseconds.
  EXPECT_EQ(rules.bank_cycle(false), 48'751_ps);  // 77 + 40 clocks of 2.4 GHz
  EXPECT_EQ(rules.bank_cycle(true), 82'501_ps);   // 40 + (38 + 8 + 72) + 40
}

TEST(Ddr5Part, ASubchannelCarriesNineteenGigabytesPerSecond) {
  EXPECT_EQ(part("socket").subchannel_bandwidth(), 19'200_MBps);
}

TEST(Ddr5Part, EnoughBanksKeepTheBusBusy) {
  const DramConfig config = part("socket");
  const timing::DramRules rules(config.timings, config.clock);
  const base::Time on_bus = config.subchannel_bandwidth().time_for(base::Bytes(base::kLineBytes));
  EXPECT_GT(on_bus * config.shape().banks(), rules.bank_cycle(true));
}

TEST(Ddr5Part, RefreshesThatLeaveNoTimeForAnAccessAreAProblem) {
  DramConfig config = part("socket");
  const auto problems = [&] {
    base::Problems found;
    config.check(found);
    return found.list().size();
  };
  EXPECT_EQ(problems(), 0u);
  config.timings.t_refi = base::Cycles(900);
  EXPECT_EQ(problems(), 1u);
  config.refresh = timing::RefreshPolicy::kNone;
  EXPECT_EQ(problems(), 0u);
}

TEST(Ddr5Part, FourActivatesAtTheirLeastDistanceFillTheFourActivateWindow) {
  const DramConfig config = part("socket");
  const timing::DramRules rules(config.timings, config.clock);
  EXPECT_LE(rules.faw, rules.rrd_s * 4);
}

}  // namespace
}  // namespace starnuma::memory

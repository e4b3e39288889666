// SPDX-License-Identifier: Apache-2.0
#include "models/memory/ddr5_config.h"

#include <gtest/gtest.h>

#include "models/base/ids.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;

Ddr5Config part(const char* holder) {
  return test::shipped<Ddr5Config>("starnuma16_full", {holder, "memory", "channel"});
}

TEST(Ddr5Part, AnIdleClosedBankAnswersInFiftyNanoseconds) {
  EXPECT_EQ(part("socket").unloaded_read(), 50_ns);
  EXPECT_EQ(part("pool").unloaded_read(), 50_ns);
}

TEST(Ddr5Part, ABankTakesItsNextAccessAfterRowActiveAndPrecharge) {
  EXPECT_EQ(part("socket").bank_cycle(), 48'750_ps);  // 117 clocks of 2.4 GHz
}

TEST(Ddr5Part, ABurstLastsAsLongAsItsBusNeedsForALine) {
  const Ddr5Config config = part("socket");
  const base::Time burst = base::ClockRatio(config.clock).time_of(config.burst.value);
  const base::Time on_bus = config.subchannel_bandwidth.time_for(base::Bytes(base::kLineBytes));
  EXPECT_LE(on_bus - burst, 1_ps);
  EXPECT_GE(on_bus, burst);
}

TEST(Ddr5Part, EnoughBanksKeepTheBusBusy) {
  const Ddr5Config config = part("socket");
  const base::Time on_bus = config.subchannel_bandwidth.time_for(base::Bytes(base::kLineBytes));
  EXPECT_GT(on_bus * config.banks_per_subchannel, config.bank_cycle());
}

}  // namespace
}  // namespace starnuma::memory

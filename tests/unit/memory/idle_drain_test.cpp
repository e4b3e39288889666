// SPDX-License-Identifier: Apache-2.0
// Writes that go out while the bus is idle, and reads of lines that still wait to.
#include <gtest/gtest.h>

#include <vector>

#include "models/base/random.h"
#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;
using base::Time;
using From = Subchannel::Served::From;

constexpr int kBuffer = 64;

class IdleDrain : public testing::Test {
 protected:
  Time write(std::uint64_t line, Time at, Time horizon) {
    return bus_.write(line, {static_cast<int>(line % 32), 0, true}, at, horizon);
  }
  Subchannel::Served read(std::uint64_t line, Time at, Time horizon) {
    return bus_.read(line, {static_cast<int>(line % 32), 0, false}, at, horizon);
  }
  /// From a column command until it matters to no other.
  Time settled() const {
    return std::max(rules_.longest_gap(),
                    rules_.column_to_activate(timing::kWrites | timing::kActivates));
  }

  DramConfig config_ = test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"},
                                                 {"socket.memory.channel.refresh=disabled"});
  timing::DramRules rules_{config_.timings, config_.clock};
  Subchannel bus_{config_.shape(), rules_, config_.policies(), config_.queues, rules_.refi};
};

TEST_F(IdleDrain, AWriteIsHeldWhileSomebodyMayStillWaitForIt) {
  const Time accepted = 1000_ns;
  write(7, accepted, 0_ns);
  const Time gone = accepted + rules_.rcd + settled();
  EXPECT_EQ(read(7, gone, gone - 1_ps).from, From::kBuffer);
  EXPECT_EQ(bus_.counts().bursts, 0);
}

TEST_F(IdleDrain, AWriteHasGoneOutWhenNobodyCanWaitForItAnyMore) {
  const Time accepted = 1000_ns;
  write(7, accepted, 0_ns);
  const Time gone = accepted + rules_.rcd + settled();
  const Subchannel::Served served = read(7, gone, gone);
  EXPECT_EQ(served.from, From::kArray);
  EXPECT_EQ(served.wait, 0_ns);
  EXPECT_EQ(bus_.counts().bursts, 2);
}

TEST_F(IdleDrain, TheBusIsNotIdleBeforeItsLastAccessHasSettled) {
  write(7, 0_ns, 0_ns);
  read(8, 1000_ns, 0_ns);
  const Time gone = 1000_ns + rules_.rcd + settled() + rules_.rcd + settled();
  EXPECT_EQ(read(7, gone, gone - 1_ps).from, From::kBuffer);
  EXPECT_EQ(read(7, gone, gone).from, From::kArray);
}

TEST_F(IdleDrain, AStormAfterAPauseFindsAnEmptyBuffer) {
  for (std::uint64_t line = 0; line < 53; ++line) write(line, 0_ns, 0_ns);
  for (std::uint64_t line = 100; line < 100 + kBuffer; ++line) {
    EXPECT_EQ(write(line, 10'000_ns, 10'000_ns), 10'000_ns) << line;
  }
  EXPECT_GT(write(200, 10'000_ns, 10'000_ns), 10'000_ns);
}

TEST_F(IdleDrain, NoReadWaitsForSuchAWrite) {
  Subchannel without_writes(config_.shape(), rules_, config_.policies(), config_.queues,
                            rules_.refi);
  base::Random random(5);
  Time horizon;
  for (std::uint64_t line = 0; line < 20'000; ++line) {
    horizon += Time(static_cast<std::int64_t>(random.below(400'000)));
    const Time at = horizon + Time(static_cast<std::int64_t>(random.below(200'000)));
    if (random.below(10) == 0) {
      write(line, at, horizon);
      continue;
    }
    const timing::DramAccess access{static_cast<int>(line % 32), 0, false};
    ASSERT_EQ(read(line, at, horizon).wait, without_writes.read(line, access, at, horizon).wait)
        << line;
  }
  EXPECT_GT(bus_.counts().bursts - without_writes.counts().bursts, 1500);
}

TEST_F(IdleDrain, LinesThatAreHeldAreReadAtThePaceOfTheBus) {
  write(7, 0_ns, 0_ns);
  const Time burst = rules_.column_gap(timing::DramRelation::kSameRank, 0, 0);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(read(7, 100_ns, 0_ns).wait, burst * i);
  EXPECT_EQ(read(7, 100_ns + burst * 16, 0_ns).wait, 0_ns);
}

}  // namespace
}  // namespace starnuma::memory

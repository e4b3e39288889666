// SPDX-License-Identifier: Apache-2.0
// Writes that are issued while the bus is idle, and reads of lines in the write buffer.
#include <gtest/gtest.h>

#include <cstdint>
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
  /// Returns the time from a column command to an access that it cannot delay.
  Time settled() const { return scheduler().settled_after(); }
  timing::DramScheduler scheduler() const {
    return {config_.shape(), rules_, config_.policies(), rules_.refi};
  }

  DramConfig config_ = test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"},
                                                 {"socket.memory.channel.refresh=disabled"});
  timing::DramRules rules_{config_.timings, config_.clock};
  Subchannel bus_{config_.shape(), rules_, config_.policies(), config_.queues, rules_.refi};
};

TEST_F(IdleDrain, AWriteIsHeldWhileALaterAccessMayStillWaitForIt) {
  const Time accepted = 1000_ns;
  write(7, accepted, 0_ns);
  const Time gone = accepted + rules_.rcd + settled();
  EXPECT_EQ(read(7, gone, gone - 1_ps).from, From::kBuffer);
  EXPECT_EQ(bus_.counts(gone - 1_ps).bursts, 0);
}

TEST_F(IdleDrain, AWriteIsIssuedOnceNoLaterAccessCanWaitForIt) {
  const Time accepted = 1000_ns;
  write(7, accepted, 0_ns);
  const Time gone = accepted + rules_.rcd + settled();
  const Subchannel::Served served = read(7, gone, gone);
  EXPECT_EQ(served.from, From::kArray);
  EXPECT_EQ(served.wait, 0_ns);
  EXPECT_EQ(bus_.counts(gone).bursts, 1);  // the read is scheduled later
  read(8, gone + 10'000_ns, gone + 10'000_ns);
  EXPECT_EQ(bus_.counts(gone + 10'000_ns).bursts, 2);
}

TEST_F(IdleDrain, TheBusIsNotIdleBeforeItsLastAccessHasSettled) {
  write(7, 990_ns, 0_ns);
  read(8, 1000_ns, 0_ns);
  const Time gone = 1000_ns + rules_.rcd + settled() + rules_.rcd + settled();
  EXPECT_EQ(read(7, gone, gone - 1_ps).from, From::kBuffer);
  EXPECT_EQ(read(7, gone, gone).from, From::kArray);
}

TEST_F(IdleDrain, AWriteIsIssuedBeforeAKnownReadThatItCannotDelay) {
  write(7, 0_ns, 0_ns);
  read(8, rules_.rcd + settled(), 0_ns);
  const Time settled_read = rules_.rcd + settled() + rules_.rcd + settled();
  EXPECT_EQ(read(7, settled_read, settled_read).from, From::kArray);
}

TEST_F(IdleDrain, AStormAfterAPauseFindsAnEmptyBuffer) {
  for (std::uint64_t line = 0; line < 53; ++line) write(line, 0_ns, 0_ns);
  for (std::uint64_t line = 100; line < 100 + kBuffer; ++line) {
    EXPECT_EQ(write(line, 10'000_ns, 10'000_ns), 10'000_ns) << line;
  }
  EXPECT_GT(write(200, 10'000_ns, 10'000_ns), 10'000_ns);
}

TEST_F(IdleDrain, NoReadWaitsForSuchAWrite) {
  timing::DramScheduler with_writes = scheduler();
  timing::DramScheduler without_writes = scheduler();
  std::vector<Time> reads[2];
  std::int64_t writes = 0;
  const auto run = [&](Time until) {
    timing::DramScheduler::Served served;
    while (with_writes.next_column(until, served)) {
      if (served.access.write) {
        ++writes;
      } else {
        reads[0].push_back(served.column);
      }
    }
    while (without_writes.next_column(until, served)) reads[1].push_back(served.column);
  };
  base::Random random(5);
  Time horizon;
  for (int i = 0; i < 20'000; ++i) {
    horizon += Time(static_cast<std::int64_t>(random.below(400'000)));
    run(horizon);
    const Time at = horizon + Time(static_cast<std::int64_t>(random.below(200'000)));
    const timing::DramAccess access{static_cast<int>(random.below(32)), 0, random.below(10) == 0};
    with_writes.add(access, at, i);
    if (!access.write) without_writes.add(access, at, i);
  }
  run(timing::DramScheduler::kForever);
  EXPECT_EQ(with_writes.drains(), 0);
  EXPECT_GT(writes, 1500);
  EXPECT_EQ(reads[0], reads[1]);
}

TEST_F(IdleDrain, HeldLinesAreReadAtTheBandwidthOfTheBus) {
  write(7, 0_ns, 0_ns);
  const Time burst = rules_.column_gap(timing::DramRelation::kSameRank, false, false);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(read(7, 100_ns, 0_ns).wait, burst * i);
  EXPECT_EQ(read(7, 100_ns + burst * 16, 0_ns).wait, 0_ns);
}

}  // namespace
}  // namespace starnuma::memory

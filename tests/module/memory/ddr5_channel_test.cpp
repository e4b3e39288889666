// SPDX-License-Identifier: Apache-2.0
// The shipped channel: DDR5-4800, a sub-channel of 19.2 GB/s, activate to activate 48.75 ns.
#include "models/memory/ddr5_channel.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/elaborate.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;
using base::LatencyKind;
using base::Time;

constexpr Time kUnloaded = 50_ns;
constexpr Time kBankCycle = 48'750_ps;
constexpr Time kBurst = 3334_ps;  // 64 B at 19.2 GB/s, rounded up

// Neighbouring lines alternate between the sub-channels and then walk through the banks.
constexpr std::uint64_t kLine = 0;
constexpr std::uint64_t kOtherSubchannel = 1;
constexpr std::uint64_t kOtherBank = 2;
constexpr std::uint64_t kBanks = 32;

class Home : public sc_core::sc_module {
 public:
  explicit Home(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<protocol::MemoryRequest> out{"out"};
};

struct Answer {
  Time at;
  base::Ledger ledger;
};

struct Bench {
  Bench() {
    home.out.bind(channel.mem_side);
    test::elaborate();
  }
  Answer request(std::uint64_t line, Time at, bool write) {
    Answer answer;
    protocol::MemoryRequest request{line, at, 0_ns, &answer.ledger, write};
    home.out.send(request);
    answer.at = request.time;
    return answer;
  }
  /// How long a read of `line` at `at` waits.
  Time wait(std::uint64_t line, Time at) { return request(line, at, false).at - at - kUnloaded; }

  Home home{"home"};
  Ddr5Channel channel{
      "channel", test::shipped<Ddr5Config>("starnuma16_full", {"socket", "memory", "channel"})};
};

TEST(Ddr5Channel, AnIdleBankAnswersAfterExactlyTheUnloadedTime) {
  Bench bench;
  const Answer answer = bench.request(kLine, 100_ns, false);
  EXPECT_EQ(answer.at, 100_ns + kUnloaded);
  EXPECT_EQ(answer.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 50'000u);
  EXPECT_EQ(answer.ledger.queue(), 0_ns);
}

TEST(Ddr5Channel, OnePicosecondBeforeTheBankIsReadyWaitsOneAndOnTimeNone) {
  Bench early;
  early.wait(kLine, 0_ns);
  EXPECT_EQ(early.wait(kLine, kBankCycle - 1_ps), 1_ps);
}

TEST(Ddr5Channel, ABankThatIsReadyAgainDoesNotDelay) {
  Bench on_time;
  on_time.wait(kLine, 0_ns);
  EXPECT_EQ(on_time.wait(kLine, kBankCycle), 0_ns);
}

TEST(Ddr5Channel, TwoReadsOfOneBankAtOnceAreABankCycleApart) {
  Bench bench;
  EXPECT_EQ(bench.wait(kLine, 0_ns), 0_ns);
  const Answer second = bench.request(kLine, 0_ns, false);
  EXPECT_EQ(second.at, kUnloaded + kBankCycle);
  EXPECT_EQ(second.ledger.ps[static_cast<int>(LatencyKind::kDramQueue)], 48'750u);
  EXPECT_EQ(second.ledger.total(), second.at);
}

TEST(Ddr5Channel, BanksOverlapButShareTheDataBus) {
  Bench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherBank, 0_ns), kBurst);
}

TEST(Ddr5Channel, ABankAndABusThatAreFreeDoNotDelay) {
  Bench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherBank, kBurst), 0_ns);
}

TEST(Ddr5Channel, OnePicosecondTooEarlyForTheBusWaitsOne) {
  Bench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherBank, kBurst - 1_ps), 1_ps);
}

TEST(Ddr5Channel, SubchannelsShareNothing) {
  Bench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherSubchannel, 0_ns), 0_ns);
}

TEST(Ddr5Channel, AWriteIsAcceptedAtOnce) {
  Bench bench;
  for (int i = 0; i < 10; ++i) {
    const Answer answer = bench.request(kLine, 100_ns, true);
    EXPECT_EQ(answer.at, 100_ns);
    EXPECT_EQ(answer.ledger.total(), 0_ns);
  }
}

TEST(Ddr5Channel, AWriteOccupiesItsBank) {
  Bench bench;
  bench.request(kLine, 0_ns, true);
  EXPECT_EQ(bench.wait(kLine, 0_ns), kBankCycle);
}

TEST(Ddr5Channel, AWriteOccupiesTheDataBus) {
  Bench bench;
  bench.request(kLine, 0_ns, true);
  EXPECT_EQ(bench.wait(kOtherBank, 0_ns), kBurst);
}

TEST(Ddr5Channel, AReadFromThePastFillsTheGapBefore) {
  Bench bench;
  bench.wait(kLine, 500_ns);
  EXPECT_EQ(bench.wait(kLine, 100_ns), 0_ns);
}

/// Bytes per second of `reads` over all banks, asked for faster than the channel can answer.
double saturated(Bench& bench, int reads, std::uint64_t line_step, Time spacing) {
  Time last;
  for (int i = 0; i < reads; ++i) {
    const std::uint64_t line = static_cast<std::uint64_t>(i) * line_step % (2 * kBanks);
    last = bench.request(line, spacing * i, false).at;
  }
  return reads * 64e12 / static_cast<double>((last - kUnloaded).ps());
}

TEST(Ddr5Channel, ASubchannelSaturatesAtItsBandwidth) {
  Bench bench;
  EXPECT_NEAR(saturated(bench, 20'000, 2, 2_ns) / 19.2e9, 1, 0.005);
}

TEST(Ddr5Channel, BothSubchannelsTogetherCarryTwiceAsMuch) {
  Bench bench;
  EXPECT_NEAR(saturated(bench, 40'000, 1, 1_ns) / 38.4e9, 1, 0.005);
}

TEST(Ddr5Channel, OneBankAloneIsLimitedByItsCycle) {
  Bench bench;
  EXPECT_NEAR(saturated(bench, 10'000, 2 * kBanks, 10_ns) / (64e12 / 48'750), 1, 0.005);
}

TEST(Ddr5Channel, NeighbouringLinesReachEveryBank) {
  Bench bench;  // at the pace of the data buses nobody ever waits
  for (std::uint64_t line = 0; line < 2 * kBanks; ++line) {
    const Time at = kBurst * static_cast<std::int64_t>(line / 2);
    EXPECT_EQ(bench.wait(line, at), 0_ns) << "line " << line;
  }
}

TEST(Ddr5Channel, AReadWithoutALedgerIsServedAllTheSame) {
  Bench bench;
  protocol::MemoryRequest request{kLine, 100_ns, 0_ns, nullptr, false};
  bench.home.out.send(request);
  EXPECT_EQ(request.time, 100_ns + kUnloaded);
}

TEST(Ddr5Channel, CountsAccessesWaitsAndBusTime) {
  Bench bench;
  test::let_pass(1000_ns);
  bench.channel.reset_statistics();
  bench.request(kLine, 1000_ns, false);
  bench.request(kOtherBank, 1000_ns, true);
  test::let_pass(kBurst * 10);
  std::vector<base::Stat> stats;
  base::StatWriter writer(stats);
  bench.channel.report(writer);
  std::map<std::string, double> values;
  for (const base::Stat& stat : stats) values[stat.path] = stat.value;
  EXPECT_EQ(values.at("reads"), 1);
  EXPECT_EQ(values.at("writes"), 1);
  EXPECT_DOUBLE_EQ(values.at("mean_wait"), kBurst.ns() / 2);
  EXPECT_DOUBLE_EQ(values.at("utilisation"), 0.1);  // two bursts on two buses
}

}  // namespace
}  // namespace starnuma::memory

// SPDX-License-Identifier: Apache-2.0
// The shipped channel, DDR5-4800 with a closed page, without its refresh unless a test asks for it:
// activate to activate 48.75 ns, 14 clocks from a read to a write.
#include "models/memory/ddr5_channel.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/base/check.h"
#include "models/base/random.h"
#include "tests/support/elaborate.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using base::Time;

constexpr Time kUnloaded = 50_ns;
constexpr Time kRowHit = 33'333_ps;
constexpr Time kBankCycle = 48'750_ps;       // 117 clocks
constexpr Time kWriteBankCycle = 82'500_ps;  // 198 clocks
constexpr Time kBurst = 3334_ps;             // 8 clocks, rounded up
constexpr Time kWriteToRead = 21'667_ps;     // 52 clocks

// Neighbouring lines alternate between the sub-channels and then walk through the bank groups.
constexpr std::uint64_t kLine = 0;
constexpr std::uint64_t kOtherSubchannel = 1;
constexpr std::uint64_t kOtherBank = 2;
constexpr std::uint64_t kThirdBank = 4;
constexpr std::uint64_t kBanks = 64;                     // of a sub-channel
constexpr std::uint64_t kSameRow = 2 * kBanks * kBanks;  // where the folds cancel

const std::vector<std::string> kWithRefresh;  // as shipped

class Home : public sc_core::sc_module {
 public:
  explicit Home(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<protocol::MemoryRequest> out{"out"};
};

struct Answer {
  Time at;
  accounting::Ledger ledger;
};

struct Bench {
  explicit Bench(const std::vector<std::string>& sets = {"refresh=disabled"})
      : channel("channel", shipped(sets)) {
    home.out.bind(channel.mem_side);
    test::elaborate();
  }
  static Ddr5Config shipped(const std::vector<std::string>& sets) {
    std::vector<std::string> full;
    for (const std::string& set : sets) full.push_back("socket.memory.channel." + set);
    return test::shipped<Ddr5Config>("starnuma16_full", {"socket", "memory", "channel"}, full);
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
  Ddr5Channel channel;
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

TEST(Ddr5Channel, AWriteOccupiesItsBankUntilItIsWrittenBack) {
  Bench bench;
  bench.request(kLine, 0_ns, true);
  EXPECT_EQ(bench.wait(kLine, 0_ns), kWriteBankCycle);
}

TEST(Ddr5Channel, AReadAfterAWriteWaitsForTheDataBusToTurnAround) {
  Bench early;
  early.request(kLine, 0_ns, true);
  EXPECT_EQ(early.wait(kOtherBank, kWriteToRead - 1_ps), 1_ps);
}

TEST(Ddr5Channel, AReadWhenTheDataBusHasTurnedAroundDoesNotWait) {
  Bench on_time;
  on_time.request(kLine, 0_ns, true);
  EXPECT_EQ(on_time.wait(kOtherBank, kWriteToRead), 0_ns);
}

TEST(Ddr5Channel, AnOpenRowAnswersFasterAndTheLedgerShowsItAsArrayTime) {
  Bench bench({"refresh=disabled", "page_policy=open", "mapping=column_first"});
  EXPECT_EQ(bench.wait(kLine, 0_ns), 0_ns);
  const Answer hit = bench.request(kLine + 2, 100_ns, false);
  EXPECT_EQ(hit.at, 100_ns + kRowHit);
  EXPECT_EQ(hit.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 33'333u);
  EXPECT_EQ(hit.ledger.queue(), 0_ns);
}

TEST(Ddr5Channel, AConflictWaitsForThePrechargeInTheQueuePart) {
  Bench bench({"refresh=disabled", "page_policy=open", "mapping=column_first"});
  bench.wait(kLine, 0_ns);
  const Answer conflict = bench.request(kLine + kSameRow, 100_ns, false);
  EXPECT_EQ(conflict.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 50'000u);
  EXPECT_EQ(conflict.ledger.queue(), 16'667_ps);  // tRP
  EXPECT_EQ(conflict.ledger.total(), conflict.at - 100_ns);
}

TEST(Ddr5Channel, ARefreshIsQueueTime) {
  Bench bench(kWithRefresh);
  const Time due = 3900_ns;  // of the first rank of the first sub-channel
  const Answer answer = bench.request(kLine, due, false);
  EXPECT_EQ(answer.ledger.queue(), 295_ns);
  EXPECT_EQ(answer.ledger.total(), answer.at - due);
}

TEST(Ddr5Channel, ARefreshDelaysAnAccessThatCannotEndBeforeIt) {
  Bench bench(kWithRefresh);
  EXPECT_EQ(bench.wait(kLine, 3900_ns - kBankCycle), 0_ns);
  EXPECT_EQ(bench.wait(kThirdBank, 3900_ns - kBankCycle + 1_ps), kBankCycle - 1_ps + 295_ns);
}

TEST(Ddr5Channel, SubchannelsAndRanksAreRefreshedInTurn) {
  Bench bench(kWithRefresh);
  const std::uint64_t other_rank = kBanks;  // the second half of the banks
  EXPECT_EQ(bench.wait(kOtherSubchannel, 3900_ns), 0_ns);
  EXPECT_EQ(bench.wait(other_rank, 4000_ns), 0_ns);
  EXPECT_EQ(bench.wait(kOtherSubchannel, 4875_ns), 295_ns);
  EXPECT_EQ(bench.wait(other_rank, 5850_ns), 295_ns);
}

TEST(Ddr5Channel, BeingToldOfRequestsAheadChangesNothing) {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  Home home("other_home");
  Ddr5Channel told("told", Bench::shipped(kWithRefresh));
  home.out.bind(told.mem_side);
  Bench bench(kWithRefresh);
  const auto prefetcher = home.out.prefetcher();
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t line = random.below(4 * kSameRow);
    const Time at(static_cast<std::int64_t>(random.below(20'000'000)));
    const bool write = random.below(4) == 0;
    protocol::MemoryRequest like;
    like.line_in_node = random.below(2) == 0 ? line : random.below(4 * kSameRow);
    for (std::uint64_t times = 1 + random.below(2); times > 0; --times) prefetcher.prefetch(like);
    protocol::MemoryRequest request{line, at, 0_ns, nullptr, write};
    home.out.send(request);
    ASSERT_EQ(bench.request(line, at, write).at, request.time);
  }
}

TEST(Ddr5Channel, AReadFromThePastFillsTheGapBefore) {
  Bench bench;
  bench.wait(kLine, 500_ns);
  EXPECT_EQ(bench.wait(kLine, 100_ns), 0_ns);
}

/// Bytes per second of `reads` over the banks of one rank, asked for faster than the channel can
/// answer.
double saturated(Bench& bench, int reads, std::uint64_t line_step, Time spacing) {
  Time last;
  for (int i = 0; i < reads; ++i) {
    const std::uint64_t line = static_cast<std::uint64_t>(i) * line_step % kBanks;
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
  EXPECT_NEAR(saturated(bench, 10'000, kBanks, 10_ns) / (64e12 / 48'750), 1, 0.005);
}

TEST(Ddr5Channel, NeighbouringLinesReachEveryBankOfARank) {
  Bench bench;  // at the pace of the data buses nobody ever waits
  for (std::uint64_t line = 0; line < kBanks; ++line) {
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
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  bench.channel.report(writer);
  std::map<std::string, double> values;
  for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
  EXPECT_EQ(values.at("reads"), 1);
  EXPECT_EQ(values.at("writes"), 1);
  EXPECT_EQ(values.at("row_hits"), 0);
  EXPECT_EQ(values.at("row_conflicts"), 0);
  EXPECT_DOUBLE_EQ(values.at("mean_wait"), 5.834 / 2);  // the write turns the bus: 14 clocks
  EXPECT_NEAR(values.at("utilisation"), 0.1, 1e-4);     // two bursts on two buses
}

}  // namespace
}  // namespace starnuma::memory

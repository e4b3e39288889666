// SPDX-License-Identifier: Apache-2.0
// The shipped channel, DDR5-4800 with a closed page, without refresh unless a test enables it:
// activate to activate 48.75 ns, 14 clocks from a read to a write.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "models/base/random.h"
#include "tests/module/memory/channel_bench.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using base::Time;

constexpr Time kRowHit = 33'333_ps;
constexpr Time kBankCycle = 48'751_ps;       // 77 and 40 clocks, each rounded up
constexpr Time kWriteBankCycle = 82'501_ps;  // 158 and 40 clocks, each rounded up
constexpr Time kWriteToRead = 21'667_ps;     // 52 clocks

// Neighbouring lines alternate between the sub-channels and then walk through the bank groups.
constexpr std::uint64_t kLine = 0;
constexpr std::uint64_t kOtherSubchannel = 1;
constexpr std::uint64_t kOtherBank = 2;
constexpr std::uint64_t kThirdBank = 4;
constexpr std::uint64_t kSameBank = 254;                 // another line of the bank of kLine
constexpr std::uint64_t kBanks = 64;                     // banks of a sub-channel
constexpr std::uint64_t kSameRow = 2 * kBanks * kBanks;  // distance at which the XOR folds cancel

const std::vector<std::string> kWithRefresh;  // as shipped
const std::vector<std::string> kOneByOne{"refresh=disabled", "write_high=1", "write_low=0"};

TEST(DramChannel, AnIdleBankAnswersAfterExactlyTheUnloadedTime) {
  ChannelBench bench;
  const Answer answer = bench.request(kLine, 100_ns, false);
  EXPECT_EQ(answer.at, 100_ns + kUnloaded);
  EXPECT_EQ(answer.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 50'000u);
  EXPECT_EQ(answer.ledger.queue(), 0_ns);
}

TEST(DramChannel, OnePicosecondBeforeTheBankIsReadyWaitsOneAndOnTimeNone) {
  ChannelBench early;
  early.wait(kLine, 0_ns);
  EXPECT_EQ(early.wait(kLine, kBankCycle - 1_ps), 1_ps);
}

TEST(DramChannel, ABankThatIsReadyAgainDoesNotDelay) {
  ChannelBench on_time;
  on_time.wait(kLine, 0_ns);
  EXPECT_EQ(on_time.wait(kLine, kBankCycle), 0_ns);
}

TEST(DramChannel, TwoReadsOfOneBankAtOnceAreABankCycleApart) {
  ChannelBench bench;
  EXPECT_EQ(bench.wait(kLine, 0_ns), 0_ns);
  const Answer second = bench.request(kLine, 0_ns, false);
  EXPECT_EQ(second.at, kUnloaded + kBankCycle);
  EXPECT_EQ(second.ledger.ps[static_cast<int>(LatencyKind::kDramQueue)], 48'751u);
  EXPECT_EQ(second.ledger.total(), second.at);
}

TEST(DramChannel, AWriteOfAPartOfALineReadsTheLineFirst) {
  ChannelBench bench;
  const Answer answer = bench.request(kLine, 100_ns, true, false, true);
  EXPECT_EQ(answer.at, 100_ns + kUnloaded);
  EXPECT_EQ(answer.ledger.total(), kUnloaded);
  auto statistics = bench.statistics();
  EXPECT_EQ(statistics["reads"], 1);
  EXPECT_EQ(statistics["writes"], 1);
  EXPECT_EQ(statistics["writes.partial"], 1);
}

TEST(DramChannel, AMaskedWriteOfAPartOfALineReadsNothing) {
  ChannelBench bench({"refresh=disabled", "partial_writes=masked"});
  EXPECT_EQ(bench.request(kLine, 100_ns, true, false, true).at, 100_ns);
  auto statistics = bench.statistics();
  EXPECT_EQ(statistics["reads"], 0);
  EXPECT_EQ(statistics["writes"], 1);
}

TEST(DramChannel, UtilisationCountsTheBurstsThatAreDoneAtTheEndOfTheWindow) {
  ChannelBench bench;
  bench.wait(kLine, 0_ns);
  bench.wait(kOtherBank, 0_ns);
  test::let_pass(1000_ns);
  EXPECT_NEAR(bench.statistics()["utilisation"], 2 * kBurst.ns() / 2 / 1000, 1e-5);
  bench.channel.reset_statistics();
  bench.wait(kSameBank, 1500_ns);
  test::let_pass(1000_ns);
  EXPECT_NEAR(bench.statistics()["utilisation"], kBurst.ns() / 2 / 1000, 1e-5);
}

TEST(DramChannel, BanksOverlapButShareTheDataBus) {
  ChannelBench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherBank, 0_ns), kBurst);
}

TEST(DramChannel, ABankAndABusThatAreFreeDoNotDelay) {
  ChannelBench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherBank, kBurst), 0_ns);
}

TEST(DramChannel, OnePicosecondTooEarlyForTheBusWaitsOne) {
  ChannelBench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherBank, kBurst - 1_ps), 1_ps);
}

TEST(DramChannel, SubchannelsShareNothing) {
  ChannelBench bench;
  bench.wait(kLine, 0_ns);
  EXPECT_EQ(bench.wait(kOtherSubchannel, 0_ns), 0_ns);
}

TEST(DramChannel, AWriteIsAcceptedAtOnce) {
  ChannelBench bench;
  for (int i = 0; i < 10; ++i) {
    const Answer answer = bench.request(kLine, 100_ns, true);
    EXPECT_EQ(answer.at, 100_ns);
    EXPECT_EQ(answer.ledger.total(), 0_ns);
  }
}

TEST(DramChannel, AWriteOccupiesItsBankUntilItIsWrittenBack) {
  ChannelBench bench(kOneByOne);
  bench.request(kLine, 0_ns, true);
  EXPECT_EQ(bench.wait(kSameBank, 0_ns), kWriteBankCycle);
}

TEST(DramChannel, AReadAfterAWriteWaitsForTheDataBusToTurnAround) {
  ChannelBench early(kOneByOne);
  early.request(kLine, 0_ns, true);
  EXPECT_EQ(early.wait(kOtherBank, kWriteToRead - 1_ps), 1_ps);
}

TEST(DramChannel, AReadWhenTheDataBusHasTurnedAroundDoesNotWait) {
  ChannelBench on_time(kOneByOne);
  on_time.request(kLine, 0_ns, true);
  EXPECT_EQ(on_time.wait(kOtherBank, kWriteToRead), 0_ns);
}

TEST(DramChannel, AnOpenRowAnswersFasterAndTheLedgerShowsItAsArrayTime) {
  ChannelBench bench({"refresh=disabled", "page_policy=open", "mapping=column_first"});
  EXPECT_EQ(bench.wait(kLine, 0_ns), 0_ns);
  const Answer hit = bench.request(kLine + 2, 100_ns, false);
  EXPECT_EQ(hit.at, 100_ns + kRowHit);
  EXPECT_EQ(hit.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 33'333u);
  EXPECT_EQ(hit.ledger.queue(), 0_ns);
}

TEST(DramChannel, AConflictWaitsForThePrechargeInTheQueuePart) {
  ChannelBench bench({"refresh=disabled", "page_policy=open", "mapping=column_first"});
  bench.wait(kLine, 0_ns);
  const Answer conflict = bench.request(kLine + kSameRow, 100_ns, false);
  EXPECT_EQ(conflict.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 50'000u);
  EXPECT_EQ(conflict.ledger.queue(), 16'667_ps);  // tRP
  EXPECT_EQ(conflict.ledger.total(), conflict.at - 100_ns);
}

TEST(DramChannel, ARefreshIsQueueTime) {
  ChannelBench bench(kWithRefresh);
  const Time due = 3900_ns;  // first refresh of the first rank of the first sub-channel
  const Answer answer = bench.request(kLine, due, false);
  EXPECT_EQ(answer.ledger.queue(), 295_ns);
  EXPECT_EQ(answer.ledger.total(), answer.at - due);
}

TEST(DramChannel, ARefreshDelaysAnAccessThatCannotEndBeforeIt) {
  ChannelBench bench(kWithRefresh);
  EXPECT_EQ(bench.wait(kLine, 3900_ns - kBankCycle), 0_ns);
  EXPECT_EQ(bench.wait(kThirdBank, 3900_ns - kBankCycle + 1_ps), kBankCycle - 1_ps + 295_ns);
}

TEST(DramChannel, SubchannelsAndRanksAreRefreshedInTurn) {
  ChannelBench bench(kWithRefresh);
  const std::uint64_t other_rank = kBanks;  // the second half of the banks
  EXPECT_EQ(bench.wait(kOtherSubchannel, 3900_ns), 0_ns);
  EXPECT_EQ(bench.wait(other_rank, 4000_ns), 0_ns);
  EXPECT_EQ(bench.wait(kOtherSubchannel, 4875_ns), 295_ns);
  EXPECT_EQ(bench.wait(other_rank, 5850_ns), 295_ns);
}

TEST(DramChannel, BeingToldOfRequestsAheadChangesNothing) {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  Home home("other_home");
  DramChannel told("told", ChannelBench::shipped(kWithRefresh));
  home.out.bind(told.mem_side);
  ChannelBench bench(kWithRefresh);
  bench.in_order = false;
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

TEST(DramChannel, AReadFromThePastFillsTheGapBefore) {
  ChannelBench bench;
  bench.in_order = false;
  bench.wait(kLine, 500_ns);
  EXPECT_EQ(bench.wait(kLine, 100_ns), 0_ns);
}

/// Returns the bytes per second of `reads` over the banks of one rank, requested faster than the
/// channel can serve.
double saturated(ChannelBench& bench, int reads, std::uint64_t line_step, Time spacing) {
  Time last;
  for (int i = 0; i < reads; ++i) {
    const std::uint64_t line = static_cast<std::uint64_t>(i) * line_step % kBanks;
    last = bench.request(line, spacing * i, false).at;
  }
  return reads * 64e12 / static_cast<double>((last - kUnloaded).ps());
}

TEST(DramChannel, ASubchannelSaturatesAtItsBandwidth) {
  ChannelBench bench;
  EXPECT_NEAR(saturated(bench, 20'000, 2, 2_ns) / 19.2e9, 1, 0.005);
}

TEST(DramChannel, BothSubchannelsTogetherCarryTwiceAsMuch) {
  ChannelBench bench;
  EXPECT_NEAR(saturated(bench, 40'000, 1, 1_ns) / 38.4e9, 1, 0.005);
}

TEST(DramChannel, OneBankAloneIsLimitedByItsCycle) {
  ChannelBench bench;
  EXPECT_NEAR(saturated(bench, 10'000, kBanks, 10_ns) / (64e12 / 48'750), 1, 0.005);
}

TEST(DramChannel, NeighbouringLinesReachEveryBankOfARank) {
  ChannelBench bench;  // at the rate of the data buses no read waits
  for (std::uint64_t line = 0; line < kBanks; ++line) {
    const Time at = kBurst * static_cast<std::int64_t>(line / 2);
    EXPECT_EQ(bench.wait(line, at), 0_ns) << "line " << line;
  }
}

TEST(DramChannel, AReadWithoutALedgerIsServedAllTheSame) {
  ChannelBench bench;
  protocol::MemoryRequest request{kLine, 100_ns, 0_ns, nullptr, false};
  bench.home.out.send(request);
  EXPECT_EQ(request.time, 100_ns + kUnloaded);
}

TEST(DramChannel, CountsAccessesWaitsAndBusTime) {
  ChannelBench bench(kOneByOne);
  test::let_pass(1000_ns);
  bench.channel.reset_statistics();
  bench.request(kLine, 1000_ns, false);
  bench.request(kOtherBank, 1000_ns, true);
  bench.request(kThirdBank, 1000_ns, false);
  const std::map<std::string, double> values = bench.statistics();
  EXPECT_EQ(values.at("reads"), 2);
  EXPECT_EQ(values.at("writes"), 1);
  EXPECT_EQ(values.at("row_hits"), 0);
  EXPECT_EQ(values.at("row_conflicts"), 0);
  // The second read waits for the turnaround of the bus and for the first one: 52 and 8 clocks.
  EXPECT_DOUBLE_EQ(values.at("mean_read_wait"), 25.001 / 2);
  EXPECT_EQ(values.at("mean_write_wait"), 0);
  test::let_pass(kBurst * 30);
  bench.request(kLine, 1000_ns + kBurst * 30, false);
  EXPECT_NEAR(bench.statistics().at("utilisation"), 0.05, 1e-4);  // three bursts on two buses
}

}  // namespace
}  // namespace starnuma::memory

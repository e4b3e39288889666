// SPDX-License-Identifier: Apache-2.0
#include "models/core/source_program.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/module/core/core_bench.h"
#include "tests/support/child_process.h"
#include "tests/support/event_stream.h"

namespace starnuma::core::source_program_test {
namespace {

using namespace base::literals;
using base::Time;
using test::event;

constexpr Time kDelay = 100_ns;
constexpr Time kQuantum = 200_ns;
constexpr int kThreads = 4;

/// Plays one list of events on one core; accesses to word 8 i are those to line i.
struct OneCore : CoreBench {
  explicit OneCore(const CoreConfig& config = test::core_config())
      : CoreBench(1, kDelay, kQuantum, config), words(allocate(1 << 12)) {}

  base::VirtualAddress line(std::uint64_t i) const { return words.address_of(8 * i); }
  std::vector<Time> play_all(std::vector<Event> events) {
    test::ListSource source(std::move(events));
    run([&](Thread& thread) { play(source, thread); });
    return issued();
  }

  base::SimArray<std::uint64_t> words;
};

/// Returns every access of every core to the picosecond, and the cores' counts.
std::string outcome_of(bool typed, const CoreConfig& config) {
  CoreBench bench(kThreads, kDelay, kQuantum, config);
  const auto words = bench.allocate(1 << 12);
  std::vector<std::vector<Event>> events;
  std::vector<std::unique_ptr<AccessSource>> sources;
  for (int t = 0; t < kThreads; ++t) {
    events.push_back(test::random_events(words, 2000, 77 + static_cast<std::uint64_t>(t)));
    sources.push_back(std::make_unique<test::ListSource>(events.back()));
  }
  SourceProgram played(std::move(sources));
  Program& program = played;
  bench.run([&](Thread& thread) {
    if (!typed) return program.run(thread);
    test::run_typed(events[static_cast<std::size_t>(thread.index())], words, thread);
  });
  std::ostringstream text;
  for (int t = 0; t < kThreads; ++t) {
    text << bench.core(t).instructions() << ' ' << bench.statistic("mispredictions", t) << ' '
         << bench.statistic("barrier_time", t) << ' ' << kernel_time().ps() << '\n';
    for (const protocol::Access& access : bench.memory(t).seen) {
      text << access.issued.ps() << ' ' << access.address.value << ' '
           << static_cast<int>(access.kind) << '\n';
    }
  }
  return text.str();
}

TEST(SourceProgram, TheSameStreamTakesTheSameTimeAsATypedProgram) {
  for (const auto prediction : {BranchPrediction::kTwoBit, BranchPrediction::kPerfect}) {
    for (const auto locked : {LockedOperations::kDrain, LockedOperations::kOverlap}) {
      CoreConfig config = test::core_config();
      config.branch_prediction = prediction;
      config.locked_operations = locked;
      const std::string typed = test::in_child([&] { return outcome_of(true, config); });
      EXPECT_GT(typed.size(), 100'000u);
      EXPECT_EQ(typed, test::in_child([&] { return outcome_of(false, config); }));
    }
  }
}

TEST(SourceProgram, AnAccessWaitsForTheLoadsThatItNames) {
  OneCore bench;
  const std::vector<Time> issued = bench.play_all({
      event(SourceEventKind::kLoad, bench.line(0)),
      event(SourceEventKind::kLoad, bench.line(1), {1}),
      event(SourceEventKind::kLoad, bench.line(2), {2}),      // the first
      event(SourceEventKind::kStore, bench.line(3), {3, 2}),  // the second arrives last
      event(SourceEventKind::kLoad, bench.line(4)),
  });
  EXPECT_EQ(issued[1], issued[0] + kDelay);
  EXPECT_EQ(issued[2], issued[0] + kDelay);
  EXPECT_EQ(issued[3], issued[1] + kDelay);
  EXPECT_LT(issued[4], issued[1]);
}

TEST(SourceProgram, ADistanceCountsLoadsAloneAndReaches255) {
  CoreConfig roomy = test::core_config();
  roomy.rob = 4096;
  roomy.load_queue = 1024;
  OneCore bench(roomy);
  std::vector<Event> events{event(SourceEventKind::kLoad, bench.line(0)),
                            event(SourceEventKind::kLoad, bench.line(1), {1})};
  for (std::uint64_t i = 0; i < 254; ++i)
    events.push_back(event(SourceEventKind::kLoad, bench.line(2)));
  for (std::uint64_t i = 0; i < 10; ++i)
    events.push_back(event(SourceEventKind::kStore, bench.line(3)));
  events.push_back(event(SourceEventKind::kLoad, bench.line(4), {255}));
  const std::vector<Time> issued = bench.play_all(events);
  EXPECT_EQ(issued.back(), issued[1] + kDelay);
}

TEST(SourceProgram, AnAccessOverTwoLinesIsOneInstructionAndThereWhenBothAre) {
  OneCore bench;
  Event load = event(SourceEventKind::kLoad, {bench.line(1).value - 4});
  Event store = event(SourceEventKind::kStore, {bench.line(3).value - 1});
  Event last_of_its_line = event(SourceEventKind::kLoad, {bench.line(5).value - 8});
  store.bytes = 2;
  const std::vector<Time> issued = bench.play_all({load, store, last_of_its_line});
  const auto& seen = bench.memory().seen;
  ASSERT_EQ(seen.size(), 5u);
  EXPECT_EQ(issued[0], issued[1]);
  EXPECT_EQ(seen[0].address.value, bench.line(1).value - 4);
  EXPECT_EQ(seen[1].address.value, bench.line(1).value + 3) << "its last byte";
  EXPECT_EQ(seen[3].address.value, bench.line(3).value);
  EXPECT_EQ(bench.core().instructions(), 3);
}

TEST(SourceProgram, TheLaterOfTwoLinesEndsAnAccess) {
  OneCore bench;
  bench.memory().watch = [&](const protocol::Access& access) {
    bench.memory().queue = access.address.value >= bench.line(1).value ? kDelay : Time(0);
  };
  const std::vector<Time> issued =
      bench.play_all({event(SourceEventKind::kLoad, {bench.line(1).value - 4}),
                      event(SourceEventKind::kLoad, bench.line(2), {1})});
  EXPECT_EQ(issued[1], issued[0]);
  EXPECT_EQ(issued[2], issued[0] + kDelay * 2);
}

TEST(SourceProgram, AWrongGuessIsOneInstructionAndAPenalty) {
  OneCore bench;
  const std::vector<Time> issued = bench.play_all({event(SourceEventKind::kLoad, bench.line(0)),
                                                   event(SourceEventKind::kMispredict, {}, {1}),
                                                   event(SourceEventKind::kLoad, bench.line(1))});
  const Time penalty(17 * 1'000'000 / 2400);
  EXPECT_GE(issued[1], issued[0] + kDelay + penalty);
  EXPECT_LE(issued[1],
            issued[0] + kDelay + penalty + Time(105 * 2));  // its issue slot and the load's
  EXPECT_EQ(bench.core().instructions(), 3);
  EXPECT_EQ(bench.statistic("mispredictions"), 1);
}

}  // namespace
}  // namespace starnuma::core::source_program_test

// SPDX-License-Identifier: Apache-2.0
#include "models/core/issue_window_function.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/core_config.h"

namespace starnuma::core {
namespace {

constexpr int kRob = 256;
constexpr int kLoadQueue = 116;
constexpr int kStoreQueue = 64;
constexpr Ticks kLongMiss = 10'000'000;

struct Window : IssueWindow {
  explicit Window(const CoreConfig& config = test::core_config())
      : IssueWindow(config, base::ClockRatio(config.frequency, config.width)),
        slot(base::ClockRatio(config.frequency, config.width).ticks_per_step()) {}

  /// Issues a load that is ready and takes `latency`; returns its completion.
  Ticks load(Ticks latency) {
    dispatch(1);
    enter_load();
    const Ticks done = now() + latency;
    load_done(When(done));
    return done;
  }
  Ticks store(Ticks latency) {
    dispatch(1);
    enter_store();
    const Ticks done = now() + latency;
    store_done(When(done));
    return done;
  }

  Ticks slot;
};

TEST(IssueWindow, FourInstructionsTakeACycle) {
  Window window;
  window.dispatch(4 * 48);
  EXPECT_EQ(window.now(), 20'000 * base::ClockRatio(base::Frequency(2'400'000'000), 4)
                                       .ticks_per_ps());  // 48 cycles of 2.4 GHz are 20 ns
  EXPECT_EQ(window.instructions(), 4 * 48);
}

TEST(IssueWindow, OneByOneIsAsFastAsAllAtOnce) {
  Window one_by_one;
  for (int i = 0; i < 1000; ++i) one_by_one.dispatch(1);
  Window at_once;
  at_once.dispatch(1000);
  EXPECT_EQ(one_by_one.now(), at_once.now());
}

TEST(IssueWindow, AMissLetsTheRestOfTheRobDispatch) {
  Window window;
  window.load(kLongMiss);
  window.dispatch(kRob - 1);
  EXPECT_EQ(window.now(), kRob * window.slot);
}

TEST(IssueWindow, OneInstructionMoreThanTheRobHoldsWaitsForTheMiss) {
  Window window;
  const Ticks done = window.load(kLongMiss);
  window.dispatch(kRob);
  EXPECT_EQ(window.now(), done);
}

TEST(IssueWindow, TheRobLimitIsTheSameInstructionByInstruction) {
  Window window;
  const Ticks done = window.load(kLongMiss);
  for (int i = 0; i < kRob - 1; ++i) window.dispatch(1);
  EXPECT_EQ(window.now(), kRob * window.slot);
  window.dispatch(1);
  EXPECT_EQ(window.now(), done);
}

TEST(IssueWindow, AfterTheMissInstructionsDispatchAtFullWidthAgain) {
  Window window;
  const Ticks done = window.load(kLongMiss);
  window.dispatch(kRob);
  window.dispatch(1000);
  EXPECT_EQ(window.now(), done + 1000 * window.slot);
}

TEST(IssueWindow, ALoadFillsTheLoadQueueThoughItIsShorterThanTheRob) {
  Window window;
  const Ticks done = window.load((kLoadQueue + 10) * window.slot);
  for (int i = 1; i < kLoadQueue; ++i) window.load(0);
  EXPECT_EQ(window.now(), kLoadQueue * window.slot);
  window.load(0);
  EXPECT_EQ(window.now(), done);
}

TEST(IssueWindow, ALoadThatIsDoneInTimeStallsNothing) {
  Window window;
  window.load((kRob - 1) * window.slot);
  window.dispatch(kRob);
  EXPECT_EQ(window.now(), (kRob + 1) * window.slot);
}

TEST(IssueWindow, IndependentMissesOverlap) {
  Window window;
  Ticks last = 0;
  for (int i = 0; i < 100; ++i) last = window.load(kLongMiss);
  EXPECT_EQ(last, 100 * window.slot + kLongMiss);
  window.dispatch(kRob);  // the last of them waits for the last miss
  EXPECT_EQ(window.now(), last);
}

TEST(IssueWindow, TheLoadQueueHoldsItsNumberOfLoads) {
  Window window;
  for (int i = 0; i < kLoadQueue; ++i) window.load(kLongMiss);
  EXPECT_EQ(window.now(), kLoadQueue * window.slot);
}

TEST(IssueWindow, OneLoadMoreThanTheLoadQueueHoldsWaitsForTheOldest) {
  Window window;
  const Ticks oldest = window.load(kLongMiss);
  for (int i = 1; i < kLoadQueue; ++i) window.load(kLongMiss);
  window.load(kLongMiss);
  EXPECT_EQ(window.now(), oldest);
}

TEST(IssueWindow, ALoadQueueOfAnySizeLimitsTheLoadsInFlight) {
  for (const int size : {1, 2, 3, 63, 127, 128}) {
    CoreConfig config = test::core_config();
    config.load_queue = size;
    Window window(config);
    const Ticks oldest = window.load(kLongMiss);
    for (int i = 1; i < size; ++i) window.load(kLongMiss);
    EXPECT_EQ(window.now(), size * window.slot) << size << " entries";
    window.load(kLongMiss);
    EXPECT_EQ(window.now(), oldest) << size << " entries";
  }
}

TEST(IssueWindow, LoadsLeaveTheQueueInOrder) {
  Window window;
  const Ticks slow = window.load(kLongMiss);
  for (int i = 1; i < kLoadQueue; ++i) window.load(0);  // done, but behind the slow one
  window.load(0);
  EXPECT_EQ(window.now(), slow);
}

TEST(IssueWindow, TheStoreQueueHoldsItsNumberOfStores) {
  Window window;
  const Ticks oldest = window.store(kLongMiss);
  for (int i = 1; i < kStoreQueue; ++i) window.store(kLongMiss);
  EXPECT_EQ(window.now(), kStoreQueue * window.slot);
  window.store(kLongMiss);
  EXPECT_EQ(window.now(), oldest);
}

TEST(IssueWindow, StoresDoNotFillTheRob) {
  Window window;
  window.store(kLongMiss);
  window.dispatch(10 * kRob);
  EXPECT_EQ(window.now(), (10 * kRob + 1) * window.slot);
}

TEST(IssueWindow, StoresLeaveTheQueueInOrderAndAfterOlderLoads) {
  Window window;
  const Ticks load = window.load(kLongMiss);
  for (int i = 0; i < kStoreQueue; ++i) window.store(0);
  EXPECT_LT(window.now(), load);
  window.store(0);
  EXPECT_EQ(window.now(), load);
}

TEST(IssueWindow, ALockedOperationWaitsForOlderLoads) {
  Window window;
  const Ticks slow = window.load(kLongMiss);
  window.load(0);
  EXPECT_EQ(window.drained(), When(slow));
}

TEST(IssueWindow, ALockedOperationWaitsForTheStoreQueue) {
  Window window;
  const Ticks slow = window.store(kLongMiss);
  window.store(0);
  EXPECT_EQ(window.drained(), When(slow));
}

TEST(IssueWindow, WithNothingInFlightALockedOperationStartsAtOnce) {
  Window window;
  window.load(1);
  window.dispatch(1000);
  EXPECT_EQ(window.drained(), When(window.now()));
}

TEST(IssueWindow, AMispredictedBranchStallsUntilItIsKnownAndForThePenalty) {
  Window window;
  const Ticks penalty = 17 * 4 * window.slot;
  const Ticks done = window.load(kLongMiss);
  window.mispredict(When(done));
  EXPECT_EQ(window.now(), done + penalty);
}

TEST(IssueWindow, AMispredictedBranchOnAnEarlyValueCostsThePenaltyOnly) {
  Window window;
  window.dispatch(1000);
  window.mispredict(When(5));
  EXPECT_EQ(window.now(), 1000 * window.slot + 17 * 4 * window.slot);
}

TEST(IssueWindow, WaitingForATimeInThePastChangesNothing) {
  Window window;
  window.dispatch(100);
  window.wait_until(When(1));
  EXPECT_EQ(window.now(), 100 * window.slot);
  window.wait_until(When(1'000'000));
  EXPECT_EQ(window.now(), 1'000'000);
}

/// Resolves the time of a token when queried.
struct Teller : TokenResolver {
  Ticks wait_for(When name) override {
    PendingTimes& times = PendingTimes::all();
    if (!times.resolved(name)) ++waits;
    for (const When one : under_way) {
      if (!times.resolved(one) && !times.resolved(name)) times.complete(one, answer);
    }
    return times.at(name);
  }
  std::vector<When> under_way;
  Ticks answer = kLongMiss;
  int waits = 0;
};

struct WindowInTime : Window {
  WindowInTime() { set_resolver(teller); }
  void load_under_way() {
    dispatch(1);
    enter_load();
    load_done(begin());
  }
  void store_under_way() {
    dispatch(1);
    enter_store();
    store_done(begin());
  }
  When begin() {
    teller.under_way.push_back(PendingTimes::all().allocate());
    return teller.under_way.back();
  }
  Teller teller;
};

TEST(IssueWindow, GoesOnBehindALoadUnderWayUntilItsRobIsFull) {
  WindowInTime window;
  window.load_under_way();
  window.dispatch(kRob - 1);
  EXPECT_EQ(window.teller.waits, 0);
  EXPECT_EQ(window.now(), kRob * window.slot);
  window.dispatch(1);
  EXPECT_EQ(window.teller.waits, 1);
  EXPECT_EQ(window.now(), kLongMiss);
}

TEST(IssueWindow, StoresUnderWayFillTheQueueAndLeaveItBehindOlderLoads) {
  WindowInTime window;
  window.load_under_way();
  for (int i = 0; i < kStoreQueue; ++i) window.store(window.slot);
  EXPECT_EQ(window.teller.waits, 0);
  window.store(window.slot);
  EXPECT_EQ(window.teller.waits, 1);  // the load's wait
  EXPECT_GE(window.now(), kLongMiss);
}

TEST(IssueWindow, IsDrainedWhenWhatIsUnderWayIsDone) {
  WindowInTime window;
  window.load_under_way();
  window.store_under_way();
  EXPECT_TRUE(window.drained().is_token());
  window.load(window.slot);
  window.wait_until(window.drained());
  EXPECT_EQ(window.now(), kLongMiss);
}

}  // namespace
}  // namespace starnuma::core

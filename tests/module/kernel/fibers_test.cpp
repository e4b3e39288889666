// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/fibers.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "models/kernel/queued_dispatcher.h"
#include "tests/support/elaborate.h"

namespace starnuma::kernel::fibers_test {
namespace {

using namespace base::literals;

TEST(Fibers, ABodyGoesOnWhereItSuspendedItself) {
  Fibers fibers;
  std::string done;
  Fiber* fiber = nullptr;
  fibers.run([&] {
    fiber = fibers.current();
    done += "a";
    fibers.suspend();
    done += "c";
  });
  done += "b";
  fibers.resume(*fiber);
  EXPECT_EQ(done, "abc");
  EXPECT_EQ(fibers.current(), nullptr);
  EXPECT_EQ(fibers.under_way(), 0U);
}

TEST(Fibers, WhatABodyThrowsComesOutOfTheCallThatItRanIn) {
  Fibers fibers;
  Fiber* fiber = nullptr;
  fibers.run([&] {
    fiber = fibers.current();
    fibers.suspend();
    throw std::runtime_error("late");
  });
  EXPECT_THROW(fibers.resume(*fiber), std::runtime_error);
  EXPECT_EQ(fibers.under_way(), 0U);
  int runs = 0;
  fibers.run([&] { ++runs; });  // on the same stack
  EXPECT_EQ(runs, 1);
}

TEST(Fibers, OneThatNeverEndsIsUnwoundWithTheRest) {
  int unwound = 0;
  struct Count {
    int& count;
    ~Count() { ++count; }
  };
  {
    Fibers fibers;
    fibers.run([&] {
      const Count here{unwound};
      fibers.suspend();
    });
    EXPECT_EQ(fibers.under_way(), 1U);
  }
  EXPECT_EQ(unwound, 1);
}

TEST(QueuedDispatcher, AFiberWaitsForItsTimeAndNotLonger) {
  QueuedDispatcher dispatcher("dispatcher");
  test::elaborate();
  base::Time went_on;
  dispatcher.run([&] {
    dispatcher.wait_until(50_ns);
    went_on = now();
  });
  test::let_pass(50_ns);  // up to 50 ns, exclusive
  EXPECT_EQ(went_on, base::Time(0));
  test::let_pass(1_ns);
  EXPECT_EQ(went_on, 50_ns);
  EXPECT_EQ(dispatcher.pending_fibers(), 0U);
}

TEST(QueuedDispatcher, SpawnedBodiesBeginInOrder) {
  QueuedDispatcher dispatcher("dispatcher");
  test::elaborate();
  std::string order;
  for (const char name : {'a', 'b', 'c'}) dispatcher.spawn([&, name] { order += name; });
  test::let_pass(1_ns);
  EXPECT_EQ(order, "abc");
}

TEST(QueuedDispatcher, WhoWaitsForTheSameThingGoesOnInOrder) {
  QueuedDispatcher dispatcher("dispatcher");
  test::elaborate();
  WaitingFibers waiting;
  std::string order;
  for (const char name : {'a', 'b', 'c'}) {
    dispatcher.spawn([&, name] {
      waiting.wait(dispatcher);
      order += name;
    });
  }
  dispatcher.spawn([&] {
    dispatcher.wait_until(10_ns);
    waiting.wake_first(dispatcher);
    dispatcher.wait_until(20_ns);
    waiting.wake(dispatcher);
  });
  test::let_pass(15_ns);
  EXPECT_EQ(order, "a");
  test::let_pass(10_ns);
  EXPECT_EQ(order, "abc");
}

TEST(QueuedDispatcher, AFiberWakesForItsOwnKeyOnly) {
  QueuedDispatcher dispatcher("dispatcher");
  test::elaborate();
  KeyedWaitingFibers<int> waiting;
  std::string order;
  base::Time time;
  const auto wait_for = [&](int key, char name) {
    dispatcher.spawn([&, key, name] {
      time = waiting.wait(dispatcher, key);
      order += name;
    });
  };
  wait_for(7, 'a');
  wait_for(8, 'b');
  wait_for(7, 'c');
  test::let_pass(5_ns);
  waiting.wake(dispatcher, 7);
  test::let_pass(5_ns);
  EXPECT_EQ(order, "ac");
  EXPECT_EQ(time, 0_ns);
  waiting.wake(dispatcher, 8, 12_ns);
  test::let_pass(5_ns);
  EXPECT_EQ(order, "acb");
  EXPECT_EQ(time, 12_ns) << "the time that wake() passes";
  EXPECT_TRUE(waiting.empty());
}

}  // namespace
}  // namespace starnuma::kernel::fibers_test

// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/execution.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/elaborate.h"

namespace starnuma::kernel::execution_test {
namespace {

using base::Time;
using namespace base::literals;

/// Immediate (false) and queued execution (true).
class Executions : public testing::TestWithParam<bool> {
 protected:
  /// Runs `body` as an access does: in the caller, or on a fiber.
  void call(std::function<void()> body) {
    if (GetParam()) return dispatcher.spawn(std::move(body));
    body();
  }

  QueuedDispatcher dispatcher{"dispatcher"};
  Dispatcher immediate;
  Execution execution{GetParam() ? static_cast<Dispatcher&>(dispatcher) : immediate};
};

INSTANTIATE_TEST_SUITE_P(, Executions, testing::Bool(), [](const auto& test) {
  return std::string(test.param ? "Queued" : "Immediate");
});

TEST_P(Executions, AWaitEndsAtItsTimeAndKernelTimePassesIfTransactionsOverlap) {
  Time reached;
  Time passed;
  call([&] {
    reached = execution.wait_until(7_ns);
    passed = now();
  });
  sc_core::sc_start();
  EXPECT_EQ(reached, 7_ns);
  EXPECT_EQ(passed, GetParam() ? 7_ns : 0_ns);
}

TEST_P(Executions, AWaitForThePastReturnsTheTimeReached) {
  std::vector<Time> reached;
  call([&] {
    execution.wait_until(7_ns);
    reached.push_back(execution.wait_until(3_ns));
    reached.push_back(execution.now(3_ns));
  });
  sc_core::sc_start();
  EXPECT_EQ(reached, std::vector<Time>(2, GetParam() ? 7_ns : 3_ns));
}

/// Two lanes of tasks of 10 ns: the fifth task ends at 30 ns, whatever the delivery.
TEST_P(Executions, LanesTakeTheTimeOfTheirTasks) {
  Time end;
  std::vector<std::uint64_t> order;
  call([&] {
    end = execution.side_by_side(5, 2, 0_ns, [&](std::uint64_t i, Time start) {
      order.push_back(i);
      return execution.wait_until(start + 10_ns);
    });
  });
  sc_core::sc_start();
  EXPECT_EQ(end, 30_ns);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST_P(Executions, ACallerWaitsOnlyIfTransactionsOverlapAndUntilTheConditionEnds) {
  WaitingFibers list;
  int blocked = 2;
  bool waited = false;
  Time end;
  call([&] {
    waited = execution.wait_while(list, [&] { return blocked > 0; });
    end = execution.now(0_ns);
  });
  call([&] {
    for (const Time time : {5_ns, 8_ns, 11_ns}) {
      execution.wait_until(time);
      --blocked;
      execution.wake(list);
    }
  });
  sc_core::sc_start();
  EXPECT_EQ(waited, GetParam());
  EXPECT_EQ(end, GetParam() ? 8_ns : 0_ns);
}

TEST_P(Executions, ACallerThatWaitsForAKeyWaitsUntilItsConditionEnds) {
  KeyedWaitingFibers<int> list;
  int blocked = 2;
  Time end;
  call([&] {
    execution.wait_while(list, 7, [&] { return blocked > 0; });
    end = execution.now(0_ns);
  });
  call([&] {
    for (const Time time : {5_ns, 8_ns, 11_ns}) {
      execution.wait_until(time);
      --blocked;
      execution.wake(list, time == 8_ns ? 6 : 7);
    }
  });
  sc_core::sc_start();
  EXPECT_EQ(end, GetParam() ? 11_ns : 0_ns);
}

TEST_P(Executions, TransactionsRemainOutstandingOnlyIfTheyOverlap) {
  EXPECT_TRUE(execution.may_remain(0));
  EXPECT_EQ(execution.may_remain(1), GetParam());
}

TEST_P(Executions, AnExclusiveResourceServesOneCallerAtATimeInOrder) {
  Exclusive resource;
  std::string order;
  for (const char caller : {'a', 'b', 'c'}) {
    call([&, caller] {
      resource.acquire(execution);
      order += caller;
      execution.wait_until(execution.now(0_ns) + 1_ns);
      order += caller;
      resource.release(execution);
    });
  }
  sc_core::sc_start();
  EXPECT_EQ(order, "aabbcc");
}

TEST_P(Executions, AnAgentWaitsForTheLastUseOfItsKey) {
  KeysInUse<int> keys;
  Time unused;
  for (const int key : {1, 1, 2}) {
    call([&, key] {
      keys.begin(execution, key);
      execution.wait_until(key * 5_ns);
      keys.end(execution, key);
    });
  }
  call([&] {
    keys.wait_until_unused(execution, 1);
    unused = execution.now(0_ns);
  });
  sc_core::sc_start();
  EXPECT_EQ(unused, GetParam() ? 5_ns : 0_ns);
}

TEST_P(Executions, ASuspendedCallerResumesOnceItIsResumed) {
  Fiber* caller = nullptr;
  std::string order;
  call([&] {
    caller = execution.caller();
    execution.suspend();
    order += "resumed";
  });
  if (GetParam()) sc_core::sc_start(1, sc_core::SC_NS);
  EXPECT_EQ(order, GetParam() ? "" : "resumed");
  execution.resume(caller);
  sc_core::sc_start();
  EXPECT_EQ(order, "resumed");
}

TEST_P(Executions, AProcessSleepsAndWakesInEitherDelivery) {
  ProcessEvent work;
  std::vector<Time> woken;
  sc_core::sc_spawn([&] {
    execution.spawn([&] {
      work.wait(execution);
      woken.push_back(now());
      execution.sleep_until(9_ns);
      woken.push_back(now());
    });
  });
  sc_core::sc_spawn([&] {
    sc_core::wait(4, sc_core::SC_NS);
    work.notify(execution);
  });
  sc_core::sc_start();
  EXPECT_EQ(woken, (std::vector<Time>{4_ns, 9_ns}));
}

}  // namespace
}  // namespace starnuma::kernel::execution_test

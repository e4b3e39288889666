// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/queued_dispatcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>

#include "models/base/random.h"
#include "models/kernel/now.h"
#include "tests/module/kernel/note.h"
#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"

namespace starnuma::kernel::queued_dispatcher_test {
namespace {

using namespace base::literals;
using base::Time;

/// Sends notes to itself and records each with its kernel time.
struct Notebook : Agent {
  explicit Notebook(QueuedDispatcher& d) : dispatcher(d) {}

  void handle(Envelope& message, Outbox& outbox) override {
    notes.emplace_back(message.open<Note>().value, now());
    if (on_note) on_note(message, outbox);
  }
  void transmit(Envelope& message) override { dispatcher.arrived(message, *this); }
  void post(Outbox& outbox, Time time, int value) {
    outbox.start(time).seal(base::AgentId{0}, base::AgentId{0}, Note{value});
  }

  QueuedDispatcher& dispatcher;
  std::vector<std::pair<int, Time>> notes;
  std::function<void(Envelope&, Outbox&)> on_note;
};

TEST(QueuedDispatcher, DeliversEachMessageAtItsOwnTime) {
  QueuedDispatcher dispatcher("dispatcher");
  Notebook notebook(dispatcher);
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    notebook.post(outbox, 30_ns, 3);
    notebook.post(outbox, 10_ns, 1);
  });
  EXPECT_TRUE(notebook.notes.empty());  // start() only sends
  sc_core::sc_start();
  EXPECT_EQ(notebook.notes, (std::vector<std::pair<int, Time>>{{1, 10_ns}, {3, 30_ns}}));
  EXPECT_TRUE(dispatcher.idle());
}

TEST(QueuedDispatcher, LetsTransactionsStartWhileOthersAreInFlight) {
  QueuedDispatcher dispatcher("dispatcher");
  Notebook notebook(dispatcher);
  test::elaborate();
  dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 100_ns, 2); });
  test::let_pass(5_ns);
  dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 50_ns, 1); });
  test::let_pass(45_ns);  // up to 50 ns, exclusive
  EXPECT_TRUE(notebook.notes.empty());
  test::let_pass(1_ns);
  EXPECT_EQ(notebook.notes.size(), 1u);
  sc_core::sc_start();
  EXPECT_EQ(notebook.notes, (std::vector<std::pair<int, Time>>{{1, 50_ns}, {2, 100_ns}}));
}

TEST(QueuedDispatcher, CallsStationsInOrderOfTimeAndThenOfAsking) {
  struct Recorder : EventTarget {
    void due(int tag, Envelope*) override { tags.push_back(tag); }
    std::vector<int> tags;
  };
  QueuedDispatcher dispatcher("dispatcher");
  Recorder recorder;
  test::elaborate();
  dispatcher.call_at(20_ns, recorder, 2);
  dispatcher.call_at(10_ns, recorder, 0);
  dispatcher.call_at(10_ns, recorder, 1);
  sc_core::sc_start();
  EXPECT_EQ(recorder.tags, (std::vector<int>{0, 1, 2}));
}

/// Records simulated time and SystemC time of the calls that it schedules every 10 ns.
struct Ticker : EventTarget {
  explicit Ticker(QueuedDispatcher& d) : dispatcher(d) { dispatcher.call_at(10_ns, *this, 0); }
  void due(int, Envelope*) override {
    calls.emplace_back(now(), systemc_time());
    if (on_call) on_call();
    dispatcher.call_at(now() + 10_ns, *this, 0);
  }
  QueuedDispatcher& dispatcher;
  std::vector<std::pair<Time, Time>> calls;
  std::function<void()> on_call;
};

using Calls = std::vector<std::pair<Time, Time>>;

TEST(QueuedDispatcher, RunsAheadOfSystemCUpToTheEndOfTheRunExclusive) {
  QueuedDispatcher dispatcher("dispatcher");
  Ticker ticker(dispatcher);
  test::elaborate();
  run_for(30_ns);
  EXPECT_EQ(ticker.calls, (Calls{{10_ns, 10_ns}, {20_ns, 10_ns}}));
  EXPECT_EQ(now(), 30_ns);
  run_for(Time(1));
  EXPECT_EQ(ticker.calls.back(), std::pair(Time(30_ns), Time(30_ns)));
}

TEST(QueuedDispatcher, FollowsSystemCOutsideOfRunFor) {
  QueuedDispatcher dispatcher("dispatcher");
  Ticker ticker(dispatcher);
  test::elaborate();
  test::let_pass(25_ns);
  EXPECT_EQ(ticker.calls, (Calls{{10_ns, 10_ns}, {20_ns, 20_ns}}));
}

/// Waits by itself, and for `called`.
struct Waiter : sc_core::sc_module {
  Waiter(const sc_core::sc_module_name& name, Time its_time) : sc_module(name), time(its_time) {
    SC_HAS_PROCESS(Waiter);
    SC_THREAD(wait_for_time);
    SC_THREAD(wait_for_call);
  }
  void wait_for_time() {
    wait_until(time);
    reached.push_back(now());
  }
  void wait_for_call() {
    sc_core::wait(called);
    reached.push_back(now());
    wait_until(now() + 5_ns);
    reached.push_back(now());
  }
  Time time;
  sc_core::sc_event called;
  std::vector<Time> reached;
};

TEST(QueuedDispatcher, DoesNotRunAheadToTheTimeOfASystemCEvent) {
  QueuedDispatcher dispatcher("dispatcher");
  Ticker ticker(dispatcher);
  Waiter waiter("waiter", 20_ns);
  test::elaborate();
  run_for(25_ns);
  EXPECT_EQ(ticker.calls, (Calls{{10_ns, 10_ns}, {20_ns, 20_ns}}));
  EXPECT_EQ(waiter.reached, std::vector<Time>{20_ns});
}

TEST(QueuedDispatcher, RunsAheadToOnePicosecondBeforeASystemCEvent) {
  QueuedDispatcher dispatcher("dispatcher");
  Ticker ticker(dispatcher);
  Waiter waiter("waiter", 20_ns + Time(1));
  test::elaborate();
  run_for(35_ns);
  EXPECT_EQ(ticker.calls, (Calls{{10_ns, 10_ns}, {20_ns, 10_ns}, {30_ns, 30_ns}}));
  EXPECT_EQ(waiter.reached, std::vector<Time>{20_ns + Time(1)});
}

TEST(QueuedDispatcher, DoesNotRunAheadOfAnEventThatACallNotifies) {
  QueuedDispatcher dispatcher("dispatcher");
  Ticker ticker(dispatcher);
  Waiter waiter("waiter", 1000_ns);
  ticker.on_call = [&] {
    if (now() == 10_ns) waiter.called.notify(delay_until(20_ns));
  };
  test::elaborate();
  run_for(25_ns);
  EXPECT_EQ(ticker.calls, (Calls{{10_ns, 10_ns}, {20_ns, 20_ns}}));
  EXPECT_EQ(waiter.reached, std::vector<Time>{20_ns});
}

TEST(QueuedDispatcher, AProcessThatACallWakesRunsAtTheTimeOfTheCall) {
  QueuedDispatcher dispatcher("dispatcher");
  Ticker ticker(dispatcher);
  Waiter waiter("waiter", 1000_ns);
  ticker.on_call = [&] {
    if (now() == 20_ns) notify_now(waiter.called);
  };
  test::elaborate();
  run_for(35_ns);
  EXPECT_EQ(waiter.reached, (std::vector<Time>{20_ns, 25_ns}));
  EXPECT_EQ(ticker.calls, (Calls{{10_ns, 10_ns}, {20_ns, 10_ns}, {30_ns, 30_ns}}));
}

/// Thread that waits for the dispatcher's time.
struct Sleeper : sc_core::sc_module {
  Sleeper(const sc_core::sc_module_name& name, QueuedDispatcher& d, std::vector<int>& its_order,
          int its_number)
      : sc_module(name), dispatcher(d), order(its_order), number(its_number) {
    SC_HAS_PROCESS(Sleeper);
    SC_THREAD(sleep);
  }
  void sleep() {
    dispatcher.wait_until(Time(number % 7 + 1));  // so that the waits below begin out of order
    dispatcher.wait_until(100_ns);
    order.push_back(number);
  }
  QueuedDispatcher& dispatcher;
  std::vector<int>& order;
  int number;
};

TEST(QueuedDispatcher, ThreadsThatWaitForTheSameTimeContinueInTheOrderInWhichTheyBegan) {
  QueuedDispatcher dispatcher("dispatcher");
  std::vector<int> order;
  std::deque<Sleeper> sleepers;
  std::vector<int> expected(20);
  std::iota(expected.begin(), expected.end(), 0);
  for (const int number : expected) {
    sleepers.emplace_back(sc_core::sc_gen_unique_name("sleeper"), dispatcher, order, number);
  }
  std::stable_sort(expected.begin(), expected.end(), [](int a, int b) { return a % 7 < b % 7; });
  test::elaborate();
  run_for(200_ns);
  EXPECT_EQ(order, expected);
}

TEST(QueuedDispatcher, StartingFromInsideAHandlerIsRefused) {
  QueuedDispatcher dispatcher("dispatcher");
  Notebook notebook(dispatcher);
  std::string said;
  notebook.on_note = [&](Envelope&, Outbox&) {
    try {
      dispatcher.execute(notebook, [](Outbox&) {});
    } catch (const std::exception& error) {
      said = error.what();
    }
  };
  dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 10_ns, 1); });
  sc_core::sc_start();
  EXPECT_NE(said.find("inside a handler"), std::string::npos);
}

TEST(QueuedDispatcher, ACallForThePastIsRefused) {
  struct Deaf : EventTarget {
    void due(int, Envelope*) override {}
  };
  QueuedDispatcher dispatcher("dispatcher");
  Deaf target;
  test::elaborate();
  test::let_pass(10_ns);
  test::expect_invariant_error([&] { dispatcher.call_at(9_ns, target, 0); },
                               {"dispatcher", "9000 ps", "10000 ps"});
}

/// Note of a line of its own.
struct LineNote : Note {
  std::uint16_t line = 0;
  std::uint16_t interleave_key() const { return line; }
};

TEST(QueuedDispatcher, MessagesOfALineKeepTheirOrderHoweverManyOthersAreOnTheirWay) {
  QueuedDispatcher dispatcher("dispatcher");
  dispatcher.keep_order_of_lines();
  Notebook notebook(dispatcher);
  const auto post = [&](Outbox& outbox, Time time, int value, std::uint16_t line) {
    LineNote note;
    note.value = value;
    note.line = line;
    outbox.start(time).seal(base::AgentId{0}, base::AgentId{0}, note);
  };
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    post(outbox, 100_ns, 1, 7);
    for (int other = 0; other < 1000; ++other) {
      post(outbox, 200_ns, 0, static_cast<std::uint16_t>(1000 + other));
    }
    post(outbox, 50_ns, 2, 7);
    post(outbox, 40_ns, 3, 8);
  });
  sc_core::sc_start();
  ASSERT_EQ(notebook.notes.size(), 1003U);
  EXPECT_EQ(notebook.notes[0], std::pair(3, Time(40_ns)));
  EXPECT_EQ(notebook.notes[1], std::pair(1, Time(100_ns)));
  EXPECT_EQ(notebook.notes[2], std::pair(2, Time(100_ns)));
}

/// Each message arrives at its own time, or with the latest of the line's messages before it.
TEST(QueuedDispatcher, MessagesOfALineArriveInTheOrderInWhichTheyWereSent) {
  constexpr int kMessages = 600;
  constexpr std::uint64_t kLines = 6;
  QueuedDispatcher dispatcher("dispatcher");
  dispatcher.keep_order_of_lines();
  Notebook notebook(dispatcher);
  test::elaborate();
  base::Random random(1);
  std::vector<Time> latest(kLines);
  std::vector<std::pair<int, Time>> expected;
  for (int number = 0; number < kMessages;) {
    dispatcher.execute(notebook, [&](Outbox& outbox) {
      for (int i = 0; i < 5; ++i, ++number) {
        LineNote note;
        note.value = number;
        note.line = static_cast<std::uint16_t>(random.below(kLines));
        const Time time = now() + Time(static_cast<std::int64_t>(random.below(200'000)));
        outbox.start(time).seal(base::AgentId{0}, base::AgentId{0}, note);
        latest[note.line] = std::max(latest[note.line], time);
        expected.emplace_back(number, latest[note.line]);
      }
    });
    test::let_pass(Time(static_cast<std::int64_t>(1 + random.below(40'000))));
  }
  sc_core::sc_start();
  auto notes = notebook.notes;
  std::sort(notes.begin(), notes.end());
  EXPECT_EQ(notes, expected);
}

TEST(QueuedDispatcher, MessagesOfALineComeToAGateInTheirOrderToo) {
  struct Door : IngressGate {
    Door(QueuedDispatcher& d, Agent& r) : dispatcher(d), receiver(r) {}
    void admit(Envelope& message) override {
      times.push_back(message.time);
      dispatcher.deliver_admitted(message, receiver);
    }
    QueuedDispatcher& dispatcher;
    Agent& receiver;
    std::vector<Time> times;
  };
  QueuedDispatcher dispatcher("dispatcher");
  dispatcher.keep_order_of_lines();
  Notebook notebook(dispatcher);
  Door door(dispatcher, notebook);
  dispatcher.install_gate(base::AgentId{0}, door);
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    notebook.post(outbox, 100_ns, 1);
    notebook.post(outbox, 50_ns, 2);
  });
  sc_core::sc_start();
  EXPECT_EQ(door.times, (std::vector<Time>{100_ns, 100_ns}));
  EXPECT_EQ(notebook.notes, (std::vector<std::pair<int, Time>>{{1, 100_ns}, {2, 100_ns}}));
}

}  // namespace
}  // namespace starnuma::kernel::queued_dispatcher_test

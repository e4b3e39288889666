// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/queued_dispatcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

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

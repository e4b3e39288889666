// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/dispatcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "models/base/random.h"
#include "tests/module/kernel/note.h"
#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"

namespace starnuma::kernel {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using base::Time;

/// Sends notes to itself without delay and records their order.
struct Notebook : Agent {
  explicit Notebook(Dispatcher& d) : dispatcher(d) {}

  void handle(Envelope& message, Outbox& outbox) override {
    order.push_back(message.open<Note>().value);
    times.push_back(message.time);
    if (on_note) on_note(message, outbox);
  }
  void transmit(Envelope& message) override { dispatcher.arrived(message, *this); }

  void post(Outbox& outbox, Time time, int value) {
    outbox.start(time).seal(base::AgentId{0}, base::AgentId{0}, Note{value});
  }
  void reply(Envelope& cause, Outbox& outbox, Time delay, int value) {
    Envelope& message = outbox.reply_to(cause);
    message.seal(base::AgentId{0}, base::AgentId{0}, Note{value});
    message.advance(LatencyKind::kSnoop, delay);
  }

  Dispatcher& dispatcher;
  std::vector<int> order;
  std::vector<Time> times;
  std::function<void(Envelope&, Outbox&)> on_note;
};

TEST(Dispatcher, DeliversInTimeOrder) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    notebook.post(outbox, 30_ns, 3);
    notebook.post(outbox, 10_ns, 1);
    notebook.post(outbox, 20_ns, 2);
  });
  EXPECT_EQ(notebook.order, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(dispatcher.delivered(), 3u);
}

TEST(Dispatcher, DeliversEqualTimesInTheOrderOfPosting) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    for (int i = 0; i < 10; ++i) notebook.post(outbox, 10_ns, i);
  });
  EXPECT_EQ(notebook.order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Dispatcher, KeepsHundredsOfMessagesInOrder) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  std::vector<std::pair<Time, int>> posted;
  base::Random random(7);
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    for (int i = 0; i < 500; ++i) {
      posted.emplace_back(Time(static_cast<std::int64_t>(random.below(200))), i);
      notebook.post(outbox, posted.back().first, i);
    }
  });
  std::sort(posted.begin(), posted.end());
  for (std::size_t i = 0; i < posted.size(); ++i) {
    ASSERT_EQ(notebook.times[i], posted[i].first) << i;
    ASSERT_EQ(notebook.order[i], posted[i].second) << i;
  }
}

TEST(Dispatcher, OrdersWhatHandlersPostAmongWhatIsWaiting) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  notebook.on_note = [&](Envelope& message, Outbox& outbox) {
    if (message.open<Note>().value != 1) return;
    notebook.reply(message, outbox, 5_ns, 2);   // before the one at 20 ns
    notebook.reply(message, outbox, 15_ns, 4);  // after it
    notebook.reply(message, outbox, 10_ns, 3);  // at the same time, but posted later than it
  };
  dispatcher.execute(notebook, [&](Outbox& outbox) {
    notebook.post(outbox, 10_ns, 1);
    notebook.post(outbox, 20_ns, 20);
  });
  EXPECT_EQ(notebook.order, (std::vector<int>{1, 2, 20, 3, 4}));
}

TEST(Dispatcher, TellsAnAgentThatHasEnlistedOfLinesWhoseMessagesMayCome) {
  struct Listener : Notebook {
    using Notebook::Notebook;
    void prefetch_line(base::LineAddress line) const override { lines.push_back(line.value); }
    mutable std::vector<std::uint64_t> lines;
  };
  constexpr base::AgentId kListener{3};
  Dispatcher dispatcher;
  Listener listener(dispatcher);
  dispatcher.prefetch_line(kListener, {7});  // not enlisted yet
  dispatcher.enlist(kListener, listener);
  dispatcher.prefetch_line(kListener, {8});
  dispatcher.prefetch_line(base::AgentId{2}, {9});
  dispatcher.prefetch_line(base::AgentId{4}, {9});
  EXPECT_EQ(listener.lines, (std::vector<std::uint64_t>{8}));
}

TEST(Dispatcher, AHandlerIsNeverReEntered) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  bool inside = false;
  notebook.on_note = [&](Envelope& message, Outbox& outbox) {
    EXPECT_FALSE(inside);
    inside = true;
    if (const int n = message.open<Note>().value; n > 0) {
      notebook.reply(message, outbox, 0_ns, n - 1);
    }
    inside = false;
  };
  dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 0_ns, 100); });
  EXPECT_EQ(notebook.order.size(), 101u);
}

TEST(Dispatcher, ExecuteReturnsWhenEverythingHasDrained) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  for (int i = 0; i < 3; ++i) {
    dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 10_ns, i); });
    EXPECT_EQ(notebook.order.size(), static_cast<std::size_t>(i + 1));
  }
}

TEST(Dispatcher, ExecutingFromInsideAHandlerIsRefused) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  notebook.on_note = [&](Envelope&, Outbox&) { dispatcher.execute(notebook, [](Outbox&) {}); };
  test::expect_invariant_error(
      [&] {
        dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 10_ns, 1); });
      },
      {"dispatcher", "inside a handler"});
}

TEST(Dispatcher, AReplyKeepsTimeLedgerAndHorizonOfItsCause) {
  test::elaborate();
  test::let_pass(7_ns);
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  bool replied = false;
  notebook.on_note = [&](Envelope& message, Outbox& outbox) {
    if (message.open<Note>().value != 1) return;
    message.advance(LatencyKind::kDirectory, 6_ns);
    const Envelope& reply = outbox.reply_to(message);
    EXPECT_EQ(reply.time, 16_ns);
    EXPECT_EQ(reply.ledger.ps, message.ledger.ps);
    EXPECT_EQ(reply.ledger.total(), 6_ns);
    EXPECT_EQ(reply.horizon, 7_ns);
    EXPECT_EQ(message.horizon, 7_ns);
    replied = true;
  };
  dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 10_ns, 1); });
  EXPECT_TRUE(replied);
}

TEST(Dispatcher, ANewMessageStartsWithAnEmptyLedgerHoweverOftenItsStorageWasUsed) {
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  notebook.on_note = [&](Envelope& message, Outbox&) {
    EXPECT_EQ(message.ledger.total(), 0_ns);
    message.advance(LatencyKind::kSnoop, 50_ns);
  };
  for (int i = 0; i < 5; ++i) {
    dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 10_ns, i); });
  }
}

TEST(Dispatcher, TransactionsOfOneRunUseTheKernelTimeOfTheirOwnStart) {
  test::elaborate();
  Dispatcher dispatcher;
  Notebook notebook(dispatcher);
  std::vector<Time> horizons;
  notebook.on_note = [&](Envelope& message, Outbox&) { horizons.push_back(message.horizon); };
  for (int i = 0; i < 3; ++i) {
    dispatcher.execute(notebook, [&](Outbox& outbox) { notebook.post(outbox, 100_ns, i); });
    test::let_pass(5_ns);
  }
  EXPECT_EQ(horizons, (std::vector<Time>{0_ns, 5_ns, 10_ns}));
}

}  // namespace
}  // namespace starnuma::kernel

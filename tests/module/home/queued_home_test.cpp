// SPDX-License-Identifier: Apache-2.0
// A home in queued delivery: each request returns its entry of the table once, whatever becomes of
// its line. Requests on more lines than there are entries would stop otherwise, or pass the limit.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/module/home/home_bench.h"

namespace starnuma::test::queued_home_test {
namespace {

using namespace base::literals;
using Uncached = protocol::uncached::Op;

constexpr int kEntries = 2;
constexpr int kLines = 20;

/// Sockets answer forwards at once: the owner copies back, and the requester unblocks the line.
class QueuedHomeParts : public sc_core::sc_module {
 public:
  explicit QueuedHomeParts(const sc_core::sc_module_name& name)
      : sc_module(name), home("home", config(), place(), dispatcher) {
    home.to_fabric.bind(fabric.from_agent[0]);
    fabric.to_agent[0].bind(home.from_fabric);
    home.mem_side[0].bind(memory.mem_side);
    fabric.answer = [](const SentMessage& sent, kernel::Envelope& envelope,
                       kernel::Outbox& outbox) {
      const base::SocketId requester = sent.message.requester;
      const auto post = [&](Op op, int from) {
        outbox.reply_to(envelope).seal(
            static_cast<base::AgentId>(from), base::AgentId{kHomeAgent},
            Message::of(op, sent.message.line, static_cast<base::SocketId>(from)));
      };
      if (sent.is(Op::kFwdS)) post(Op::kCopyBackClean, sent.to);
      if (sent.is(Op::kFwdS) || sent.is(Op::kFwdX)) post(Op::kUnblock, base::index_of(requester));
    };
  }
  static home::HomeConfig config() {
    home::HomeConfig config{kDirectory};
    config.queued = home::HomeQueues{1_ps, kEntries};
    return config;
  }
  home::HomePlace place() {
    home::HomePlace place{kHome, kAgents, 1, base::Bytes(256), 128, &words, 0, kAddLatency};
    place.queued = true;
    return place;
  }
  /// Sends a message on each of some lines at once, and expects as many answers.
  template <class MessageOp>
  void to_all(MessageOp op, int socket, std::uint64_t first = 0) {
    start_ = start_ + 100'000_ns;
    for (std::uint64_t n = 0; n < kLines; ++n) {
      Message message = Message::of(op, base::LineAddress::of(kHome, first + n),
                                    static_cast<base::SocketId>(socket));
      message.entry = 5;
      message.count = 9;
      fabric.send(start_, socket, kHomeAgent, message);
    }
    sc_core::sc_start();
    EXPECT_EQ(home.ingress()->load(), 0);
  }
  template <class MessageOp>
  long answers(MessageOp op) const {
    return std::count_if(fabric.sent.begin(), fabric.sent.end(), [&](const SentMessage& sent) {
      if constexpr (std::is_same_v<MessageOp, Uncached>) {
        return sent.message.protocol == Message::Class::kUncached && sent.message.uncached == op;
      } else {
        return sent.is(op);
      }
    });
  }

  MockWords words;
  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  home::SocketHome home;
  MockFabric fabric{"fabric", 1, dispatcher};
  MockMemory memory{"memory", kMemory};

 private:
  base::Time start_;
};

/// QueuedHomeParts after elaboration.
class QueuedHome : public QueuedHomeParts {
 public:
  QueuedHome() : QueuedHomeParts("bench") { sc_core::sc_start(sc_core::SC_ZERO_TIME); }
};

TEST(QueuedHome, EntriesReturnOnceWhateverTheRequest) {
  QueuedHome bench;
  bench.to_all(Op::kGetX, 1);
  EXPECT_EQ(bench.answers(Op::kDataE), kLines);
  bench.to_all(Op::kGetX, 3);  // each is forwarded to the owner
  EXPECT_EQ(bench.answers(Op::kFwdX), kLines);
  bench.to_all(Op::kGetS, 0);
  EXPECT_EQ(bench.answers(Op::kFwdS), kLines);
  bench.to_all(Op::kGetS, 1);  // from memory
  EXPECT_EQ(bench.answers(Op::kDataS), kLines);
  constexpr std::uint64_t kOther = 64;
  bench.to_all(Op::kGetX, 2, kOther);
  bench.to_all(Op::kPutM, 2, kOther);
  EXPECT_EQ(bench.answers(Op::kPutAck), kLines);
  bench.to_all(Op::kGetX, 1, kOther);
  EXPECT_EQ(bench.answers(Op::kDataE), kLines);
}

TEST(QueuedHome, EntriesOfUncachedRequestsReturnToo) {
  QueuedHome bench;
  bench.to_all(Uncached::kAdd, 1);
  EXPECT_EQ(bench.answers(Uncached::kDone), kLines);
  bench.to_all(Uncached::kRead, 0);
  EXPECT_EQ(bench.answers(Uncached::kData), kLines);
  bench.to_all(Uncached::kWrite, 0);
  EXPECT_EQ(bench.answers(Uncached::kDone), kLines);
}

/// Two requests are served at a time, each for a look-up and a read.
TEST(QueuedHome, HasAsManyRequestsAtATimeAsEntries) {
  QueuedHome bench;
  bench.to_all(Op::kGetX, 1);
  std::vector<base::Time> times;
  for (const SentMessage& sent : bench.fabric.sent) times.push_back(sent.time - 100'000_ns);
  std::sort(times.begin(), times.end());
  ASSERT_EQ(times.size(), static_cast<std::size_t>(kLines));
  for (int n = 0; n < kLines; ++n) {
    const base::Time round = (kDirectory + kMemory) * (n / kEntries + 1);
    EXPECT_GE(times[static_cast<std::size_t>(n)], round) << n;
    EXPECT_LE(times[static_cast<std::size_t>(n)], round + 1_ns) << n;  // intervals of look-ups
  }
}

}  // namespace
}  // namespace starnuma::test::queued_home_test

// SPDX-License-Identifier: Apache-2.0
// Look-ups in a logical pool's maps, message by message.
#include <gtest/gtest.h>

#include <optional>

#include "models/translation/coarse_lookup.h"
#include "models/translation/fine_lookup.h"
#include "tests/support/message_bench.h"

namespace starnuma::translation {
namespace {

using namespace base::literals;
using protocol::Message;
using Op = protocol::coherence::Op;

constexpr int kServers = 3;
constexpr std::uint64_t kWindow = 1024;  // lines
constexpr base::AgentMap kAgents{kServers, 0, 0};

base::LineAddress line_of(int server, std::uint64_t line) {
  return base::LineAddress::of(static_cast<base::NodeId>(server), line);
}

/// Receiver of the messages at one end.
class End : public sc_core::sc_module {
 public:
  explicit End(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void arrive(kernel::Envelope& envelope) { last = envelope; }

 public:
  kernel::Target<&End::arrive> in{"in", *this};
  kernel::Initiator<kernel::Envelope> out{"out"};
  std::optional<kernel::Envelope> last;

  kernel::Envelope take() {
    const kernel::Envelope taken = last.value();
    last.reset();
    return taken;
  }
  Message message() const { return last.value().open<Message>(); }
};

/// A server with both look-ups, and ends on all four sides.
class Server : public sc_core::sc_module {
 public:
  Server(const sc_core::sc_module_name& name, int number, paging::PooledMemory& pool)
      : sc_module(name),
        coarse("coarse", place(number, 2_ns), pool),
        fine("fine", place(number, 3_ns), pool) {
    to_memory.bind(memory.mem_side);
    agent.out.bind(coarse.from_agent);
    coarse.to_agent.bind(agent.in);
    coarse.to_fabric.bind(fabric_of_agent.in);
    fabric_of_agent.out.bind(coarse.from_fabric);
    home.out.bind(fine.from_home);
    fine.to_home.bind(home.in);
    fine.to_fabric.bind(fabric_of_home.in);
    fabric_of_home.out.bind(fine.from_fabric);
  }

  MapLocation place(int number, base::Time latency) {
    return {number, kAgents, latency,
            MapMemory({&to_memory}, timing::Interleave(1, base::Bytes(base::kLineBytes)), kWindow)};
  }

  test::MockMemory memory{"memory", 80_ns};
  MapMemory::Channel to_memory{"to_memory"};
  CoarseLookup coarse;
  FineLookup fine;
  End agent{"agent"};
  End home{"home"};
  End fabric_of_agent{"fabric_of_agent"};
  End fabric_of_home{"fabric_of_home"};
};

/// Server 1 has a region of two pages, from frame 4 of its memory, the start of its part.
class Pool {
 public:
  static constexpr std::uint64_t kFirst = 4 * base::kLinesPerPage;

  Pool() : memory({{{4, 4}, {4, 4}, {4, 4}}, 2, 1, 1, kWindow}, {{1, 4, 2, true}}) {
    for (int s = 0; s < kServers; ++s) {
      servers.push_back(
          std::make_unique<Server>(("server" + std::to_string(s)).c_str(), s, memory));
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  Server& at(int server) { return *servers[static_cast<std::size_t>(server)]; }
  /// Returns a request of a socket as it leaves for the fabric.
  kernel::Envelope request(int from, base::LineAddress line, Op op = Op::kGetS) {
    kernel::Envelope envelope{};
    envelope.seal(kAgents.caching_agent(static_cast<base::SocketId>(from)),
                  kAgents.home_of(line.node()),
                  Message::of(op, line, static_cast<base::SocketId>(from)));
    at(from).agent.out.send(envelope);
    return at(from).fabric_of_agent.take();
  }
  void move(int to) {
    ASSERT_TRUE(memory.maps().begin_move(0, to));
    while (memory.move_next(0)) {
    }
  }
  void tell_all() {
    memory.maps().end_move(0);
    for (int s = 0; s < kServers; ++s) memory.maps().notify(0, s);
  }

  paging::PooledMemory memory;
  std::vector<std::unique_ptr<Server>> servers;
};

double statistic(const accounting::StatSource& box, const std::string& name) {
  std::vector<accounting::Stat> all;
  accounting::StatWriter writer(all);
  box.report(writer);
  for (const accounting::Stat& stat : all) {
    if (stat.path == name) return stat.value;
  }
  return -1;
}

int home_in(const kernel::Envelope& envelope) {
  return base::index_of(envelope.destination) - kServers;
}

/// Uses one elaboration, because a machine can be built only once per process.
TEST(MapLookUps, FindLinesAndFindOutOldMaps) {
  Pool pool;
  const base::LineAddress line = line_of(1, Pool::kFirst + 70);

  // Both entries are first read from memory: 2 + 80 ns, 3 + 80 ns; then the buffers have them.
  for (const auto& [coarse, both] : {std::pair{82_ns, 165_ns}, std::pair{2_ns, 5_ns}}) {
    kernel::Envelope sent = pool.request(0, line);
    EXPECT_EQ(home_in(sent), 1);
    EXPECT_EQ(sent.time, coarse);
    EXPECT_EQ(sent.ledger.ps[static_cast<std::size_t>(accounting::LatencyKind::kWalk)],
              coarse.ps());
    pool.at(1).fabric_of_home.out.send(sent);
    EXPECT_EQ(pool.at(1).home.message().line, line);
    EXPECT_EQ(pool.at(1).home.take().time, both);
  }
  EXPECT_EQ(pool.at(0).memory.reads, 1);
  EXPECT_EQ(pool.at(1).memory.reads, 1);

  // Addresses outside of the pool pass unchanged.
  const base::LineAddress own = line_of(1, 7);
  EXPECT_EQ(pool.request(0, own).time, 0_ns);

  // The region moves to server 2, and server 0 is not notified: its request is forwarded.
  kernel::Envelope early = pool.request(0, line);
  const kernel::Envelope under_way = early;
  pool.move(2);
  pool.memory.settle(pool.memory.page_of(line), 500_ns);
  pool.at(1).fabric_of_home.out.send(early);
  EXPECT_FALSE(pool.at(1).home.last);
  early = pool.at(1).fabric_of_home.take();
  EXPECT_EQ(home_in(early), 2);
  kernel::Envelope again = early;
  pool.at(2).fabric_of_home.out.send(early);
  const base::LineAddress there = line_of(2, Pool::kFirst + 70);
  EXPECT_EQ(pool.at(2).home.message().line, there);
  EXPECT_EQ(pool.at(2).home.message().requester, base::SocketId{0});
  EXPECT_EQ(pool.at(2).home.take().time, 500_ns);  // it waits for its page
  base::Time waits = 500_ns - (again.time + 83_ns);
  EXPECT_DOUBLE_EQ(statistic(pool.at(2).fine, "waits"), 1);
  EXPECT_DOUBLE_EQ(statistic(pool.at(2).fine, "wait_time"), waits.ns());
  // The buffer has the entry now: the look-up ends one picosecond early, and on time.
  for (const base::Time early_by : {1_ps, 0_ps}) {
    kernel::Envelope next = again;
    next.time = 500_ns - 3_ns - early_by;
    pool.at(2).fabric_of_home.out.send(next);
    EXPECT_EQ(pool.at(2).home.take().time, 500_ns);
    waits += early_by;
    EXPECT_DOUBLE_EQ(statistic(pool.at(2).fine, "waits"), 2);
    EXPECT_DOUBLE_EQ(statistic(pool.at(2).fine, "wait_time"), waits.ns());
  }

  // All agents except the home use the line's pool address.
  kernel::Envelope answer{};
  answer.seal(kAgents.home_of(base::NodeId{2}), kAgents.caching_agent(base::SocketId{0}),
              Message::of(Op::kDataE, there, base::SocketId{0}));
  pool.at(2).home.out.send(answer);
  EXPECT_EQ(pool.at(2).fabric_of_home.message().line, line);
  EXPECT_EQ(pool.memory.home_of(line), base::NodeId{2});

  // All servers are notified, and the message that was in flight finds that its map is stale.
  pool.tell_all();
  EXPECT_FALSE(pool.memory.maps().moving(0));
  kernel::Envelope late = under_way;
  pool.at(1).fabric_of_home.out.send(late);
  EXPECT_FALSE(pool.at(1).home.last);
  late = pool.at(1).fabric_of_home.take();
  EXPECT_EQ(late.destination, kAgents.caching_agent(base::SocketId{0}));
  pool.at(0).fabric_of_agent.out.send(late);
  EXPECT_FALSE(pool.at(0).agent.last);  // the agent never sees it
  late = pool.at(0).fabric_of_agent.take();
  EXPECT_EQ(home_in(late), 2);
  pool.at(2).fabric_of_home.out.send(late);
  EXPECT_EQ(pool.at(2).home.message().line, there);

  // The server's message reaches the agent unchanged, and responses to a home need no map.
  pool.at(0).fabric_of_agent.out.send(answer);
  EXPECT_TRUE(pool.at(0).agent.last);
  const kernel::Envelope unblock = pool.request(0, line, Op::kUnblock);
  EXPECT_EQ(home_in(unblock), 2);
  EXPECT_EQ(unblock.time, 0_ns);
}

}  // namespace
}  // namespace starnuma::translation

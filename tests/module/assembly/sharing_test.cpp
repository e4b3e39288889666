// SPDX-License-Identifier: Apache-2.0
// Lines shared by sockets: reads create copies, and a write invalidates them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/machine_bench.h"

namespace starnuma::test::sharing_test {
namespace {

using namespace base::literals;

constexpr base::Time kTurn = 20'000_ns;

/// Returns the socket of a thread that is its socket's first, else -1.
int first_core_of(const MachineBench& bench, const core::Thread& thread) {
  return thread.index() % bench.cores() == 0 ? thread.index() / bench.cores() : -1;
}

/// Three sockets read a line, one of them or a fourth writes it, the readers read again.
class ReadersAndWriter {
 public:
  ReadersAndWriter(base::NodeId home, int writer)
      : bench(machine("starnuma16")),
        line(bench.allocate(8, base::Touch::on_node(home))),
        writer_(writer) {}

  static constexpr int kReaders[] = {1, 6, 11};

  void run() {
    bench.run([this](core::Thread& thread) {
      const int socket = first_core_of(bench, thread);
      const auto* reader = std::find(std::begin(kReaders), std::end(kReaders), socket);
      const auto turn = reader - std::begin(kReaders);
      if (reader != std::end(kReaders)) {
        idle_until(thread, kTurn * (1 + turn));
        first.push_back(thread.load(line, 0).value);
      }
      if (socket == writer_) {
        idle_until(thread, kTurn * 5);
        thread.store(line, 0, std::uint64_t{42});
      }
      if (reader != std::end(kReaders)) {
        idle_until(thread, kTurn * (6 + turn));
        second.push_back(thread.load(line, 0).value);
      }
    });
  }

  /// Expects that the write invalidates every copy, so that each reader except the writer misses
  /// again.
  void expect_copies_gone(int misses_of_writer) const {
    EXPECT_EQ(first, (std::vector<std::uint64_t>{0, 0, 0}));
    EXPECT_EQ(second, (std::vector<std::uint64_t>{42, 42, 42}));
    for (int reader : kReaders) {
      const auto misses = bench.misses_on(line, 0);
      const auto count = std::count_if(misses.begin(), misses.end(), [&](const SeenMiss& miss) {
        return miss.requester == reader;
      });
      EXPECT_EQ(count, reader == writer_ ? misses_of_writer : 2) << "socket " << reader;
    }
  }

  MachineBench bench;
  base::SimArray<std::uint64_t> line;
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;

 private:
  int writer_;
};

TEST(SharedLine, OfASocketLosesAllCopiesToAFourthSocketsWrite) {
  ReadersAndWriter test(base::NodeId{3}, 14);
  test.run();
  test.expect_copies_gone(1);
  EXPECT_EQ(test.bench.socket_stat(3, "home.invalidations"), 3);
  EXPECT_EQ(test.bench.misses_on(test.line, 0).size(), 3u + 1 + 3);
}

TEST(SharedLine, OfASocketLosesAllOtherCopiesToOneReadersWrite) {
  ReadersAndWriter test(base::NodeId{3}, 6);
  test.run();
  test.expect_copies_gone(1);
  EXPECT_EQ(test.bench.socket_stat(3, "home.invalidations"), 2);
  EXPECT_EQ(test.bench.socket_stat(6, "caching_agent.upgrades"), 1);
}

TEST(SharedLine, OfThePoolLosesAllCopiesToAFourthSocketsWrite) {
  ReadersAndWriter test(base::NodeId{16}, 14);
  test.run();
  test.expect_copies_gone(1);
  for (int reader : ReadersAndWriter::kReaders) {
    EXPECT_GE(test.bench.socket_stat(reader, "caching_agent.back_invalidations"), 1);
  }
}

TEST(SharedLine, OfThePoolLosesAllOtherCopiesToOneReadersWrite) {
  ReadersAndWriter test(base::NodeId{16}, 6);
  test.run();
  // A dirty owner writes back and keeps no copy when the first reader arrives (CXL), so it misses
  // too.
  test.expect_copies_gone(2);
  EXPECT_EQ(test.bench.socket_stat(6, "caching_agent.upgrades"), 1);
}

/// All sockets read a line; then socket `writer` writes it with a timed locked add.
class SharedByAll {
 public:
  SharedByAll(base::NodeId home, int writer)
      // The links are so fast that sixteen simultaneous responses do not wait.
      : bench(without_refresh(
            machine("starnuma16", {"upi.bandwidth=8000 GB/s", "numalink.bandwidth=8000 GB/s",
                                   "pool.link.bandwidth=8000 GB/s"}))),
        line(bench.allocate(8, base::Touch::on_node(home))),
        writer_(writer) {}

  void run() {
    bench.run([this](core::Thread& thread) {
      const int socket = first_core_of(bench, thread);
      if (socket < 0) return;
      idle_until(thread, kTurn * (1 + socket));
      thread.load(line, 0);
      if (socket != writer_) return;
      idle_until(thread, kTurn * 20);
      const base::Time begin = kernel_time();
      thread.fetch_add(line, 0, std::uint64_t{1});
      thread.synchronise();
      took = kernel_time() - begin;
    });
  }

  /// Returns the one-way time between a socket and a home.
  base::Time wire(int socket, int node) const {
    return bench.wiring().topology.path_latency(
        bench.wiring().sockets[static_cast<std::size_t>(socket)],
        bench.wiring().node_of(static_cast<base::NodeId>(node)));
  }
  /// Returns the time of look-ups and of the path to and from the fabric.
  base::Time socket_part() const {
    const auto& socket = bench.config().socket[0];
    const base::ClockRatio clock(socket.core.frequency);
    return clock.time_of(socket.private_caches.l1_latency.value +
                         socket.private_caches.l2_latency.value +
                         socket.shared_cache.llc_latency.value) +
           socket.shared_cache.fabric_latency * 2;
  }
  base::Time snoop() const { return bench.config().socket[0].shared_cache.snoop_latency; }

  MachineBench bench;
  base::SimArray<std::uint64_t> line;
  base::Time took;

 private:
  int writer_;
};

TEST(LineSharedByAll, OfASocketIsWrittenWhenFifteenAcknowledgementsAreThere) {
  SharedByAll test(base::NodeId{2}, 9);
  test.run();
  EXPECT_EQ(test.line.data[0], 1u);
  EXPECT_EQ(test.bench.socket_stat(2, "home.invalidations"), 15);
  for (int s = 0; s < 16; ++s) {
    if (s != 9) {
      EXPECT_GE(test.bench.socket_stat(s, "caching_agent.snoops"), 1) << s;
    }
  }
  base::Time slowest;
  for (int s = 0; s < 16; ++s) {
    if (s != 9) slowest = std::max(slowest, test.wire(2, s) + test.snoop() + test.wire(s, 9));
  }
  const base::Time expected = test.socket_part() + test.wire(9, 2) + slowest;
  EXPECT_GE(test.took, expected);
  EXPECT_LE(test.took, expected + 1_ns);
}

TEST(LineSharedByAll, OfThePoolIsWrittenWhenFifteenHostsHaveAnswered) {
  SharedByAll test(base::NodeId{16}, 9);
  test.run();
  EXPECT_EQ(test.line.data[0], 1u);
  // One for the second reader, which found an owner.
  EXPECT_EQ(test.bench.stat("pool.device.back_invalidations"), 1 + 15);
  const auto& device = test.bench.config().pool[0].device;
  const base::Time out = device.fabric_latency + test.wire(9, 16);
  const base::Time in = out + device.directory_latency;
  const base::Time expected = test.socket_part() + in + out + test.snoop() + in + out;
  EXPECT_GE(test.took, expected);
  EXPECT_LE(test.took, expected + 1_ns);
}

}  // namespace
}  // namespace starnuma::test::sharing_test

// SPDX-License-Identifier: Apache-2.0
// Cores of one socket share lines through their LLC, and a writer invalidates its neighbour.
#include <gtest/gtest.h>

#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

using namespace base::literals;

constexpr base::Time kTurn = 20'000_ns;

/// Two cores of socket 0 share a line of socket 1.
class Neighbours {
 public:
  Neighbours() : bench(machine("starnuma16")), line(bench.allocate(16, on_socket_1())) {}

  /// Runs `first` on thread 0, then `second` on thread 1, `third` on thread 0 and `fourth` on
  /// thread 1.
  void run(std::function<void(core::Thread&)> first, std::function<void(core::Thread&)> second,
           std::function<void(core::Thread&)> third, std::function<void(core::Thread&)> fourth) {
    bench.run([&](core::Thread& thread) {
      if (thread.index() > 1) return;
      thread.load(line, 8);  // another line of the page, for the translation
      idle_until(thread, kTurn * (1 + thread.index()));
      (thread.index() == 0 ? first : second)(thread);
      idle_until(thread, kTurn * (3 + thread.index()));
      (thread.index() == 0 ? third : fourth)(thread);
    });
  }
  double caches(int core, const std::string& stat) const {
    return bench.socket_stat(0, "private_caches" + std::to_string(core) + "." + stat);
  }

  MachineBench bench;
  base::SimArray<std::uint64_t> line;

 private:
  static base::Touch on_socket_1() { return base::Touch::on_node(base::NodeId{1}); }
};

TEST(Neighbours, ShareALineThroughTheirLlcWithOneMissOfTheSocket) {
  Neighbours test;
  const auto load = [&](core::Thread& thread) { thread.load(test.line, 0); };
  test.run(load, load, load, load);
  EXPECT_EQ(test.bench.misses_on(test.line, 0).size(), 1u);
  EXPECT_EQ(test.caches(0, "l1_hits"), 1);
  EXPECT_EQ(test.caches(1, "l1_hits"), 1);
  EXPECT_EQ(test.bench.socket_stat(1, "home.forwards"), 0);
}

TEST(Neighbours, LoseTheirCopyToAWriterBesideThem) {
  Neighbours test;
  base::Time took;
  std::uint64_t value = 0;
  const auto load = [&](core::Thread& thread) { thread.load(test.line, 0); };
  const auto store = [&](core::Thread& thread) { thread.store(test.line, 0, std::uint64_t{5}); };
  const auto timed_load = [&](core::Thread& thread) {
    const base::Time begin = kernel_time();
    value = thread.fetch_add(test.line, 0, std::uint64_t{0});
    thread.synchronise();
    took = kernel_time() - begin;
  };
  test.run(load, load, store, timed_load);
  EXPECT_EQ(value, 5u);
  // The socket owns the line throughout: one miss, no upgrade at the home, no message.
  EXPECT_EQ(test.bench.misses_on(test.line, 0).size(), 1u);
  EXPECT_EQ(test.bench.socket_stat(0, "caching_agent.upgrades"), 0);
  EXPECT_EQ(test.caches(0, "upgrades"), 1);
  EXPECT_EQ(test.caches(1, "l1_hits"), 0);
  // L1, L2, LLC and the snoop of the neighbour: 4 + 14 + 30 + 18 cycles of 2.4 GHz.
  EXPECT_NEAR(took.ns(), 66 / 2.4, 0.3);
}

}  // namespace
}  // namespace starnuma::test

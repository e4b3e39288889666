// SPDX-License-Identifier: Apache-2.0
// Two equal runs give bit-identical statistics; the quantum changes times, not values.
#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "models/base/random.h"
#include "tests/support/child_process.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

struct Outcome {
  std::string stats;
  std::string values;
};

/// Runs all cores with atomics on random words and loads of random lines; returns values and
/// statistics.
std::string mixed_run(const std::string& quantum) {
  MachineBench bench(machine("starnuma16", {"simulation.quantum=" + quantum}, 10));
  const auto shared = bench.allocate(64, base::Touch::on_node(bench.pool()));
  const auto data = bench.allocate(1 << 16, base::Touch::dealt());
  bench.run([&](core::Thread& thread) {
    base::Random random(7 + static_cast<std::uint64_t>(thread.index()));
    for (int i = 0; i < 300; ++i) {
      const auto loaded = thread.load(data, random.below(data.size));
      thread.branch(0, random.below(2) == 0, loaded.ready);
      thread.fetch_add(shared, random.below(shared.size), std::uint64_t{1});
      if (i == 150) thread.barrier();
    }
  });
  std::ostringstream text;
  for (std::uint64_t value : shared) text << value << ' ';
  text << '\n';
  for (const accounting::Stat& stat : bench.stats) {
    char number[40];
    std::snprintf(number, sizeof number, "%a", stat.value);
    text << stat.path << ' ' << number << '\n';
  }
  return text.str();
}

Outcome outcome(const std::string& quantum) {
  const std::string text = in_child([&] { return mixed_run(quantum); });
  const auto end = text.find('\n');
  return {text.substr(end), text.substr(0, end)};
}

TEST(Determinism, TwoProcessesGiveTheSameStatistics) {
  const Outcome first = outcome("200 ns");
  const Outcome second = outcome("200 ns");
  EXPECT_GT(first.stats.size(), 10'000u);
  EXPECT_EQ(first.stats, second.stats);
  EXPECT_EQ(first.values, second.values);
}

TEST(Determinism, AnotherQuantumChangesTimingButNoValue) {
  const Outcome coarse = outcome("200 ns");
  const Outcome fine = outcome("10 ns");
  EXPECT_NE(coarse.stats, fine.stats);
  EXPECT_EQ(coarse.values, fine.values);
}

}  // namespace
}  // namespace starnuma::test

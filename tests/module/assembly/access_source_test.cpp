// SPDX-License-Identifier: Apache-2.0
// On a whole machine, a played source and the typed program of the same events give equal runs.
#include <gtest/gtest.h>

#include <cstdio>

#include "platforms/assembly/machine/bare_machine.h"
#include "tests/support/child_process.h"
#include "tests/support/event_stream.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

std::string statistics_of(bool typed) {
  MachineBench bench(machine("starnuma16", {}, 10));
  const auto words = bench.allocate(1 << 14, base::Touch::dealt());
  bench.run([&](core::Thread& thread) {
    const auto events = random_events(words, 300, 5 + static_cast<std::uint64_t>(thread.index()));
    if (typed) return run_typed(events, words, thread);
    ListSource source(events);
    play(source, thread);
  });
  std::string text = std::to_string(kernel_time().ps()) + "\n";
  for (const accounting::Stat& stat : bench.stats) {
    char number[40];
    std::snprintf(number, sizeof number, " %a\n", stat.value);
    text += stat.path + number;
  }
  return text;
}

TEST(AccessSource, GivesEveryStatisticOfTheTypedProgram) {
  const std::string typed = in_child([] { return statistics_of(true); });
  EXPECT_GT(typed.size(), 10'000u);
  EXPECT_EQ(typed, in_child([] { return statistics_of(false); }));
}

/// Returns events of socket 5: it chases lines of one page per node, each load dependent on the
/// previous one. Translations are loaded before the window.
std::vector<Event> chase(int nodes) {
  const auto page = [](int node) { return static_cast<std::uint64_t>(node) * base::kPageBytes; };
  std::vector<Event> events;
  for (int n = 0; n < nodes; ++n) events.push_back(event(SourceEventKind::kLoad, {page(n)}));
  events.push_back(event(SourceEventKind::kBarrier));
  events.push_back(event(SourceEventKind::kBeginMeasurement));
  for (int n = 0; n < nodes; ++n) {
    events.push_back(event(SourceEventKind::kLoad, {page(n) + 8 * base::kLineBytes}, {1}));
  }
  return events;
}

struct LastMisses : kernel::MissObserver {
  void on_miss(const kernel::Miss& miss) override { latencies.push_back(miss.latency); }
  std::vector<base::Time> latencies;
};

TEST(AccessSource, DrivesABareMachineWithItsCores) {
  const assembly::MachineConfig config =
      without_refresh(machine("starnuma16", {"placement.policy=first_touch"}, 28));
  std::vector<base::NodeId> homes;
  for (int n = 0; n < config.nodes(); ++n) homes.push_back(static_cast<base::NodeId>(n));
  std::vector<std::unique_ptr<core::AccessSource>> sources;
  sources.push_back(
      std::make_unique<ListSource>(std::vector<Event>{event(SourceEventKind::kBarrier)}));
  sources.resize(5 * static_cast<std::size_t>(config.cores_per_socket()));
  sources.push_back(std::make_unique<ListSource>(chase(config.nodes())));
  LastMisses misses;

  assembly::BareMachine bare("machine", config, homes, std::move(sources));
  bare.machine().add_observer(misses);
  EXPECT_EQ(bare.run_to_end(), std::vector<std::string>{});
  EXPECT_TRUE(bare.machine().finished());
  EXPECT_EQ(bare.machine().instructions(), config.nodes()) << "instructions of the window";
  const analysis::Unloaded unloaded(config);
  const std::size_t before = misses.latencies.size() - homes.size();
  for (std::size_t n = 0; n < homes.size(); ++n) {
    EXPECT_EQ(misses.latencies[before + n], unloaded.access(base::SocketId{5}, homes[n])) << n;
  }
}

TEST(AccessSource, IsNamedWhereItWaitsForAPostThatNobodyMakes) {
  std::vector<std::unique_ptr<core::AccessSource>> sources(1);
  Event await = event(SourceEventKind::kAwait);
  await.order = 1;
  sources.push_back(std::make_unique<ListSource>(std::vector<Event>{await}));
  assembly::BareMachine bare("machine", machine("starnuma16", {"placement.policy=first_touch"}),
                             {base::NodeId{0}}, std::move(sources));
  const std::vector<std::string> waiting = bare.run_to_end();
  ASSERT_EQ(waiting.size(), 1u);
  EXPECT_EQ(waiting[0].substr(0, 33), "machine.socket0.core1 still waits");
}

}  // namespace
}  // namespace starnuma::test

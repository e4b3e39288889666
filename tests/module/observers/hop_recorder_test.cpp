// SPDX-License-Identifier: Apache-2.0
// Hops compared with the components' own counts: each message of each transaction once per
// component.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "platforms/wave/wave_writer.h"
#include "tests/module/observers/recorded_machine.h"
#include "tests/support/fst_reader.h"
#include "tests/support/scratch_file.h"

namespace starnuma::test {
namespace {

using observers::Hop;
using observers::HopClass;
using observers::HopKind;

TEST(HopRecorder, EveryBoxHasAsManyHopsAsItCountsMessages) {
  const RecordedMachine run;
  const MachineBench& bench = run.bench;
  std::int64_t links = 0;
  for (const accounting::Stat& stat : bench.stats) {
    for (const std::string way : {"forward", "backward"}) {
      const std::string end = "." + way + ".messages";
      if (stat.path.size() < end.size()) continue;
      const std::size_t at = stat.path.size() - end.size();
      if (stat.path.compare(at, end.size(), end) != 0) continue;
      const std::string object = stat.path.substr(8, at - 8);  // without "machine."
      EXPECT_EQ(run.hops_on(object, way), static_cast<std::int64_t>(stat.value)) << stat.path;
      links += static_cast<std::int64_t>(stat.value);
    }
  }
  EXPECT_GT(links, 1000);
  for (int h = 0; h < bench.sockets(); ++h) {
    const std::string head = "pool.head" + std::to_string(h);
    EXPECT_EQ(run.hops_on(head, "ingress"), bench.stat(head + ".received"));
    EXPECT_EQ(run.hops_on(head, "egress"), bench.stat(head + ".sent"));
    const std::string channel = "socket" + std::to_string(h) + ".memory0";
    EXPECT_EQ(run.hops_on(channel, ""),
              bench.stat(channel + ".reads") + bench.stat(channel + ".writes"));
  }
}

TEST(HopRecorder, EveryMissIsAnAccessOfItsCoreWithItsTimesAndWait) {
  run::Recording wanted;
  wanted.selection.misses = true;
  const RecordedMachine run(wanted);
  std::map<std::uint64_t, const Hop*> accesses;
  for (const Hop& hop : run.log.hops) {
    if (hop.kind != HopKind::kAccess) continue;
    EXPECT_TRUE(accesses.emplace(hop.transaction, &hop).second) << hop.transaction;
  }
  EXPECT_EQ(run.log.misses.size(), run.bench.misses.size());
  for (const observers::MissRecord& miss : run.log.misses) {
    const auto found = accesses.find(miss.transaction);
    ASSERT_NE(found, accesses.end()) << miss.transaction;
    const Hop& hop = *found->second;
    EXPECT_EQ(hop.begin, miss.issued);
    EXPECT_EQ(hop.end, miss.done);
    EXPECT_EQ(hop.wait, miss.ledger.queue());
    EXPECT_EQ(hop.line, miss.line);
    EXPECT_EQ(hop.hop_class, observers::hop_class(miss.access_class));
  }
}

TEST(HopRecorder, AMessagesHopsFollowOneAnotherWithoutGapOrOverlap) {
  const RecordedMachine run;
  std::map<std::uint64_t, std::vector<const Hop*>> passes;
  std::map<std::uint64_t, std::vector<const Hop*>> messages;
  for (const Hop& hop : run.log.hops) {
    if (hop.kind == HopKind::kPass) passes[hop.transaction].push_back(&hop);
    if (hop.kind == HopKind::kMessage) messages[hop.transaction].push_back(&hop);
  }
  for (const auto& [transaction, sent] : messages) {
    base::Time on_the_way;
    base::Time in_boxes;
    base::Time waited;
    base::Time waited_in_boxes;
    for (const Hop* message : sent) {
      on_the_way += message->end - message->begin;
      waited += message->wait;
    }
    for (const Hop* pass : passes[transaction]) {
      in_boxes += pass->end - pass->begin;
      waited_in_boxes += pass->wait;
    }
    EXPECT_EQ(in_boxes, on_the_way) << transaction;
    EXPECT_EQ(waited_in_boxes, waited) << transaction;
  }
  EXPECT_GT(messages.size(), 1000u);
}

TEST(HopRecorder, EveryLevelOfAPageWalkIsAHopUpToItsLeafWithoutGap) {
  const RecordedMachine run;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<const Hop*>> walks;
  std::map<std::string, std::int64_t> reads;
  for (const Hop& hop : run.log.hops) {
    if (hop.kind != HopKind::kWalk) continue;
    walks[{hop.track, hop.address.page()}].push_back(&hop);
    ++reads[run.log.tracks[hop.track].object];
  }
  std::int64_t missed = 0;
  for (const auto& [page, levels] : walks) {
    for (const Hop* level : levels) {
      missed += level->transaction != 0;
      if (level->name == std::string("walk_level_1")) continue;
      // Walks of one page may overlap, because accesses do.
      EXPECT_TRUE(std::any_of(levels.begin(), levels.end(), [&](const Hop* next) {
        return next->begin == level->end && next->name[11] + 1 == level->name[11];
      }));
    }
  }
  EXPECT_GT(missed, 10);
  for (const auto& [core, count] : reads) {
    std::string mmu = core.substr(8);  // without "machine."
    mmu.replace(mmu.find("core"), 4, "mmu");
    EXPECT_EQ(count, run.bench.stat(mmu + ".walk_reads")) << core;
  }
  EXPECT_EQ(reads.size(), static_cast<std::size_t>(run.bench.sockets() * 4));
}

TEST(HopRecorder, ASpanOfWalksRecordsThemBesideTheSelectedTransactions) {
  run::Recording wanted;
  wanted.selection.transactions = {~std::uint64_t{0}};
  wanted.selection.walks = {{base::Time(0), base::Time(1'000'000)}};
  const RecordedMachine run(wanted);
  std::map<HopKind, int> kinds;
  for (const Hop& hop : run.log.hops) {
    ++kinds[hop.kind];
    EXPECT_TRUE(hop.hop_class == HopClass::kWalk || hop.kind == HopKind::kMemory);
    if (hop.kind == HopKind::kWalk) {
      EXPECT_LE(hop.begin, base::Time(1'000'000));
    }
  }
  EXPECT_GT(kinds[HopKind::kWalk], 10);
  EXPECT_GT(kinds[HopKind::kMessage], 10);
}

TEST(HopRecorder, AScopeOfOneCoreKeepsItsAccessesAndWalksOnly) {
  run::Recording one_core;
  one_core.selection.object = [](const std::string& object) {
    return object == "machine.socket3.core1";
  };
  const RecordedMachine run(one_core);
  ASSERT_EQ(run.log.tracks.size(), 2u);
  EXPECT_GT(run.log.hops.size(), 50u);
  for (const Hop& hop : run.log.hops) {
    EXPECT_TRUE(hop.kind == HopKind::kAccess || hop.kind == HopKind::kWalk);
  }
}

TEST(HopRecorder, AWindowKeepsExactlyTheHopsThatTouchIt) {
  const base::Time from(3'000'000);
  const base::Time to(4'000'000);
  run::Recording wanted;
  wanted.selection.from = from;
  wanted.selection.to = to;
  const RecordedMachine run(wanted);
  EXPECT_GT(run.log.hops.size(), 100u);
  for (const Hop& hop : run.log.hops) {
    EXPECT_GE(hop.end, from);
    EXPECT_LE(hop.begin, to);
  }
}

TEST(HopRecorder, TheWrittenFileHoldsEachHopOnceUnderItsTransaction) {
  const RecordedMachine run;
  const auto file = test::scratch_file("machine.fst");
  const wave::Layout layout = wave::lay_out(run.log);
  EXPECT_EQ(wave::write_fst(run.log, layout, file).error, 0);
  const FstContents waves(file);
  std::size_t hops = 0;
  for (const wave::Lane& lane : layout.lanes) {
    std::vector<std::uint64_t> expected;
    for (const std::uint32_t h : lane.hops) {
      // Two adjacent hops of one transaction are one value in a waveform. A level of a page walk
      // that a cache serves has no transaction.
      const Hop& hop = run.log.hops[h];
      if (hop.transaction == 0) continue;
      const bool goes_on = !expected.empty() && expected.back() == hop.transaction;
      if (!goes_on) expected.push_back(hop.transaction);
    }
    auto read = waves.numbers(lane.scope + "." + lane.name + "_id");
    read.erase(std::unique(read.begin(), read.end()), read.end());
    EXPECT_EQ(read, expected) << lane.scope << "." << lane.name;
    hops += lane.hops.size();
  }
  EXPECT_EQ(hops, run.log.hops.size());
}

}  // namespace
}  // namespace starnuma::test

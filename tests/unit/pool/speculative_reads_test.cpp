// SPDX-License-Identifier: Apache-2.0
#include "models/pool/speculative_reads.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "models/base/random.h"

namespace starnuma::pool {
namespace {

using base::Time;

SpeculativeReads::Read read_of(std::uint64_t line, Time issued = Time(10)) {
  return {line, base::LineAddress{line}, issued, issued + Time(50), Time(50), 0};
}

std::map<std::string, double> statistics(const SpeculativeReads& reads) {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  reads.report(writer);
  std::map<std::string, double> values;
  for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
  return values;
}

TEST(SpeculativeReads, AreTakenOnceAndNotBeforeTheirRead) {
  SpeculativeReads reads(2);
  EXPECT_FALSE(reads.receive(1));
  reads.add(read_of(1));
  EXPECT_FALSE(reads.take(1, Time(9)));
  EXPECT_FALSE(reads.take(2, Time(10)));
  EXPECT_EQ(reads.take(1, Time(10))->done, Time(60));
  EXPECT_FALSE(reads.take(1, Time(10)));
}

TEST(SpeculativeReads, AFullBufferReplacesItsOldestRead) {
  SpeculativeReads reads(2);
  for (const std::uint64_t line : {1, 2, 3}) reads.add(read_of(line));
  EXPECT_FALSE(reads.take(1, Time(10)));
  EXPECT_TRUE(reads.take(2, Time(10)));
  EXPECT_TRUE(reads.take(3, Time(10)));
}

TEST(SpeculativeReads, AWrittenLineIsNotTaken) {
  SpeculativeReads reads(4);
  for (const std::uint64_t line : {1, 2, 3}) reads.add(read_of(line));
  reads.invalidate(2);
  EXPECT_FALSE(reads.take(2, Time(10)));
  EXPECT_TRUE(reads.take(1, Time(10)));
  reads.invalidate_all();
  EXPECT_TRUE(reads.empty());
}

TEST(SpeculativeReads, AReadFromBeforeAWriteIsNotAdded) {
  SpeculativeReads reads(4);
  reads.write(1, Time(20), Time(5));
  reads.add(read_of(1, Time(19)));
  EXPECT_FALSE(reads.take(1, Time(30)));
  reads.add(read_of(2, Time(19)));
  EXPECT_TRUE(reads.take(2, Time(30)));
  reads.add(read_of(1, Time(20)));
  EXPECT_TRUE(reads.take(1, Time(30)));
}

TEST(SpeculativeReads, WithoutAnyNothingIsReported) {
  EXPECT_TRUE(statistics(SpeculativeReads(4)).empty());
}

TEST(SpeculativeReads, EachIsCountedOnceAlsoOverTwoMeasurements) {
  base::Random random(3);
  SpeculativeReads reads(4);
  for (const bool second : {false, true}) {
    for (int i = 0; i < 500; ++i) {
      const std::uint64_t line = random.below(12);
      switch (random.below(4)) {
        case 0:
          reads.take(line, Time(10));
          break;
        case 1:
          reads.invalidate(line);
          break;
        default:
          if (reads.receive(line)) break;
          random.below(3) == 0 ? reads.drop() : reads.add(read_of(line));
      }
    }
    auto of = statistics(reads);
    const auto count = [&](const std::string& name) { return of.at("speculative_reads" + name); };
    EXPECT_EQ(count("") + count(".held_before"), count(".used") + count(".dropped") +
                                                     count(".repeated") + count(".replaced") +
                                                     count(".invalidated") + count(".held"));
    EXPECT_EQ(count(".held_before") > 0, second);
    for (const char* name : {".used", ".dropped", ".repeated", ".replaced", ".invalidated"}) {
      EXPECT_GT(count(name), 0) << name;
    }
    reads.reset_statistics();
  }
}

}  // namespace
}  // namespace starnuma::pool

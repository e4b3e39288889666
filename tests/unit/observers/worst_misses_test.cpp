// SPDX-License-Identifier: Apache-2.0
#include "models/observers/worst_misses.h"
#include "tests/support/kinds.h"

#include <gtest/gtest.h>

namespace starnuma::observers {
namespace {

using base::Time;

void miss(WorstMisses& worst, std::int64_t latency, std::uint64_t transaction) {
  accounting::Ledger ledger;
  ledger.add(accounting::wire_of(test::kUpi), Time(latency));
  worst.on_miss({{}, {}, {}, {}, Time(1'000'000), Time(latency), ledger, {}, {}, transaction});
}

std::vector<std::uint64_t> transactions(const WorstMisses& worst) {
  std::vector<std::uint64_t> found;
  for (const MissRecord& record : worst.sorted()) found.push_back(record.transaction);
  return found;
}

TEST(WorstMisses, KeepsTheSlowestInOrder) {
  WorstMisses worst(3);
  const std::int64_t latencies[] = {50, 10, 90, 70, 20, 80};
  for (std::uint64_t t = 0; t < 6; ++t) miss(worst, latencies[t], t);
  EXPECT_EQ(transactions(worst), (std::vector<std::uint64_t>{2, 5, 3}));
  EXPECT_EQ(worst.sorted()[0].issued, Time(1'000'000 - 90));
  EXPECT_EQ(worst.sorted()[0].done, Time(1'000'000));
}

TEST(WorstMisses, KeepsTheEarlierOfEqualLatencies) {
  WorstMisses worst(2);
  for (std::uint64_t t = 1; t <= 4; ++t) miss(worst, 30, t);
  EXPECT_EQ(transactions(worst), (std::vector<std::uint64_t>{1, 2}));
  miss(worst, 40, 5);
  EXPECT_EQ(transactions(worst), (std::vector<std::uint64_t>{5, 1}));
}

TEST(WorstMisses, AResetDiscardsEarlierMisses) {
  WorstMisses worst(1);
  miss(worst, 900, 1);
  worst.reset();
  miss(worst, 5, 2);
  EXPECT_EQ(transactions(worst), std::vector<std::uint64_t>{2});
}

}  // namespace
}  // namespace starnuma::observers

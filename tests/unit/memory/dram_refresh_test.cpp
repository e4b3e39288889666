// SPDX-License-Identifier: Apache-2.0
// Refreshes of one unit against a list of them. Times have few values, so that accesses begin and
// end exactly with refreshes.
#include "models/timing/dram_refresh.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/random.h"

namespace starnuma::timing::dram_refresh_test {
namespace {

using base::Time;

struct Reference {
  Time first_due;
  Time interval;
  Time length;

  Time begin(std::int64_t number) const { return first_due + interval * number; }
  Time end(std::int64_t number) const { return begin(number) + length; }
  /// Number of the first refresh that ends after `at`.
  std::int64_t next(Time at) const {
    std::int64_t number = 0;
    while (end(number) <= at) ++number;
    return number;
  }
  Time free_from(Time first, Time closed) const {
    const std::int64_t number = next(first);
    return closed > begin(number) ? end(number) : first;
  }
  Time delay(Time from, Time until) const {
    const std::int64_t number = next(from);
    return until > begin(number) ? end(number) - std::max(from, begin(number)) : Time(0);
  }
};

TEST(DramRefreshUnit, AgreesWithAListOfRefreshesInAnyOrderOfCalls) {
  base::Random random(8);
  for (int round = 0; round < 50; ++round) {
    const auto below = [&](std::uint64_t bound) {
      return Time(static_cast<std::int64_t>(random.below(bound)));
    };
    const Time length = below(6) + Time(1);
    const Reference reference{below(20), length + below(15) + Time(1), length};
    DramRefresh unit(reference.first_due, reference.interval, reference.length);
    for (int call = 0; call < 400; ++call) {
      const Time from = below(200);
      const Time until = from + below(12);
      ASSERT_EQ(unit.free_from(from, until), reference.free_from(from, until)) << from.ps();
      ASSERT_EQ(unit.delay(from, until), reference.delay(from, until)) << from.ps();
      ASSERT_EQ(unit.ended_by(from), reference.next(from)) << from.ps();
      if (reference.next(from) > 0) {
        ASSERT_EQ(unit.last_end(from), reference.end(reference.next(from) - 1)) << from.ps();
      }
    }
  }
}

TEST(DramRefreshUnit, WithoutRefreshesNothingIsDelayed) {
  DramRefresh unit;
  EXPECT_EQ(unit.free_from(Time(5), Time(1'000'000)), Time(5));
  EXPECT_EQ(unit.delay(Time(5), Time(1'000'000)), Time(0));
  EXPECT_EQ(unit.ended_by(Time(1'000'000)), 0);
}

}  // namespace
}  // namespace starnuma::timing::dram_refresh_test

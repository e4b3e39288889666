// SPDX-License-Identifier: Apache-2.0
#include "models/cache/evictions.h"

#include <gtest/gtest.h>

namespace starnuma::test {
namespace {

using namespace base::literals;
using base::LineAddress;

TEST(PendingPuts, ARequestLeavesNoEarlierThanThePutsOfItsLine) {
  cache::PendingPuts puts;
  puts.schedule(LineAddress{1}, 30_ns, 10_ns);
  puts.schedule(LineAddress{1}, 40_ns, 10_ns);
  puts.schedule(LineAddress{2}, 50_ns, 10_ns);
  EXPECT_EQ(puts.request_time(LineAddress{1}, 20_ns), 40_ns);
  EXPECT_EQ(puts.request_time(LineAddress{1}, 45_ns), 45_ns);
  EXPECT_EQ(puts.request_time(LineAddress{3}, 20_ns), 20_ns);
}

TEST(PendingPuts, APutThatHasLeftDelaysNoRequest) {
  cache::PendingPuts puts;
  puts.schedule(LineAddress{1}, 30_ns, 10_ns);
  puts.schedule(LineAddress{2}, 30_ns, 30_ns);
  EXPECT_EQ(puts.request_time(LineAddress{1}, 20_ns), 20_ns);
  EXPECT_EQ(puts.request_time(LineAddress{2}, 20_ns), 20_ns);
}

}  // namespace
}  // namespace starnuma::test

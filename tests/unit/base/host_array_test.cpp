// SPDX-License-Identifier: Apache-2.0
#include "models/base/host_array.h"

#include <gtest/gtest.h>

#include <utility>

namespace starnuma::base {
namespace {

TEST(HostArray, StartsAsZeros) {
  HostArray<std::uint32_t> array(3'000'000);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 3'000'000; ++i) sum += array[i];
  EXPECT_EQ(sum, 0u);
}

TEST(HostArray, KeepsWhatIsWrittenFromTheFirstToTheLastElement) {
  HostArray<std::uint32_t> array(5000);
  array[0] = 1;
  array[4999] = 2;
  EXPECT_EQ(array[0], 1u);
  EXPECT_EQ(array.data()[4999], 2u);
}

TEST(HostArray, OfNothingHasNoMemory) { EXPECT_EQ(HostArray<int>(0).data(), nullptr); }

TEST(HostArray, MovesWithItsContents) {
  HostArray<int> array(10);
  array[3] = 42;
  HostArray<int> moved = std::move(array);
  EXPECT_EQ(moved[3], 42);
}

}  // namespace
}  // namespace starnuma::base

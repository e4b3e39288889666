// SPDX-License-Identifier: Apache-2.0
#include "models/base/sparse_array.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "models/base/ids.h"
#include "models/base/random.h"

namespace starnuma::base {
namespace {

struct Pages {
  std::uint64_t reserved = 0;
  std::uint64_t resident = 0;
};

Pages pages_of_process() {
  Pages pages;
  std::ifstream("/proc/self/statm") >> pages.reserved >> pages.resident;
  return pages;
}

struct Entry {
  std::uint64_t first;
  std::uint64_t second;
};

TEST(SparseArray, StartsAsZerosAndKeepsWhatIsWritten) {
  SparseArray<std::uint32_t> array(3'000'001);
  EXPECT_EQ(array.find(3'000'000), nullptr);
  EXPECT_EQ(array[3'000'000], 0U);
  array[0] = 1;
  array[3'000'000] = 2;
  EXPECT_EQ(*array.find(0), 1U);
  EXPECT_EQ(*array.find(3'000'000), 2U);
  EXPECT_EQ(array.find(1'500'000), nullptr);
}

TEST(SparseArray, ElementsBeyondTheEndAreRefused) {
  SparseArray<std::uint32_t> array(7);
  EXPECT_EQ(array[6], 0U);
  EXPECT_THROW(array[7], InvariantError);
  EXPECT_THROW(array[std::uint64_t{1} << 60], InvariantError);
  EXPECT_EQ(array.find(7), nullptr);
  EXPECT_THROW(SparseArray<int>(0)[0], InvariantError);
}

TEST(SparseArray, ADirectoryOf64TiBTakesMemoryForTouchedLinesAlone) {
  constexpr std::uint64_t kLines = static_cast<std::uint64_t>(LineAddress::kMostNodeBytes) /
                                   kLineBytes * LineAddress::kMostRanges;
  constexpr std::uint64_t kTouched = 16;
  const Pages before = pages_of_process();
  SparseArray<Entry> directory(kLines);
  for (std::uint64_t i = 0; i < kTouched; ++i) directory[kLines / kTouched * i].second = i + 1;
  directory[kLines - 1].first = 7;
  const Pages after = pages_of_process();
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  // Expects at most a huge page per touched line, and tables.
  EXPECT_LT((after.resident - before.resident) * page_bytes, std::uint64_t{64} << 20);
  EXPECT_LT((after.reserved - before.reserved) * page_bytes, std::uint64_t{256} << 20);
  for (std::uint64_t i = 0; i < kTouched; ++i) {
    EXPECT_EQ(directory.find(kLines / kTouched * i)->second, i + 1);
  }
  EXPECT_EQ(directory.find(kLines - 1)->first, 7U);
}

TEST(SparseArray, RandomElementsDoNotMeet) {
  constexpr std::uint64_t kSeed = 3;
  SCOPED_TRACE(kSeed);
  constexpr std::uint64_t kSize = 5'000'003;
  SparseArray<Entry> array(kSize);
  Random random(kSeed);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t at = random.below(kSize);
    array[at].first = at;
    array[at].second = ~at;
  }
  for (std::uint64_t at = 0; at < kSize; ++at) {
    const Entry* entry = array.find(at);
    if (entry == nullptr || entry->second == 0) continue;
    ASSERT_EQ(entry->first, at);
    ASSERT_EQ(entry->second, ~at);
  }
}

}  // namespace
}  // namespace starnuma::base

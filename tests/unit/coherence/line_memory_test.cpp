// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/line_memory.h"

#include <gtest/gtest.h>

namespace starnuma::coherence_bench {
namespace {

constexpr Data kOld{1};
constexpr Data kNew{2};

template <class Act>
void expect_broken(Check check, Act&& act) {
  try {
    act();
    FAIL() << "no violation";
  } catch (const Broken& broken) {
    EXPECT_EQ(broken.check, check) << broken.what;
  }
}

TEST(LineMemory, GrantedDataWereReadInTheTransaction) {
  LineMemory line;
  line.memory = line.latest = kNew;
  expect_broken(Check::kMemoryRead, [&] { line.granted(false); });
  line.fetch();
  EXPECT_EQ(line.granted(false), kNew);
  line.reset();
  expect_broken(Check::kMemoryRead, [&] { line.granted(false); });
}

TEST(LineMemory, DataThatWereFetchedBeforeAWriteBackAreOld) {
  LineMemory line;
  line.fetch();
  line.latest = kNew;
  line.write_back(kNew);
  expect_broken(Check::kLatestData, [&] { line.granted(false); });
  EXPECT_EQ(line.granted(true), kNew);
}

TEST(LineMemory, ACurrentReadReceivesTheDataAtTheAnswerOfTheOwner) {
  LineMemory line;
  line.memory = kOld;
  line.latest = kNew;
  line.fetch();
  EXPECT_EQ(line.granted(false, &kOld), kOld);
  expect_broken(Check::kLatestData, [&] { line.granted(false, &kNew); });
}

TEST(LineMemory, OldDataAreNotWritten) {
  LineMemory line;
  line.latest = kNew;
  expect_broken(Check::kLatestData, [&] { line.write_back(kOld); });
}

TEST(LineMemory, ALineIsReleasedOnceAfterItsSnoops) {
  LineMemory line;
  expect_broken(Check::kRelease, [&] { line.release(false, true); });
  expect_broken(Check::kRelease, [&] { line.release(true, false); });
  line.release(true, true);
  expect_broken(Check::kRelease, [&] { line.release(true, true); });
  line.reset();
  line.release(true, true);
}

}  // namespace
}  // namespace starnuma::coherence_bench

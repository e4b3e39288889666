// SPDX-License-Identifier: Apache-2.0
// Words that may follow those of a call, according to the usage lines of commands.
#include "platforms/app/commands/usage.h"

#include <gtest/gtest.h>

namespace starnuma::app {
namespace {

using Words = std::vector<std::string>;

TEST(Usage, WordsFollowInTheirOrderAndOptionalOnesMayBeLeftOut) {
  const Usage usage("MACHINE [WORKLOAD]");
  EXPECT_EQ(usage.after({}), Words{"MACHINE"});
  EXPECT_EQ(usage.after({"x"}), Words{"WORKLOAD"});
  EXPECT_EQ(usage.after({"x", "y"}), Words{});
}

TEST(Usage, WhatRepeatsMayGoOnOrEnd) {
  const Usage usage("MACHINE MACHINE [MACHINE...] WORKLOAD");
  EXPECT_EQ(usage.after({"a"}), Words{"MACHINE"});
  EXPECT_EQ(usage.after({"a", "b"}), (Words{"MACHINE", "WORKLOAD"}));
  EXPECT_EQ(usage.after({"a", "b", "c", "d"}), (Words{"MACHINE", "WORKLOAD"}));
  EXPECT_EQ(Usage("FILE_OR_FOLDER...").after({}), Words{"FILE_OR_FOLDER"});
  EXPECT_EQ(Usage("FILE_OR_FOLDER...").after({"a"}), Words{"FILE_OR_FOLDER"});
}

TEST(Usage, AWordStandsForItselfAndLeadsToItsOwnOnes) {
  const Usage usage("[speed|pool [storm|mix]]");
  EXPECT_EQ(usage.after({}), (Words{"speed", "pool"}));
  EXPECT_EQ(usage.after({"pool"}), (Words{"storm", "mix"}));
  EXPECT_EQ(usage.after({"speed"}), Words{});
  EXPECT_EQ(usage.after({"other"}), Words{});
}

TEST(Usage, TheNameOfAValueSaysWhatItBeginsWith) {
  EXPECT_EQ(Usage("FILE[:CORES]").after({}), Words{"FILE"});
  EXPECT_EQ(Usage("POLICY[,POLICY...]").after({}), Words{"POLICY"});
  EXPECT_EQ(Usage("").after({}), Words{});
}

}  // namespace
}  // namespace starnuma::app

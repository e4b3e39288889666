// SPDX-License-Identifier: Apache-2.0
// Shell completions come from the commands, so that a new command or option is included.
#include "platforms/app/commands/completion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace starnuma::app {
namespace {

/// Fixture that locates the files of machines, figures, plans and traces.
class Completion : public ::testing::Test {
 protected:
  Completion() { setenv("STARNUMA_HOME", STARNUMA_SOURCE, 1); }
};

using Words = std::vector<std::string>;

Words texts(const Words& typed) {
  Words all;
  for (const Candidate& word : candidates(typed).words) all.push_back(word.text);
  return all;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST_F(Completion, OffersEveryCommandAndEachOfItsOptions) {
  for (const Command& command : commands()) {
    EXPECT_TRUE(has(texts({""}), command.name));
    const auto options = options_of(command);
    for (const auto& option : options.options()) {
      EXPECT_TRUE(has(texts({command.name, "--"}), "--" + option->long_name())) << command.name;
    }
  }
}

TEST_F(Completion, TheValueOfEveryOptionHasAName) {
  for (const Command& command : commands()) {
    const auto options = options_of(command);
    for (const auto& option : options.options()) {
      EXPECT_NE(value_name(*option), "arg") << command.name << " --" << option->long_name();
    }
  }
}

TEST_F(Completion, WorkloadsGoOnWithTheirOptionsAndThoseWithTheirValues) {
  EXPECT_EQ(texts({"bakeoff", "bf"}), (Words{"bfs", "bfs:"}));
  EXPECT_TRUE(has(texts({"bakeoff", "bfs:"}), "bfs:trials="));
  EXPECT_EQ(texts({"bakeoff", "bfs:scale=9,tr"}), Words{"bfs:scale=9,trials="});
  EXPECT_FALSE(has(texts({"bakeoff", "bfs:scale=9,"}), "bfs:scale=9,scale="));
  EXPECT_EQ(texts({"bakeoff", "bfs:schedule=d"}), Words{"bfs:schedule=dynamic"});
}

TEST_F(Completion, KeysOfTheMachineAreOfferedAStepAtATime) {
  EXPECT_TRUE(has(texts({"run", "--set", "so"}), "socket."));
  EXPECT_TRUE(has(texts({"run", "--set", "socket.co"}), "socket.core."));
  EXPECT_TRUE(has(texts({"run", "--set", "socket.co"}), "socket.cores="));
  EXPECT_EQ(texts({"run", "--set=placement.policy=perfect_knowledge_"}),
            Words{"--set=placement.policy=perfect_knowledge_top"});
  EXPECT_EQ(texts({"run", "--set", "socket.cores=4"}), Words{});
}

TEST_F(Completion, FiguresAndPlansHaveNames) {
  EXPECT_EQ(texts({"figures", "fig8a", "table"}), (Words{"table3", "table4"}));
  EXPECT_EQ(texts({"plan", "pool_"}), (Words{"pool_heads", "pool_latency", "pool_storm"}));
  EXPECT_TRUE(candidates({"plan", "mine"}).files);
}

TEST_F(Completion, PoliciesFollowOneAnother) {
  EXPECT_EQ(texts({"bakeoff", "bfs", "--policies", "starnuma_t0,starnuma_t1"}),
            Words{"starnuma_t0,starnuma_t16"});
}

TEST_F(Completion, TheValueOfAnOptionIsNoArgument) {
  EXPECT_EQ(texts({"bench", "--messages", "1000", "po"}), Words{"pool"});
  EXPECT_TRUE(candidates({"run", "x", "-o", ""}).files);
  EXPECT_TRUE(candidates({"check", "a", ""}).files);
}

TEST_F(Completion, WhatIsNoCommandIsFollowedByNothing) {
  EXPECT_EQ(texts({"nothing", ""}), Words{});
  EXPECT_EQ(texts({"test", ""}), Words{});
  EXPECT_EQ(texts({}), Words{});
}

}  // namespace
}  // namespace starnuma::app

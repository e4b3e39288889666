// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/core_list.h"

#include <gtest/gtest.h>

#include "models/base/check.h"

namespace starnuma::app {
namespace {

constexpr int kSockets = 16;
constexpr int kCores = 4;

std::string again(const std::string& text) {
  return names_of(cores_named(text, kSockets, kCores), kCores);
}

TEST(CoreList, NamesWholeSocketsAndTheirCores) {
  EXPECT_EQ(cores_named("socket1", kSockets, kCores),
            (std::vector<base::CoreId>{base::CoreId{4}, base::CoreId{5}, base::CoreId{6},
                                       base::CoreId{7}}));
  EXPECT_EQ(cores_named("socket2-3.core1", kSockets, kCores),
            (std::vector<base::CoreId>{base::CoreId{9}, base::CoreId{13}}));
}

TEST(CoreList, TheShortestTextNamesTheSameCores) {
  for (const char* text :
       {"socket0-15", "socket3", "socket4.core0-1", "socket0-3,socket8", "socket2-3.core1",
        "socket0.core0,socket0.core2", "socket0,socket1.core3", "socket0-1.core3"}) {
    EXPECT_EQ(again(text), text);
  }
  EXPECT_EQ(again("socket1,socket0"), "socket0-1");
  EXPECT_EQ(again("socket0.core0-2,socket0.core3"), "socket0");
  EXPECT_EQ(again("socket0-0"), "socket0");
}

TEST(CoreList, WhatIsNoListOrIsNotThereIsRefused) {
  for (const char* text : {"", "socket", "socket-1", "socket3-1", "socket01", "core1", "socket1.",
                           "socket1.cores", "socket1,", ",socket1", "socket1 socket2", "socket16",
                           "socket0.core4", "socket0-1,socket1", "socket99999999999"}) {
    EXPECT_THROW(cores_named(text, kSockets, kCores), base::InputError) << text;
  }
}

}  // namespace
}  // namespace starnuma::app

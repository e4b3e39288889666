// SPDX-License-Identifier: Apache-2.0
#include "models/core/halts.h"

#include <gtest/gtest.h>

#include <string>

namespace starnuma::core {
namespace {

/// A thread that rests or works; 'h' is the halt's callback, 's' the thread's settling.
struct HaltsTest : testing::Test {
  void request() {
    halts.request([this] { order += 'h'; });
  }
  static void run(std::function<void()> thread, std::function<void()> other) {
    sc_core::sc_spawn(std::move(thread));
    sc_core::sc_spawn(std::move(other));
    sc_core::sc_start();
  }

  Halts halts;
  std::string order;
};

TEST_F(HaltsTest, AWorkingThreadSettlesAndWaitsForTheEnd) {
  run(
      [this] {
        sc_core::wait(5, sc_core::SC_NS);
        EXPECT_TRUE(halts.pending());
        halts.wait([this] { order += 's'; });
        EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(9, sc_core::SC_NS));
        EXPECT_FALSE(halts.pending());
      },
      [this] {
        request();
        EXPECT_EQ(order, "");
        sc_core::wait(9, sc_core::SC_NS);
        halts.end();
      });
  EXPECT_EQ(order, "sh");
}

TEST_F(HaltsTest, ARestingThreadIsHaltedAtOnce) {
  sc_core::sc_event released("released");
  run(
      [&] {
        halts.rest_until(released);
        EXPECT_TRUE(halts.pending());
        halts.wait([this] { order += 's'; });
        EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(9, sc_core::SC_NS));
      },
      [&] {
        sc_core::wait(1, sc_core::SC_NS);
        request();
        EXPECT_EQ(order, "h");
        released.notify();
        sc_core::wait(8, sc_core::SC_NS);
        halts.end();
      });
  EXPECT_EQ(order, "h");
}

TEST_F(HaltsTest, ARestTakesARequestedHalt) {
  request();
  EXPECT_EQ(order, "");
  halts.rest();
  EXPECT_EQ(order, "h");
  halts.end();
  halts.end_rest();
  request();
  EXPECT_EQ(order, "h") << "the thread works again";
}

}  // namespace
}  // namespace starnuma::core

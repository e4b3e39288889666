// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/envelope.h"
#include "tests/support/kinds.h"

#include <gtest/gtest.h>

namespace starnuma::kernel {
namespace {

using namespace base::literals;

struct Letter {
  std::uint64_t text = 0;
  bool heavy = false;
  bool carries_data() const { return heavy; }
  accounting::Traffic traffic() const {
    return heavy ? accounting::Traffic::kWriteback : accounting::Traffic::kWalk;
  }
  std::uint16_t interleave_key() const { return 7; }
};

TEST(Envelope, WhatIsSealedIsOpenedUnchanged) {
  Envelope envelope;
  envelope.seal(base::AgentId{3}, base::AgentId{30}, Letter{0x1234'5678'9ABC'DEF0, true});
  EXPECT_EQ(envelope.open<Letter>().text, 0x1234'5678'9ABC'DEF0u);
  EXPECT_TRUE(envelope.open<Letter>().heavy);
  EXPECT_EQ(envelope.source, base::AgentId{3});
  EXPECT_EQ(envelope.destination, base::AgentId{30});
}

TEST(Envelope, SizeAndTrafficAreWrittenOnTheOutside) {
  Envelope envelope;
  envelope.seal(base::AgentId{0}, base::AgentId{1}, Letter{1, true});
  EXPECT_TRUE(envelope.carries_data);
  EXPECT_EQ(envelope.traffic, accounting::Traffic::kWriteback);
  envelope.seal(base::AgentId{0}, base::AgentId{1}, Letter{1, false});
  EXPECT_FALSE(envelope.carries_data);
  EXPECT_EQ(envelope.traffic, accounting::Traffic::kWalk);
}

TEST(Envelope, TimeAndLedgerAdvanceTogether) {
  Envelope envelope;
  envelope.time = 100_ns;
  envelope.advance(accounting::queue_of(test::kUpi), 7_ns);
  envelope.advance(accounting::wire_of(test::kUpi), 25_ns);
  EXPECT_EQ(envelope.time, 132_ns);
  EXPECT_EQ(envelope.ledger.total(), 32_ns);
  EXPECT_EQ(envelope.ledger.queue(), 7_ns);
}

}  // namespace
}  // namespace starnuma::kernel

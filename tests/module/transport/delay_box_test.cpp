// SPDX-License-Identifier: Apache-2.0
#include "models/transport/delay_box.h"

#include <gtest/gtest.h>

#include "tests/support/elaborate.h"
#include "tests/support/kinds.h"
#include "tests/support/recorder.h"

namespace starnuma::transport {
namespace {

using namespace base::literals;

template <class Box>
void expect_only_latency() {
  test::Recorder left("left");
  test::Recorder right("right");
  Box box("box", DelayConfig{12'500_ps}, test::kCxl);
  left.out.bind(box.a_in);
  box.a_out.bind(left.in);
  right.out.bind(box.b_in);
  box.b_out.bind(right.in);
  test::elaborate();

  for (int i = 0; i < 3; ++i) {  // all at once, because nothing queues
    kernel::Envelope there;
    there.time = 100_ns;
    there.carries_data = true;
    left.out.send(there);
    kernel::Envelope back;
    back.time = 50_ns;
    right.out.send(back);
    EXPECT_EQ(right.seen.back().time, 112'500_ps);
    EXPECT_EQ(left.seen.back().time, 62'500_ps);
  }
  EXPECT_EQ(right.seen.size(), 3u);
  const accounting::Ledger& ledger = right.seen.back().ledger;
  EXPECT_EQ(ledger.ps[static_cast<int>(accounting::wire_of(test::kCxl))], 12'500u);
  EXPECT_EQ(ledger.total(), 12'500_ps);
}

TEST(CxlPort, AddsItsLatencyInBothDirections) { expect_only_latency<CxlPort>(); }

TEST(Retimer, AddsItsLatencyInBothDirections) { expect_only_latency<Retimer>(); }

}  // namespace
}  // namespace starnuma::transport

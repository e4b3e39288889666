// SPDX-License-Identifier: Apache-2.0
#include "rtl/retimer/shell/retimer_rtl.h"

#include <gtest/gtest.h>

#include "models/transport/delay_box.h"
#include "tests/support/elaborate.h"
#include "tests/support/recorder.h"

namespace starnuma::rtl {
namespace {

using namespace base::literals;

/// Equal neighbours around a retimer in C++ or RTL.
template <class Box>
struct Path {
  template <class Parameter>
  explicit Path(const char* name, const Parameter& parameter)
      : left((std::string(name) + "_left").c_str()),
        right((std::string(name) + "_right").c_str()),
        box(name, parameter, accounting::LinkKind{}) {
    left.out.bind(box.a_in);
    box.a_out.bind(left.in);
    right.out.bind(box.b_in);
    box.b_out.bind(right.in);
  }
  void send(test::Recorder& from, std::uint64_t number, base::Time time) {
    kernel::Envelope envelope;
    envelope.sequence = number;
    envelope.time = time;
    from.out.send(envelope);
  }

  test::Recorder left;
  test::Recorder right;
  Box box;
};

TEST(RetimerRtl, TakesAsLongAsTheModelInBothDirections) {
  Path<transport::Retimer> model("model", transport::DelayConfig{10_ns});
  Path<RetimerRtl> rtl("rtl", 1_ns);
  test::elaborate();
  for (std::uint64_t i = 0; i < 100; ++i) {
    const base::Time time = 7_ns * static_cast<std::int64_t>(i);
    model.send(model.left, i, time);
    rtl.send(rtl.left, i, time);
    model.send(model.right, i, time);
    rtl.send(rtl.right, i, time);
  }
  ASSERT_EQ(rtl.right.seen.size(), 100u);
  ASSERT_EQ(rtl.left.seen.size(), 100u);
  for (std::size_t i = 0; i < 100; ++i) {
    for (const bool forward : {true, false}) {
      const kernel::Envelope& got = (forward ? rtl.right : rtl.left).seen[i];
      const kernel::Envelope& expected = (forward ? model.right : model.left).seen[i];
      EXPECT_EQ(got.sequence, expected.sequence);
      EXPECT_EQ(got.time, expected.time);
      EXPECT_EQ(got.ledger.total(), expected.ledger.total());
    }
  }
}

TEST(RetimerRtl, TheClockRunsOnlyForEnvelopes) {
  Path<RetimerRtl> rtl("rtl", 1_ns);
  test::elaborate();
  EXPECT_EQ(rtl.box.ticks(), 0u);
  rtl.send(rtl.left, 1, 5_ns);
  EXPECT_EQ(rtl.box.ticks(), 11u);  // ten stages, and one for the output
}

}  // namespace
}  // namespace starnuma::rtl

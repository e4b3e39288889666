// SPDX-License-Identifier: Apache-2.0
// The tracking hardware of a core as RTL compared with the golden functions: equal times and
// metadata. With mutants of the RTL the metadata differ.
#include "tests/cosim/rtl_shell/chain.h"

#include <algorithm>

namespace starnuma::rtl::chain_test {
namespace {

TEST(TrackingChain, TheRtlGivesTheModelsTimesAndMetadata) {
  Chain model("model", model_annex("annex_m"), model_tracker("tracker_m"));
  Chain rtl("rtl", rtl_annex("annex_r", make_annex_engine(kSlots, 16)), rtl_tracker("tracker_r"));
  test::elaborate();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_EQ(rtl.play(seed, kSteps), model.play(seed, kSteps));
    ASSERT_EQ(rtl.metadata(), model.metadata());
  }
}

TEST(TrackingChain, WhereCountersStopEarlierTheRtlStopsThereToo) {
  constexpr std::uint32_t kMost = 9;
  const protocol::MetadataLayout layout{16, {16, kMost}};
  Chain model("model", model_annex("annex_m", layout.counter), model_tracker("tracker_m", layout),
              layout);
  Chain rtl("rtl", rtl_annex("annex_r", make_annex_engine(kSlots, layout.counter)),
            rtl_tracker("tracker_r", layout), layout);
  test::elaborate();
  ASSERT_EQ(rtl.play(1, kSteps), model.play(1, kSteps));
  ASSERT_EQ(rtl.metadata(), model.metadata());
  std::uint32_t most = 0;
  for (const std::uint64_t word : rtl.metadata()) most = std::max(most, layout.count(word));
  EXPECT_EQ(most, kMost);
}

TEST(TrackingChain, ACountThatStaysAfterItsHandOverIsSeenInMetadata) {
  Chain model("model", model_annex("annex_m"), model_tracker("tracker_m"));
  Chain rtl("rtl", rtl_annex("annex_r", make_annex_keeps_count()), rtl_tracker("tracker_r"));
  test::elaborate();
  model.play(1, kSteps);
  rtl.play(1, kSteps);
  EXPECT_NE(rtl.metadata(), model.metadata());
}

TEST(TrackingChain, WithoutTheRtlsOutputsNothingReachesMetadata) {
  Chain model("model", model_annex("annex_m"), model_tracker("tracker_m"));
  Chain rtl("rtl", rtl_annex("annex_r", make_annex_silent()), rtl_tracker("tracker_r"));
  test::elaborate();
  model.play(1, kSteps);
  rtl.play(1, kSteps);
  EXPECT_NE(rtl.metadata(), model.metadata());
  EXPECT_EQ(rtl.metadata(), std::vector<std::uint64_t>(rtl.metadata().size(), 0));
}

}  // namespace
}  // namespace starnuma::rtl::chain_test

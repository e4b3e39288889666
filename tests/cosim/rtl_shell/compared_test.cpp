// SPDX-License-Identifier: Apache-2.0
// `tracking.impl: both`: RTL and function side by side in a run, which stops at a difference.
#include "rtl/tlb_annex/shell/compared_annex.h"
#include "rtl/tracker_update/shell/compared_tracker.h"
#include "tests/cosim/rtl_shell/chain.h"

namespace starnuma::rtl::chain_test {
namespace {

std::unique_ptr<tracking::CounterAnnexBase> compared_annex(std::unique_ptr<AnnexEngine> engine) {
  return std::make_unique<ComparedAnnex>("annex", kClock, std::move(engine), kSlots, 16);
}
std::unique_ptr<tracking::TrackerUpdateBase> compared_tracker(
    std::unique_ptr<TrackerEngine> engine) {
  return std::make_unique<ComparedTracker>("tracker",
                                           tracking::TrackerUpdateBase::Latencies{kClock, kClock},
                                           std::move(engine), update_config(kLayout));
}

/// Returns the error that stops the chain; empty if it completes.
std::string failure_of(Chain& chain) {
  test::elaborate();
  try {
    chain.play(1, kSteps);
  } catch (const base::InvariantError& error) {
    return error.what();
  }
  return "";
}

TEST(Compared, RtlAndFunctionAgreeAndTheRunIsTheModels) {
  Chain model("model", model_annex("annex_m"), model_tracker("tracker_m"));
  Chain both("both", compared_annex(make_annex_engine(kSlots, 16, Assertions::kOn)),
             compared_tracker(make_tracker_engine(update_config(kLayout), Assertions::kOn)));
  test::elaborate();
  ASSERT_EQ(both.play(1, kSteps), model.play(1, kSteps));
  ASSERT_EQ(both.metadata(), model.metadata());
}

TEST(Compared, ADifferenceOfTheAnnexNamesObjectTimeSlotAndPage) {
  Chain chain("chain", compared_annex(make_annex_keeps_count()), model_tracker("tracker_m"));
  const std::string text = failure_of(chain);
  EXPECT_EQ(text.find("annex at "), 0u) << text;
  for (const char* part : {" ns, ", " of slot ", ", page ", " of space ",
                           ": the RTL's hand-over is page ", ", the function's "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

TEST(Compared, AMissingHandOverIsADifference) {
  Chain chain("chain", compared_annex(make_annex_silent()), model_tracker("tracker_m"));
  EXPECT_NE(failure_of(chain).find("the RTL's hand-over is none"), std::string::npos);
}

TEST(Compared, ADifferenceOfTheTrackerNamesObjectTimeAndMetadataLine) {
  Chain chain("chain", model_annex("annex_m"),
              compared_tracker(make_tracker_loses_sharers(update_config(kLayout))));
  for (std::uint64_t space = 0; space < kSpaces; ++space) {  // another socket's bit is already set
    for (std::uint64_t address = space * base::kPageBytes, r = 0; r < kPages / 2; ++r) {
      chain.region.set_word(address + (r << kLayout.entry_shift()), kLayout.word(1U << 9, 0));
    }
  }
  const std::string text = failure_of(chain);
  EXPECT_EQ(text.find("tracker at "), 0u) << text;
  for (const char* part :
       {": the RTL's word for the entry at 0x", " of metadata (line ", ", the function's 0x"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

TEST(Compared, AFailedAssertionNamesObjectTimeFileLineAndAssertion) {
  Chain chain("chain", rtl_annex("annex", make_annex_asserts()), model_tracker("tracker_m"));
  testing::internal::CaptureStdout();
  const std::string text = failure_of(chain);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(text.find("annex at "), 0u) << text;
  for (const char* part : {" ns: sn_tlb_annex.sv:", "Assertion failed in ", "CountInRange_A"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

}  // namespace
}  // namespace starnuma::rtl::chain_test

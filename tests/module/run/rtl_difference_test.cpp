// SPDX-License-Identifier: Apache-2.0
// A whole run with `tracking.impl: both` stops where an annex differs from its function.
#include <gtest/gtest.h>

#include "models/base/check.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "rtl/tlb_annex/shell/compared_annex.h"
#include "stimulus/registry.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

/// An annex that loses its hundredth hand-over.
class Forgetful : public rtl::AnnexEngine {
 public:
  Forgetful(int entries, protocol::Counter counter) : function_(entries, counter) {}
  std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) override {
    const auto out = function_.apply(event);
    if (out && ++hand_overs_ == 100) return std::nullopt;
    return out;
  }
  const std::uint64_t* marker_words() const override { return function_.marker_words(); }
  std::uint64_t ticks() const override { return 0; }
  void clock(std::uint64_t) override {}
  void start_trace(const std::filesystem::path&, rtl::TraceWindow, base::Time) override {}
  std::vector<rtl::TracedPiece> finish_trace() override { return {}; }

 private:
  tracking::CounterAnnexFunction function_;
  int hand_overs_ = 0;
};

constexpr assembly::ComponentParts kParts{
    [](const char* name, base::Time hand_over_latency, int entries,
       protocol::Counter counter) -> assembly::ComponentParts::Annex {
      return std::make_unique<rtl::ComparedAnnex>(
          name, hand_over_latency, std::make_unique<Forgetful>(entries, counter), entries, counter);
    },
    [](const char* name, tracking::TrackerUpdateBase::Latencies latencies,
       const tracking::TrackerUpdateFunction::Config& config) -> assembly::ComponentParts::Tracker {
      return std::make_unique<tracking::TrackerUpdate>(name, latencies, config);
    },
    nullptr};
constexpr assembly::RtlParts kRtl{kParts, kParts};

TEST(RtlDifference, StopsTheRunWithObjectTimeSlotAndPageInOneLine) {
  const auto config =
      machine("starnuma16", small_caches({"placement.policy=first_touch", "tracking.impl=both"}));
  const auto shape = analysis::shape_of(config);
  run::Program program(
      stimulus::make_workload("gups:scale=10,updates=20000", shape, stimulus::kDefaultSeed),
      shape.threads());
  placement::Policy first_touch;
  run::SimulationOptions options;
  options.rtl_parts = &kRtl;
  try {
    run::simulate(
        config, program, first_touch, [](base::Time, double) {}, options);
    FAIL() << "the difference was not found";
  } catch (const base::InvariantError& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("machine."), 0u) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    for (const char* part : {".annex at ", " of slot ", ", page ", " of space ",
                             "the RTL's hand-over is none, the function's page "}) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
    }
  }
}

}  // namespace
}  // namespace starnuma::test

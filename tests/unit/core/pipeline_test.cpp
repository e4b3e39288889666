// SPDX-License-Identifier: Apache-2.0
#include "models/core/pipeline.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/core_config.h"

namespace starnuma::core {
namespace {

using base::Time;
using protocol::Access;
using protocol::AccessKind;

constexpr Time kMemory{100'000};

/// A pipeline over a memory of constant latency.
struct PipelineTest : testing::Test {
  PipelineTest() { connect(pipeline); }
  void connect(Pipeline& to) {
    to.connect({kernel::Destination<Access>(
                    [](void* test, Access& access) {
                      static_cast<PipelineTest*>(test)->seen.push_back(access);
                      access.time += kMemory;
                    },
                    this),
                {}});
  }
  Time time_of(When time) const { return pipeline.clock().time_of(time.ticks()); }

  Pipeline pipeline{test::core_config(), base::CoreId{5}};
  std::vector<Access> seen;
};

TEST_F(PipelineTest, ALoadArrivesAfterItsOperandAndTheMemory) {
  const When first = pipeline.load({64}, {});
  const When second = pipeline.load({128}, first);
  EXPECT_EQ(time_of(second), time_of(first) + kMemory);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].issued, time_of(first));
  EXPECT_EQ(seen[1].core, base::CoreId{5});
  EXPECT_EQ(seen[1].kind, AccessKind::kLoad);
  EXPECT_LT(pipeline.now(), first.ticks()) << "the front end does not wait";
}

TEST_F(PipelineTest, AnAccessOverTwoLinesIsOneInstructionWithTwoParts) {
  pipeline.load({60}, {}, AccessKind::kLoad, 8);
  pipeline.store({60}, {}, AccessKind::kStore, false, 4);
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[1].address.value, 67U);
  EXPECT_EQ(seen[1].issued, seen[0].issued);
  EXPECT_EQ(pipeline.instructions(), 2);
}

TEST_F(PipelineTest, AStoreOfAWholeLineReadsNothing) {
  pipeline.store({64}, {}, AccessKind::kStore, true);
  pipeline.store({64}, {}, AccessKind::kStore);
  EXPECT_TRUE(seen[0].dirty);
  EXPECT_FALSE(seen[1].dirty);
}

TEST_F(PipelineTest, ALockedOperationWaitsForOlderAccessesAndStallsYoungerOnes) {
  const When load = pipeline.load({64}, {});
  const When lock = pipeline.lock({128});
  EXPECT_EQ(seen[1].kind, AccessKind::kAtomic);
  EXPECT_EQ(seen[1].issued, time_of(load));
  EXPECT_EQ(pipeline.now(), lock.ticks());
}

TEST_F(PipelineTest, AnOverlappingLockedOperationIsLikeALoad) {
  CoreConfig config = test::core_config();
  config.locked_operations = LockedOperations::kOverlap;
  Pipeline overlapping(config, base::CoreId{5});
  connect(overlapping);
  overlapping.load({64}, {});
  overlapping.lock({128});
  EXPECT_LT(seen[1].issued, seen[0].issued + kMemory);
  EXPECT_LT(overlapping.now(), overlapping.clock().ticks_of(kMemory));
}

TEST_F(PipelineTest, AMispredictedBranchRefillsTheFrontEndAfterItsOperand) {
  const When value = pipeline.load({64}, {});
  EXPECT_FALSE(pipeline.branch(1, false, value));
  EXPECT_LT(pipeline.now(), value.ticks());
  EXPECT_TRUE(pipeline.branch(1, true, value));
  EXPECT_GT(pipeline.now(), value.ticks());
}

TEST_F(PipelineTest, DrainsWhenAllAccessesAreComplete) {
  const When load = pipeline.load({64}, {});
  const When store = pipeline.store({64}, load, AccessKind::kStore);
  EXPECT_EQ(pipeline.drained(), store.ticks());
  EXPECT_LT(pipeline.now(), store.ticks()) << "without a stall";
  pipeline.drain();
  EXPECT_EQ(pipeline.now(), store.ticks());
}

TEST_F(PipelineTest, SendsAsItsNewCoreAfterAMove) {
  pipeline.set_core(base::CoreId{7});
  pipeline.load({64}, {});
  EXPECT_EQ(seen[0].core, base::CoreId{7});
}

}  // namespace
}  // namespace starnuma::core

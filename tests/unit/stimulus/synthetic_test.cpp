// SPDX-License-Identifier: Apache-2.0
// Synthetic workloads on native threads: results, checks and participating threads.
#include <gtest/gtest.h>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/synthetic/chain_walk.h"
#include "stimulus/synthetic/gups.h"
#include "stimulus/synthetic/producer_consumer.h"
#include "stimulus/synthetic/stream.h"
#include "stimulus/synthetic/vector_sum.h"

namespace starnuma::stimulus {
namespace {

using Lines = std::vector<std::string>;
constexpr int kThreads = 4;

TEST(Stream, EveryResultIsTheTriad) {
  for (const int percent : {1, 25, 100}) {
    base::Arena arena(kThreads);
    Stream stream({10, 2, percent}, 1);
    stream.build(arena);
    EXPECT_EQ(stream.check().size(), 1u) << "nothing has run";
    run_threaded(stream, kThreads);
    EXPECT_EQ(stream.check(), Lines{}) << percent << " %";
  }
}

TEST(Stream, ArraysTakeTheFootprintOfAGraphOfTheSameScale) {
  base::Arena arena(64);
  Stream stream({16, 1, 25}, 1);
  stream.build(arena);
  EXPECT_EQ(arena.pages() * base::kPageBytes, 192u << 16);
}

TEST(Stream, EveryThreadTouchesItsOwnBlockFirst) {
  base::Arena arena(kThreads);
  Stream stream({12, 1, 100}, 1);
  stream.build(arena);
  const std::uint64_t pages_per_array = arena.pages() / 3;
  for (std::uint64_t p = 0; p < arena.pages(); ++p) {
    EXPECT_EQ(arena.origins()[p].id, p % pages_per_array * kThreads / pages_per_array);
  }
}

TEST(VectorSum, EveryRoundHasTheWholeSum) {
  base::Arena arena(kThreads);
  VectorSum sum({10, 3, 2}, 1);  // 3 GiB / 2^18, no multiple of the threads' lines
  sum.build(arena);
  EXPECT_EQ(sum.check().size(), 1u) << "nothing has run";
  run_threaded(sum, kThreads);
  EXPECT_EQ(sum.check(), Lines{});
  EXPECT_EQ(sum.work_units(), 2 * (std::uint64_t{3} << 30 >> 18) / base::kLineBytes);
}

TEST(VectorSum, LiesWithItsThreadsOrWhereItIsBound) {
  for (const auto& home : {std::optional<base::NodeId>(), {base::NodeId{3}}}) {
    base::Arena arena(kThreads);
    VectorSum sum({16, 1, 1, home}, 1);
    sum.build(arena);
    EXPECT_EQ(arena.origins()[arena.pages() / 2].bound, home.has_value());
    EXPECT_EQ(arena.origins()[63].id, home ? 3 : kThreads - 1);
  }
}

TEST(VectorSum, GoesWhereItsDataAre) {
  const std::vector<std::pair<base::NodeId, int>> servers{{base::NodeId{2}, 1},
                                                          {base::NodeId{5}, 3}};
  base::Arena arena(kThreads);
  VectorSum sum({16, 1, 2, std::nullopt, servers}, 1);
  sum.build(arena);
  ASSERT_GT(arena.pages(), 64u);  // halves of 32 pages, and the threads' sums
  for (const auto& [page, node] : {std::pair{0, 2}, {31, 2}, {32, 5}, {63, 5}}) {
    EXPECT_TRUE(arena.origins()[static_cast<std::size_t>(page)].bound);
    EXPECT_EQ(arena.origins()[static_cast<std::size_t>(page)].id, node);
  }
  EXPECT_FALSE(arena.origins()[64].bound);
  run_threaded(sum, kThreads);
  EXPECT_EQ(sum.check(), Lines{});
}

TEST(Gups, OneThreadLosesNoUpdate) {
  base::Arena arena(1);
  Gups gups({8, 10000}, 1);
  gups.build(arena);
  EXPECT_EQ(gups.check().size(), 1u) << "nothing has run";
  run_natively(gups);
  EXPECT_EQ(gups.wrong_entries(), 0u);
  EXPECT_EQ(gups.check(), Lines{});
}

TEST(Gups, UpdatesAreSharedOutWithNoneLeft) {
  base::Arena arena(3);
  Gups gups({16, 1001}, 1);
  gups.build(arena);
  run_threaded(gups, 3);
  EXPECT_EQ(gups.check(), Lines{});
  EXPECT_EQ(gups.work_units(), 1001u);
}

TEST(ChainWalk, OnlyTheRequesterWalks) {
  base::Arena arena(kThreads);
  ChainWalk chase({504, ChainWalk::Parameters::kNoOwner, 2, base::NodeId{1}}, 1);
  chase.build(arena);
  EXPECT_EQ(chase.check(), Lines{"the chain has 504 lines, the walk loaded 0"});
  run_threaded(chase, kThreads);
  EXPECT_EQ(chase.check(), Lines{});
}

TEST(ChainWalk, TheChainSurvivesItsOwner) {
  for (const auto state : {OwnerState::kExclusive, OwnerState::kModified}) {
    base::Arena arena(kThreads);
    ChainWalk transfer({128, 3, 0, base::NodeId{2}, state}, 1);
    transfer.build(arena);
    run_threaded(transfer, kThreads);
    EXPECT_EQ(transfer.check(), Lines{});
  }
}

TEST(ProducerConsumer, EveryReaderSeesEveryRound) {
  for (const int consumers : {1, 3, 9}) {
    base::Arena arena(kThreads);
    ProducerConsumer pairs({{base::NodeId{0}, 4, 5}, consumers}, 1);
    pairs.build(arena);
    EXPECT_EQ(pairs.check().size(), 1u) << "nothing has run";
    run_threaded(pairs, kThreads);
    EXPECT_EQ(pairs.check(), Lines{});
  }
}

}  // namespace
}  // namespace starnuma::stimulus

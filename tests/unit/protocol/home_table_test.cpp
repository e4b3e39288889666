// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/coherence/home_table.h"

#include <gtest/gtest.h>

#include "tests/unit/protocol/table_paths.h"

namespace starnuma::protocol::coherence {
namespace {

const std::vector<HomeState> kStable{HomeState::kUncached, HomeState::kShared,
                                     HomeState::kExclusive};
const std::vector<HomeState> kTransient{HomeState::kToShared, HomeState::kToExclusive,
                                        HomeState::kToSharedUnblock, HomeState::kToSharedCopy};

TEST(HomeTable, EveryRowIsFoundAndNothingElse) {
  std::size_t present = 0;
  for (std::size_t s = 0; s < kHomeStates; ++s) {
    for (std::size_t e = 0; e < kHomeEvents; ++e) {
      present += kHomeTable.at(static_cast<HomeState>(s), static_cast<HomeEvent>(e)).present;
    }
  }
  EXPECT_EQ(present, kHomeRows.size());
  for (const HomeRow& row : kHomeRows) {
    const auto& cell = kHomeTable.at(row.state, row.event);
    EXPECT_TRUE(cell.present);
    EXPECT_EQ(cell.next, row.next);
  }
}

TEST(HomeTable, AMissingPairIsNotPresent) {
  EXPECT_FALSE(kHomeTable.at(HomeState::kUncached, HomeEvent::kPutM).present);
  EXPECT_FALSE(kHomeTable.at(HomeState::kUncached, HomeEvent::kUnblock).present);
  EXPECT_FALSE(kHomeTable.at(HomeState::kShared, HomeEvent::kPutM).present);
  EXPECT_FALSE(kHomeTable.at(HomeState::kExclusive, HomeEvent::kGetXOthersShare).present);
}

TEST(HomeTable, ABlockedLineTakesNoNewRequest) {
  for (const HomeState state : kTransient) {
    for (const HomeEvent event :
         {HomeEvent::kGetS, HomeEvent::kGetX, HomeEvent::kGetXOthersShare}) {
      EXPECT_FALSE(kHomeTable.at(state, event).present);
    }
  }
}

TEST(HomeTable, EveryTransientStateHasAWayBackToAStableOne) {
  for (const HomeState state : kTransient) EXPECT_TRUE(sample::leads_to(kHomeRows, state, kStable));
}

TEST(HomeTable, EveryStateIsReachedFromAnUncachedLine) {
  for (std::size_t s = 0; s < kHomeStates; ++s) {
    EXPECT_TRUE(sample::leads_to(kHomeRows, HomeState::kUncached, {static_cast<HomeState>(s)}));
  }
}

TEST(HomeTable, AStableStateServesEveryReadAndWrite) {
  for (const HomeState state : kStable) {
    EXPECT_TRUE(kHomeTable.at(state, HomeEvent::kGetS).present);
    const bool shared = state == HomeState::kShared;
    const auto own = shared ? HomeEvent::kGetXOthersShare : HomeEvent::kGetX;
    EXPECT_TRUE(kHomeTable.at(state, own).present);
  }
}

TEST(HomeTable, AskingAnotherSocketBlocksTheLine) {
  for (const HomeRow& row : kHomeRows) {
    const bool asks = row.actions.forward || row.actions.invalidate;
    EXPECT_TRUE(!asks || is_transient(row.next));
  }
}

TEST(HomeTable, ALineIsBlockedOnlyByAskingAnotherSocket) {
  for (const HomeRow& row : kHomeRows) {
    const bool blocks = is_transient(row.next) && !is_transient(row.state);
    EXPECT_TRUE(!blocks || row.actions.forward || row.actions.invalidate);
  }
}

TEST(HomeTable, TheRequesterReleasesTheLineOrTheHomeThatServesIt) {
  for (const HomeRow& row : kHomeRows) {
    const bool releases = row.event == HomeEvent::kUnblock || row.event == HomeEvent::kNoCopy;
    EXPECT_EQ(row.actions.release, releases);
  }
}

TEST(HomeTable, ALineIsNotStableBeforeCopyBackAndUnblockAreBothHere) {
  for (const bool copy_back_first : {false, true}) {
    const HomeEvent first = copy_back_first ? HomeEvent::kCopyBack : HomeEvent::kUnblock;
    const HomeEvent second = copy_back_first ? HomeEvent::kUnblock : HomeEvent::kCopyBack;
    const auto& half = kHomeTable.at(HomeState::kToShared, first);
    ASSERT_TRUE(half.present && is_transient(half.next));
    EXPECT_EQ(kHomeTable.at(half.next, second).next, HomeState::kShared);
    EXPECT_FALSE(kHomeTable.at(half.next, first).present);
  }
}

TEST(HomeTable, AStalePutChangesNothing) {
  for (const HomeRow& row : kHomeRows) {
    if (row.event != HomeEvent::kStalePutM && row.event != HomeEvent::kStalePutE) continue;
    EXPECT_EQ(row.next, row.state);
    EXPECT_FALSE(row.actions.write_memory || row.actions.forget);
    EXPECT_EQ(row.actions.acknowledge_put, row.event == HomeEvent::kStalePutM);
  }
}

TEST(HomeTable, AnOwnerIsSetExactlyWhenALineBecomesExclusive) {
  for (const HomeRow& row : kHomeRows) {
    if (row.actions.set_owner) {
      EXPECT_TRUE(row.next == HomeState::kExclusive || row.next == HomeState::kToExclusive);
    }
    const bool given_up = row.state != HomeState::kUncached && row.next == HomeState::kUncached;
    EXPECT_EQ(row.actions.forget, given_up);
  }
}

TEST(HomeTable, NobodyIsAnsweredTwice) {
  for (const HomeRow& row : kHomeRows) {
    const HomeActions& a = row.actions;
    EXPECT_LE(a.grant_shared + a.grant_exclusive + a.forward + a.acknowledge_put, 1);
  }
}

TEST(HomeTable, DirtyDataAreWrittenAndCleanOnesAreNot) {
  for (const HomeRow& row : kHomeRows) {
    const bool dirty = row.event == HomeEvent::kPutM || row.event == HomeEvent::kCopyBack;
    EXPECT_EQ(row.actions.write_memory, dirty);
  }
}

}  // namespace
}  // namespace starnuma::protocol::coherence

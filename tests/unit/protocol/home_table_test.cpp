// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/coherence/home_table.h"

#include <gtest/gtest.h>

#include "tests/unit/protocol/table_paths.h"

namespace starnuma::protocol::coherence {
namespace {

const std::vector<HomeState> kStable{HomeState::kUncached, HomeState::kShared,
                                     HomeState::kExclusive};
const std::vector<HomeState> kTransient{HomeState::kToShared, HomeState::kToExclusive};

bool is_transient(HomeState state) {
  return std::find(kTransient.begin(), kTransient.end(), state) != kTransient.end();
}

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
    EXPECT_TRUE(kHomeTable.at(state, HomeEvent::kGetX).present);
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

TEST(HomeTable, LeavingABlockedStateReleasesTheLine) {
  for (const HomeRow& row : kHomeRows) {
    const bool unblocks = is_transient(row.state) && !is_transient(row.next);
    EXPECT_EQ(row.actions.release, unblocks);
    EXPECT_TRUE(!unblocks || row.event == HomeEvent::kUnblock);
  }
}

TEST(HomeTable, AnOwnerIsSetExactlyWhenALineBecomesExclusive) {
  for (const HomeRow& row : kHomeRows) {
    if (row.actions.set_owner) {
      EXPECT_TRUE(row.next == HomeState::kExclusive || row.next == HomeState::kToExclusive);
    }
    EXPECT_EQ(row.actions.forget, row.next == HomeState::kUncached);
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

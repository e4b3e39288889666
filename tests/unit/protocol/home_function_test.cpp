// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/coherence/home_function.h"

#include "tests/unit/protocol/function_test_support.h"

namespace starnuma::protocol::coherence {
namespace {

using namespace sample;

HomeEntry owned_by(base::SocketId owner) {
  HomeEntry entry;
  step(entry, from(owner, Op::kGetX));
  return entry;
}

/// Returns the entry after A owned the line, B requested a copy, and both messages arrived.
HomeEntry shared_by_a_and_b() {
  HomeEntry entry = owned_by(kA);
  step(entry, from(kB, Op::kGetS));
  step(entry, from(kB, Op::kCopyBackClean));
  step(entry, from(kB, Op::kUnblock));
  return entry;
}

TEST(HomeFunction, GrantsAnUncachedLineFromMemory) {
  HomeEntry entry;
  const Reaction reaction = step(entry, from(kA, Op::kGetS));
  EXPECT_TRUE(reaction.read_memory);
  EXPECT_EQ(sent(reaction), "1: DataE");
  EXPECT_EQ(entry.owner, 1);
}

TEST(HomeFunction, AsksTheOwnerAndReadsNoMemory) {
  HomeEntry entry = owned_by(kA);
  const Reaction reaction = step(entry, from(kB, Op::kGetX));
  EXPECT_EQ(asked(reaction), "1: FwdX");
  EXPECT_FALSE(reaction.read_memory);
  EXPECT_EQ(sent(reaction), "");
}

TEST(HomeFunction, RequestsAndPutsWaitWhileTheOwnerIsAsked) {
  HomeEntry entry = owned_by(kA);
  step(entry, from(kB, Op::kGetS));
  for (const Op op : {Op::kGetS, Op::kGetX, Op::kPutM, Op::kPutE}) {
    const HomeEntry before = entry;
    EXPECT_EQ(step(entry, from(kC, op)).outcome, Outcome::kWait);
    EXPECT_EQ(entry.state, before.state);
  }
}

TEST(HomeFunction, AnUpgradeOfARecordedSharerNeedsNoData) {
  HomeEntry entry = shared_by_a_and_b();
  Message upgrade = from(kB, Op::kGetX);
  upgrade.holds_copy = true;
  const Reaction reaction = step(entry, upgrade);
  EXPECT_EQ(asked(reaction), "1: Inv");
  EXPECT_EQ(sent(reaction), "2: GrantX");
  EXPECT_EQ(reaction.begin()->message.acks, 1);
  EXPECT_FALSE(reaction.read_memory);
}

TEST(HomeFunction, AnUpgradeWhoseCopyIsGoneGetsData) {
  HomeEntry entry = shared_by_a_and_b();
  Message upgrade = from(kC, Op::kGetX);  // C was invalidated after its request
  upgrade.holds_copy = true;
  const Reaction reaction = step(entry, upgrade);
  EXPECT_EQ(sent(reaction), "3: DataE");
  EXPECT_TRUE(reaction.read_memory);
}

TEST(HomeFunction, APutThatAForwardHasOvertakenIsAcknowledgedAndForgotten) {
  HomeEntry entry = owned_by(kA);
  step(entry, from(kB, Op::kGetX));
  step(entry, from(kB, Op::kUnblock));
  const Reaction reaction = step(entry, from(kA, Op::kPutM));
  EXPECT_EQ(sent(reaction), "1: PutAck");
  EXPECT_FALSE(reaction.write_memory);
  EXPECT_EQ(entry.state, HomeState::kExclusive);
  EXPECT_EQ(entry.owner, 2);
}

TEST(HomeFunction, ServesTheRequesterItselfWhenTheOwnerHasNoCopy) {
  HomeEntry entry = owned_by(kA);
  step(entry, from(kB, Op::kGetS));
  const Reaction reaction = step(entry, from(kB, Op::kNoCopy));
  EXPECT_EQ(sent(reaction), "2: DataE");
  EXPECT_TRUE(reaction.read_memory && reaction.release);
  EXPECT_EQ(entry.owner, 2);
  EXPECT_EQ(entry.sharers, bit_of(kB));
}

TEST(HomeFunction, IsNotAskedByTheOwnerOrByWhatIsNoRequest) {
  HomeEntry entry = owned_by(kA);
  EXPECT_EQ(step(entry, from(kA, Op::kGetS)).outcome, Outcome::kIllegal);
  EXPECT_EQ(step(entry, from(kA, Op::kUnblock)).outcome, Outcome::kIllegal);
  EXPECT_EQ(step(entry, from(kA, Op::kInvAck)).outcome, Outcome::kIllegal);
}

}  // namespace
}  // namespace starnuma::protocol::coherence

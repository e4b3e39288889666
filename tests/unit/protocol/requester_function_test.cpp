// SPDX-License-Identifier: Apache-2.0
// Races of a requester, one at a time.
#include "models/protocol/requester_function.h"

#include "tests/unit/protocol/function_test_support.h"

namespace starnuma::protocol {
namespace {

using namespace sample;
using Socket = coherence::Op;
using Cxl = cxl::Op;
using State = RequesterState;
using Own = RequesterEvent;

/// Socket A with its line in a stable state, and its events.
struct Requester {
  bool pool = false;
  RequesterLine line;

  Requester(bool is_pool, State state) : pool(is_pool) { line.state = state; }
  std::string own(Own event) { return sent(start(line, event, from(kA, Socket::kGetS), pool)); }
  template <class Op>
  Reaction take(Op op, base::SocketId requester = kB, int acks = 0) {
    Message message = from(requester, op);
    message.acks = static_cast<std::uint8_t>(acks);
    return step(line, message);
  }
};

TEST(SocketRequester, AWriterWaitsForTheGrantAndAllAcknowledgementsInAnyOrder) {
  Requester a(false, State::kInvalid);
  EXPECT_EQ(a.own(Own::kStore), "home: GetX");
  EXPECT_FALSE(a.take(Socket::kInvAck, kA).complete);
  EXPECT_FALSE(a.take(Socket::kDataE, kA, 2).complete);
  const Reaction last = a.take(Socket::kInvAck, kA);
  EXPECT_TRUE(last.complete);
  EXPECT_EQ(sent(last), "home: Unblock");
  EXPECT_EQ(a.line.state, State::kModified);
}

TEST(SocketRequester, AForwardThatMeetsAPutIsServedFromThePutsData) {
  for (const bool shared : {false, true}) {
    Requester a(false, State::kModified);
    EXPECT_EQ(a.own(Own::kEvict), "home: PutM");
    const Reaction reaction = a.take(shared ? Socket::kFwdS : Socket::kFwdX);
    EXPECT_EQ(sent(reaction), shared ? "2: OwnerDataS; home: CopyBack" : "2: OwnerDataX");
    EXPECT_EQ(a.line.state, State::kForwarded);
    a.take(Socket::kPutAck, kA);
    EXPECT_EQ(a.line.state, State::kInvalid);
  }
}

TEST(SocketRequester, AForwardThatMeetsACleanPutFindsNoCopy) {
  Requester a(false, State::kExclusive);
  EXPECT_EQ(a.own(Own::kEvict), "home: PutE");
  EXPECT_EQ(a.own(Own::kLoad), "home: GetS");  // behind the put, which the forward overtook
  EXPECT_EQ(sent(a.take(Socket::kFwdX)), "home: NoCopy");
  EXPECT_EQ(a.line.state, State::kReading);
}

TEST(SocketRequester, AnInvalidationTakesTheCopyOfAWaitingUpgrade) {
  Requester a(false, State::kShared);
  EXPECT_EQ(a.own(Own::kStore), "home: GetX");
  EXPECT_EQ(sent(a.take(Socket::kInv)), "2: InvAck");
  EXPECT_EQ(a.line.state, State::kOwning);
  EXPECT_EQ(a.take(Socket::kGrantX, kA).outcome, Outcome::kIllegal);
}

TEST(SocketRequester, ASharerThatDroppedItsCopyStillAcknowledges) {
  Requester a(false, State::kShared);
  EXPECT_EQ(a.own(Own::kEvict), "");
  EXPECT_EQ(sent(a.take(Socket::kInv)), "2: InvAck");
}

TEST(SocketRequester, StartsNothingWhileALineIsUnderWay) {
  Requester a(false, State::kInvalid);
  a.own(Own::kLoad);
  EXPECT_EQ(start(a.line, Own::kStore, from(kA, Socket::kGetS), false).outcome, Outcome::kWait);
}

TEST(CxlRequester, CompletesWhenNdrAndDrsAreBothHere) {
  for (const bool data_first : {false, true}) {
    Requester a(true, State::kInvalid);
    EXPECT_EQ(a.own(Own::kLoad), "home: MemRdShared");
    EXPECT_FALSE(a.take(data_first ? Cxl::kMemData : Cxl::kCmpS, kA).complete);
    EXPECT_TRUE(a.take(data_first ? Cxl::kCmpS : Cxl::kMemData, kA).complete);
    EXPECT_EQ(a.line.state, State::kShared);
  }
}

TEST(CxlRequester, AStoreOfALineCompletesWithOwnershipAlone) {
  for (const State state : {State::kInvalid, State::kShared}) {
    Requester a(true, state);
    EXPECT_EQ(a.own(Own::kStoreLine), "home: MemInv");
    EXPECT_EQ(a.take(Cxl::kMemData, kA).outcome, Outcome::kIllegal);
    EXPECT_TRUE(a.take(Cxl::kCmpE, kA).complete);
    EXPECT_EQ(a.line.state, State::kModified);
  }
}

TEST(CxlRequester, AStoreOfAnOwnedLineSendsNothing) {
  for (const State state : {State::kExclusive, State::kModified}) {
    Requester a(true, state);
    EXPECT_EQ(a.own(Own::kStoreLine), "");
    EXPECT_EQ(a.line.state, State::kModified);
  }
}

TEST(CxlRequester, ALateConflictOfAStoreOfALineIsAnsweredWithItsData) {
  Requester a(true, State::kShared);
  a.own(Own::kStoreLine);
  EXPECT_EQ(sent(a.take(Cxl::kBISnpInv)), "home: BIConflict");
  EXPECT_TRUE(a.take(Cxl::kCmpE, kA).complete);
  EXPECT_EQ(sent(a.take(Cxl::kBIConflictAck)), "home: MemWr");
  EXPECT_EQ(sent(a.take(Cxl::kCmp)), "home: BIRspI");
}

TEST(CxlRequester, ACurrentLoadLeavesNoCopy) {
  for (const bool data_first : {false, true}) {
    Requester a(true, State::kInvalid);
    EXPECT_EQ(a.own(Own::kLoadCurrent), "home: MemRdCurrent");
    EXPECT_EQ(a.take(Cxl::kCmpS, kA).outcome, Outcome::kIllegal);
    EXPECT_FALSE(a.take(data_first ? Cxl::kMemData : Cxl::kCmp, kA).complete);
    EXPECT_TRUE(a.take(data_first ? Cxl::kCmp : Cxl::kMemData, kA).complete);
    EXPECT_EQ(a.line.state, State::kInvalid);
  }
}

TEST(CxlRequester, ACurrentLoadOfAHeldLineSendsNothing) {
  for (const State state : {State::kShared, State::kExclusive, State::kModified}) {
    Requester a(true, state);
    EXPECT_EQ(a.own(Own::kLoadCurrent), "");
    EXPECT_EQ(a.line.state, state);
  }
}

TEST(CxlRequester, ABISnpCurLeavesTheLine) {
  Requester shared(true, State::kShared);
  EXPECT_EQ(sent(shared.take(Cxl::kBISnpCur)), "home: BIRspS");
  EXPECT_EQ(shared.line.state, State::kShared);
  Requester clean(true, State::kExclusive);
  EXPECT_EQ(sent(clean.take(Cxl::kBISnpCur)), "home: BIRspE");
  EXPECT_EQ(clean.line.state, State::kExclusive);
  Requester dirty(true, State::kModified);
  EXPECT_EQ(sent(dirty.take(Cxl::kBISnpCur)), "home: MemWrOwn");
  EXPECT_EQ(sent(dirty.take(Cxl::kCmp)), "home: BIRspE");
  EXPECT_EQ(dirty.line.state, State::kExclusive);
}

TEST(CxlRequester, ALateConflictWithABISnpCurIsAnsweredByTheOwner) {
  Requester a(true, State::kInvalid);
  a.own(Own::kStore);
  EXPECT_EQ(sent(a.take(Cxl::kBISnpCur)), "home: BIConflict");
  EXPECT_TRUE(a.take(Cxl::kMemDataE, kA).complete);
  EXPECT_EQ(sent(a.take(Cxl::kBIConflictAck)), "home: MemWrOwn");
  EXPECT_EQ(sent(a.take(Cxl::kCmp)), "home: BIRspE");
}

TEST(CxlRequester, ADirtyHostAnswersAfterTheCmpOfItsMemWr) {
  Requester a(true, State::kModified);
  EXPECT_EQ(sent(a.take(Cxl::kBISnpInv)), "home: MemWr");
  EXPECT_EQ(sent(a.take(Cxl::kCmp)), "home: BIRspI");
  EXPECT_EQ(a.line.state, State::kInvalid);
}

TEST(CxlRequester, ASnoopThatMeetsAWriteBackIsAnsweredAfterItsCmp) {
  Requester a(true, State::kModified);
  EXPECT_EQ(a.own(Own::kEvict), "home: MemWr");
  EXPECT_EQ(sent(a.take(Cxl::kBISnpData)), "");
  EXPECT_EQ(sent(a.take(Cxl::kCmp)), "home: BIRspI");
}

TEST(CxlRequester, AnEarlyConflictGivesUpTheOldCopyAndTheRequestGoesOn) {
  Requester a(true, State::kShared);
  EXPECT_EQ(a.own(Own::kStore), "home: MemRdOwn");
  EXPECT_EQ(sent(a.take(Cxl::kBISnpInv)), "home: BIConflict");
  EXPECT_EQ(sent(a.take(Cxl::kBIConflictAck)), "home: BIRspI");
  EXPECT_EQ(a.line.state, State::kOwning);
  EXPECT_TRUE(a.take(Cxl::kMemDataE, kA).complete);
}

TEST(CxlRequester, ALateConflictIsAnsweredWithTheGrantedState) {
  Requester a(true, State::kInvalid);
  a.own(Own::kStore);
  EXPECT_EQ(sent(a.take(Cxl::kBISnpInv)), "home: BIConflict");
  EXPECT_TRUE(a.take(Cxl::kMemDataE, kA).complete);
  EXPECT_EQ(sent(a.take(Cxl::kBIConflictAck)), "home: MemWr");
  EXPECT_EQ(sent(a.take(Cxl::kCmp)), "home: BIRspI");
}

TEST(CxlRequester, ALateConflictWaitsForTheDataAndTheAccessComesFirst) {
  Requester a(true, State::kInvalid);
  a.own(Own::kStore);
  a.take(Cxl::kBISnpInv);
  a.take(Cxl::kCmpE, kA);
  EXPECT_EQ(sent(a.take(Cxl::kBIConflictAck)), "");
  const Reaction last = a.take(Cxl::kMemData, kA);
  EXPECT_TRUE(last.complete);
  EXPECT_EQ(sent(last), "home: MemWr");
}

TEST(CxlRequester, StartsNothingWhileAConflictIsOpen) {
  Requester a(true, State::kInvalid);
  a.own(Own::kLoad);
  a.take(Cxl::kBISnpInv);
  a.take(Cxl::kMemDataS, kA);
  EXPECT_EQ(start(a.line, Own::kStore, from(kA, Socket::kGetS), true).outcome, Outcome::kWait);
  EXPECT_EQ(start(a.line, Own::kLoad, from(kA, Socket::kGetS), true).outcome, Outcome::kDone);
}

}  // namespace
}  // namespace starnuma::protocol

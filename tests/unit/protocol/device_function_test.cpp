// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/cxl/device_function.h"

#include "tests/unit/protocol/function_test_support.h"

namespace starnuma::protocol::cxl {
namespace {

using namespace sample;

/// One line of a device and the messages to it.
struct Device {
  DeviceEntry entry;
  DevicePending pending;
  ReadAnswer answer = ReadAnswer::kTogether;

  Reaction take(base::SocketId host, Op op) {
    return step(entry, pending, from(host, op), host, answer);
  }
};

Device owned_by_a() {
  Device device;
  device.take(kA, Op::kMemRdOwn);
  return device;
}

Device shared_by_a_and_b() {
  Device device = owned_by_a();
  device.take(kB, Op::kMemRdShared);
  device.take(kA, Op::kBIRspS);
  return device;
}

TEST(DeviceFunction, AnswersAReadInOneMessageOrInTwo) {
  Device device;
  EXPECT_EQ(sent(device.take(kA, Op::kMemRdShared)), "1: MemDataE");
  Device apart;
  apart.answer = ReadAnswer::kApart;
  EXPECT_EQ(sent(apart.take(kA, Op::kMemRdShared)), "1: Cmp-E; 1: MemData");
}

TEST(DeviceFunction, ReadsMemoryBesideItsSnoops) {
  Device device = owned_by_a();
  const Reaction reaction = device.take(kB, Op::kMemRdShared);
  EXPECT_EQ(asked(reaction), "1: BISnpData");
  EXPECT_TRUE(reaction.read_memory);
  EXPECT_EQ(sent(reaction), "");
}

TEST(DeviceFunction, GrantsAMemInvWithoutReadingMemory) {
  for (const ReadAnswer answer : {ReadAnswer::kTogether, ReadAnswer::kApart}) {
    Device device;
    device.answer = answer;
    for (int i = 0; i < 2; ++i) {  // an unknown line, then a line that A owns
      const Reaction reaction = device.take(kA, Op::kMemInv);
      EXPECT_EQ(sent(reaction), "1: Cmp-E");
      EXPECT_FALSE(reaction.read_memory);
    }
    const Reaction snoop = device.take(kB, Op::kMemInv);
    EXPECT_EQ(asked(snoop), "1: BISnpInv");
    EXPECT_FALSE(snoop.read_memory);
    EXPECT_EQ(sent(device.take(kA, Op::kBIRspI)), "2: Cmp-E");
    EXPECT_EQ(device.entry.owner, base::index_of(kB));
  }
}

TEST(DeviceFunction, InvalidatesSharersForAMemInv) {
  Device device = shared_by_a_and_b();
  EXPECT_EQ(asked(device.take(kA, Op::kMemInv)), "2: BISnpInv");
  EXPECT_EQ(sent(device.take(kB, Op::kBIRspI)), "1: Cmp-E");
  EXPECT_EQ(device.entry.sharers, bit_of(kA));
}

TEST(DeviceFunction, AnswersACurrentReadWithoutRecordingItsHost) {
  for (const ReadAnswer answer : {ReadAnswer::kTogether, ReadAnswer::kApart}) {
    const bool together = answer == ReadAnswer::kTogether;
    Device unknown;
    unknown.answer = answer;
    EXPECT_EQ(sent(unknown.take(kC, Op::kMemRdCurrent)),
              together ? "3: MemDataCmp" : "3: Cmp; 3: MemData");
    EXPECT_EQ(unknown.entry.state, DeviceState::kInvalid);
    Device shared = shared_by_a_and_b();
    EXPECT_EQ(sent(shared.take(kC, Op::kMemRdCurrent)), "3: MemDataCmp");
    EXPECT_EQ(shared.entry.sharers, bit_of(kA) | bit_of(kB));
  }
}

TEST(DeviceFunction, AnOwnerKeepsItsLineForACurrentRead) {
  Device device = owned_by_a();
  EXPECT_EQ(asked(device.take(kB, Op::kMemRdCurrent)), "1: BISnpCur");
  EXPECT_EQ(sent(device.take(kA, Op::kMemWrOwn)), "1: Cmp");
  EXPECT_TRUE(device.pending.written_back);
  EXPECT_EQ(device.take(kA, Op::kMemWrOwn).outcome, Outcome::kIllegal);
  const Reaction reaction = device.take(kA, Op::kBIRspE);
  EXPECT_EQ(sent(reaction), "2: MemDataCmp");
  EXPECT_TRUE(reaction.release);
  EXPECT_EQ(device.entry.state, DeviceState::kOwned);
  EXPECT_EQ(device.entry.owner, base::index_of(kA));
}

TEST(DeviceFunction, AnOwnerMayEvictItsLineBeforeItsBIRspEArrives) {
  Device device = owned_by_a();
  device.take(kB, Op::kMemRdCurrent);
  device.take(kA, Op::kMemWrOwn);
  EXPECT_EQ(sent(device.take(kA, Op::kMemWr)), "1: Cmp");
  EXPECT_EQ(device.take(kA, Op::kMemWr).outcome, Outcome::kIllegal);
  const Reaction reaction = device.take(kA, Op::kBIRspE);
  EXPECT_EQ(sent(reaction), "2: MemDataCmp");
  EXPECT_TRUE(reaction.free_entry);
}

TEST(DeviceFunction, FreesTheEntryOfAnOwnerThatKeptNothing) {
  Device device = owned_by_a();
  device.take(kB, Op::kMemRdCurrent);
  const Reaction reaction = device.take(kA, Op::kBIRspI);
  EXPECT_EQ(sent(reaction), "2: MemDataCmp");
  EXPECT_TRUE(reaction.free_entry);
  EXPECT_FALSE(reaction.resume);
  EXPECT_EQ(device.entry.sharers, 0U);
}

TEST(DeviceFunction, TakesAMemWrOwnAfterABISnpCurOnly) {
  Device device = owned_by_a();
  EXPECT_EQ(device.take(kA, Op::kMemWrOwn).outcome, Outcome::kIllegal);
  device.take(kB, Op::kMemRdShared);
  EXPECT_EQ(device.take(kA, Op::kMemWrOwn).outcome, Outcome::kIllegal);
  EXPECT_EQ(device.take(kA, Op::kBIRspE).outcome, Outcome::kIllegal);
}

TEST(DeviceFunction, OnlyReqWaitsWhileHostsAreSnooped) {
  Device device = owned_by_a();
  device.take(kB, Op::kMemRdOwn);
  for (const Op op :
       {Op::kMemRdShared, Op::kMemRdOwn, Op::kMemInv, Op::kMemRdCurrent, Op::kMemClnEvct}) {
    EXPECT_EQ(device.take(kC, op).outcome, Outcome::kWait);
  }
  EXPECT_EQ(sent(device.take(kA, Op::kBIConflict)), "1: BI-ConflictAck");
  EXPECT_EQ(sent(device.take(kA, Op::kMemWr)), "1: Cmp");
  EXPECT_TRUE(device.pending.written_back);
  EXPECT_EQ(sent(device.take(kA, Op::kBIRspI)), "2: MemDataE");
}

TEST(DeviceFunction, GrantsAfterTheLastOfSeveralResponses) {
  Device device = shared_by_a_and_b();
  EXPECT_EQ(asked(device.take(kC, Op::kMemRdOwn)), "1 2: BISnpInv");
  EXPECT_EQ(sent(device.take(kB, Op::kBIRspI)), "");
  EXPECT_EQ(sent(device.take(kA, Op::kBIRspI)), "3: MemDataE");
  EXPECT_EQ(device.entry.sharers, bit_of(kC));
}

TEST(DeviceFunction, TakesOneResponseOfEachHostItSnooped) {
  Device device = shared_by_a_and_b();
  device.take(kC, Op::kMemRdOwn);
  EXPECT_EQ(device.take(kC, Op::kBIRspI).outcome, Outcome::kIllegal);
  device.take(kA, Op::kBIRspI);
  EXPECT_EQ(device.take(kA, Op::kBIRspI).outcome, Outcome::kIllegal);
  EXPECT_EQ(device.take(kA, Op::kBIConflict).outcome, Outcome::kIllegal);
}

TEST(DeviceFunction, TakesAMemWrOfTheRecordedOwnerOnly) {
  Device device = owned_by_a();
  EXPECT_EQ(device.take(kB, Op::kMemWr).outcome, Outcome::kIllegal);
  EXPECT_TRUE(device.take(kA, Op::kMemWr).free_entry);
  EXPECT_EQ(device.take(kA, Op::kMemWr).outcome, Outcome::kIllegal);
}

TEST(DeviceFunction, TakesOneMemWrOfAnOwnerThatItSnooped) {
  for (const Op read : {Op::kMemRdShared, Op::kMemRdOwn}) {
    Device device = owned_by_a();
    device.take(kB, read);
    EXPECT_EQ(sent(device.take(kA, Op::kMemWr)), "1: Cmp");
    EXPECT_EQ(device.take(kA, Op::kMemWr).outcome, Outcome::kIllegal);
  }
}

TEST(DeviceFunction, ServesAnOwnerThatDroppedTheLineInSilence) {
  Device device = owned_by_a();
  EXPECT_EQ(sent(device.take(kA, Op::kMemRdShared)), "1: MemDataE");
}

TEST(DeviceFunction, CompletesAStaleMemClnEvct) {
  Device device = shared_by_a_and_b();
  EXPECT_EQ(sent(device.take(kA, Op::kMemClnEvct)), "1: Cmp");
  EXPECT_EQ(device.entry.state, DeviceState::kShared);
}

TEST(DeviceFunction, AVictimIsBackInvalidatedBeforeTheRequestGoesOn) {
  Device victim = shared_by_a_and_b();
  Message request = from(kC, Op::kMemRdShared);
  request.line = {9};
  const Reaction reaction = evict(victim.entry, kLine, victim.pending, request);
  EXPECT_EQ(asked(reaction), "1 2: BISnpInv");
  EXPECT_EQ(reaction.ask->line, kLine);
  EXPECT_FALSE(victim.take(kA, Op::kBIRspI).resume);
  const Reaction last = victim.take(kB, Op::kBIRspI);
  EXPECT_TRUE(last.resume && last.free_entry);
  EXPECT_EQ(victim.pending.request.line, base::LineAddress{9});
}

}  // namespace
}  // namespace starnuma::protocol::cxl

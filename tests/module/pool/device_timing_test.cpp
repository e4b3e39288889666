// SPDX-License-Identifier: Apache-2.0
// Memory is read in parallel with the snoops; a busy line delays the next request until its grant.
#include "tests/module/pool/device_bench.h"

namespace starnuma::test {
namespace {

using accounting::LatencyKind;

constexpr base::Time kRequest{10'000'000};
constexpr base::Time kPicosecond{1};
/// Arrival of the data of a memory read that starts with the request.
constexpr base::Time kMemoryDone = kRequest + kDirectory + kMemory;

std::int64_t part(const SentMessage& sent, LatencyKind kind) {
  return sent.ledger.ps[static_cast<std::size_t>(kind)];
}

/// Host 1 owns the line clean and is snooped for host 3.
void snoop_clean_owner(DeviceBench& bench) {
  bench.send(base::Time(0), Op::kMemRdShared, 1);
  bench.send(kRequest, Op::kMemRdShared, 3);
}

TEST(DeviceMemory, DecidesWhenTheAnswerComesBeforeTheData) {
  DeviceBench bench;
  snoop_clean_owner(bench);
  const auto sent = bench.send(kMemoryDone - kDirectory - kPicosecond, Op::kBIRspS, 1);
  expect_only(sent, Op::kMemDataS, 3, kMemoryDone);
  EXPECT_EQ(part(sent[0], LatencyKind::kDramArray), kMemory.ps());
}

TEST(DeviceMemory, IsHiddenWhenTheAnswerComesWithTheDataOrLater) {
  DeviceBench bench;
  snoop_clean_owner(bench);
  const auto sent = bench.send(kMemoryDone - kDirectory + kPicosecond, Op::kBIRspS, 1);
  expect_only(sent, Op::kMemDataS, 3, kMemoryDone + kPicosecond);
  EXPECT_EQ(part(sent[0], LatencyKind::kDramArray), 0);
}

TEST(DeviceMemory, DoesNotHoldUpDataThatADirtyOwnerWroteBack) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.send(kRequest, Op::kMemRdShared, 3);
  bench.write_back(kRequest + kDirectory, 1);
  const base::Time answer = kRequest + kDirectory * 3;
  expect_only(bench.send(answer, Op::kBIRspI, 1), Op::kMemDataE, 3, answer + kDirectory);
}

TEST(DeviceMemory, IsReadOnceForATransfer) {
  DeviceBench bench;
  snoop_clean_owner(bench);
  bench.send(kRequest + kMemory, Op::kBIRspS, 1);
  EXPECT_EQ(bench.memory.reads, 2);  // for the first grant, and in parallel with the snoop
}

TEST(DroppedRead, IsMadeWhenTheOwnerHadNoData) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdShared, 1);
  bench.memory.loaded = true;
  bench.send(kRequest, Op::kMemRdShared, 3);
  EXPECT_EQ(bench.memory.reads, 1);
  const base::Time answer = kRequest + kMemory * 4;
  const auto sent = bench.send(answer, Op::kBIRspS, 1);
  expect_only(sent, Op::kMemDataS, 3, answer + kDirectory + kMemory);
  // The time beyond that of an idle machine, which reads in parallel with the snoop, is a wait.
  EXPECT_EQ(part(sent[0], LatencyKind::kDramArray), kMemory.ps());
  EXPECT_EQ(part(sent[0], LatencyKind::kDramQueue), (answer - kRequest).ps());
  EXPECT_EQ(bench.memory.reads, 2);
}

TEST(DroppedRead, IsNotMadeWhenADirtyOwnerWroteBack) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.memory.loaded = true;
  bench.send(kRequest, Op::kMemRdShared, 3);
  bench.write_back(kRequest + kDirectory, 1);
  const base::Time answer = kRequest + kDirectory * 3;
  expect_only(bench.send(answer, Op::kBIRspI, 1), Op::kMemDataE, 3, answer + kDirectory);
  EXPECT_EQ(bench.memory.reads, 1);
}

TEST(DroppedRead, DoesNotExistWhereNoOwnerIsAsked) {
  DeviceBench bench;
  bench.share_by_1_and_3();
  bench.memory.loaded = true;
  const int before = bench.memory.reads;
  bench.send(kRequest, Op::kMemRdOwn, 2);
  EXPECT_EQ(bench.memory.reads, before + 1);
}

TEST(WriteBack, IsCompletedWhenMemoryAcceptsIt) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.memory.accepts_after = kMemory;
  const auto sent = bench.send(kRequest, Op::kMemWr, 1);
  expect_only(sent, Op::kCmp, 1, kRequest + kDirectory + kMemory);
  EXPECT_EQ(part(sent[0], LatencyKind::kDramQueue), kMemory.ps());
}

/// Time of host 3's grant of the line, which host 1 owned.
constexpr base::Time kGrant = kRequest + base::Time(300'000);

void transfer(DeviceBench& bench) {
  snoop_clean_owner(bench);
  bench.send(kGrant - kDirectory, Op::kBIRspI, 1);
}

TEST(BusyDeviceLine, KeepsARequestWaitingThatComesOnePicosecondEarly) {
  DeviceBench bench;
  transfer(bench);
  const auto sent = bench.send(kGrant - kDirectory - kPicosecond, Op::kMemRdOwn, 0);
  expect_only(sent, Op::kBISnpInv, 3, kGrant);
  EXPECT_EQ(part(sent[0], LatencyKind::kLineQueue), 1);
}

TEST(BusyDeviceLine, ServesARequestThatComesOnTimeAtOnce) {
  DeviceBench bench;
  transfer(bench);
  const auto sent = bench.send(kGrant - kDirectory, Op::kMemRdOwn, 0);
  expect_only(sent, Op::kBISnpInv, 3, kGrant);
  EXPECT_EQ(part(sent[0], LatencyKind::kLineQueue), 0);
}

TEST(BusyDeviceLine, DoesNotHoldUpOtherLines) {
  DeviceBench bench;
  transfer(bench);
  const auto sent = bench.send(kRequest, Op::kMemRdOwn, 0, same_set(1));
  expect_only(sent, Op::kMemDataE, 0, kMemoryDone);
}

}  // namespace
}  // namespace starnuma::test

// SPDX-License-Identifier: Apache-2.0
// Records made from real instructions and the accesses that QEMU would report.
#include "stimulus/trace/capture/plugin/thread.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

namespace starnuma::capture {
namespace {

using Code = std::vector<std::string>;  ///< Bytes of each instruction.

const std::string kLoadRaxRdi = "\x48\x8b\x07";         // mov rax, [rdi]
const std::string kLoadRbxRax = "\x48\x8b\x18";         // mov rbx, [rax]
const std::string kAddRax8 = "\x48\x83\xc0\x08";        // add rax, 8
const std::string kZeroEax = "\x31\xc0";                // xor eax, eax
const std::string kPopRax = "\x58";                     // pop rax
const std::string kPopRbx = "\x5b";                     // pop rbx
const std::string kStoreRdiRax = "\x48\x89\x07";        // mov [rdi], rax
const std::string kLockedAdd = "\xf0\x48\x0f\xc1\x07";  // lock xadd [rdi], rax
const std::string kLoadVector = "\x0f\x10\x07";         // movups xmm0, [rdi]
const std::string kAddRdiRax = "\x48\x01\x07";          // add [rdi], rax
const std::string kTestRax = "\x48\x85\xc0";            // test rax, rax
const std::string kJumpIfNot = "\x75\x10";              // jne
const std::string kRepeatedStore{"\xf3\xaa", 2};        // rep stosb
const std::string kRepeatedMove{"\xf3\x48\xa5", 3};     // rep movsq
const std::string kNothing = "\x90";                    // nop

class ThreadTest : public testing::Test {
 protected:
  ThreadTest() : sockets_(make_sockets()), channel_(sockets_[1]) { remake(0); }
  ~ThreadTest() override { ::close(sockets_[0]); }

  void remake(std::uint64_t filter_bytes) {
    thread_ = std::make_unique<Thread>(0, filter_bytes, channel_, pages_);
    thread_->open(0);
  }
  const Block& block(const Code& code, std::uint64_t address = 0x1000) {
    std::vector<Instruction> instructions;
    for (const std::string& bytes : code) {
      instructions.push_back(
          {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), address});
      address += bytes.size();
    }
    decoder_.decode(instructions, blocks_.emplace_back());
    return blocks_.back();
  }
  void load(std::uint64_t address, std::uint16_t instruction) {
    thread_->at_access(address, 8, false, instruction);
  }
  void store(std::uint64_t address, std::uint16_t instruction) {
    thread_->at_access(address, 8, true, instruction);
  }
  /// Returns the records between the region's begin and end; updates `totals_`.
  std::vector<Record> recorded() {
    thread_->close();
    std::vector<Record> records;
    for (Header header{};;) {
      EXPECT_EQ(recv(sockets_[0], &header, sizeof header, MSG_WAITALL), ssize_t(sizeof header));
      if (header.type == Message::kTotals) break;
      std::vector<Record> some(header.bytes / sizeof(Record));
      recv(sockets_[0], some.data(), header.bytes, MSG_WAITALL);
      records.insert(records.end(), some.begin(), some.end());
    }
    recv(sockets_[0], &totals_, sizeof totals_, MSG_WAITALL);
    EXPECT_EQ(records.front().kind, EventKind::kRegionBegin);
    EXPECT_EQ(records.back().kind, EventKind::kRegionEnd);
    last_work_ = records.back().work;
    return {records.begin() + 1, records.end() - 1};
  }

  static std::array<int, 2> make_sockets() {
    std::array<int, 2> sockets{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()), 0);
    return sockets;
  }
  std::array<int, 2> sockets_;
  Channel channel_;
  Pages pages_;
  Decoder decoder_;
  std::deque<Block> blocks_;
  std::unique_ptr<Thread> thread_;
  Totals totals_{};
  std::uint64_t last_work_ = 0;
};

TEST_F(ThreadTest, ALoadNamesTheLoadThatItsAddressHangsOnThroughArithmetic) {
  thread_->start(block({kLoadRaxRdi, kAddRax8, kLoadRbxRax}));
  load(0x5000, 0);
  load(0x6000, 2);
  thread_->finish(0);
  const auto records = recorded();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].after[0], 0);
  EXPECT_EQ(records[1].after[0], 1);
  EXPECT_EQ(records[1].work, 1U);
}

TEST_F(ThreadTest, DependencesLastFromBlockToBlock) {
  thread_->start(block({kLoadRaxRdi}));
  load(0x5000, 0);
  thread_->finish(0x2000);
  thread_->start(block({kPopRbx, kLoadRbxRax}, 0x2000));
  load(0x7000, 0);
  load(0x6000, 1);
  thread_->finish(0);
  EXPECT_EQ(recorded()[2].after[0], 2);
}

TEST_F(ThreadTest, ALoadNamesTheOneThatIs255LoadsBackAndNoneBefore) {
  for (const std::size_t distance : {254U, 255U, 256U}) {
    remake(0);
    thread_->start(block({kLoadRaxRdi}));
    load(0x5000, 0);
    thread_->finish(0x2000);
    thread_->start(block(Code(distance - 1, kPopRbx), 0x2000));
    for (std::size_t i = 0; i + 1 < distance; ++i) {
      load(0x7000 + 8 * i, static_cast<std::uint16_t>(i));
    }
    thread_->finish(0x3000);
    thread_->start(block({kLoadRbxRax}, 0x3000));
    load(0x6000, 0);
    thread_->finish(0);
    const auto records = recorded();
    ASSERT_EQ(records.size(), distance + 1);
    EXPECT_EQ(records.back().after[0], distance > 255 ? 0 : distance);
  }
}

TEST_F(ThreadTest, AnEpochIsOneRecordHoweverManyBlocksItHas) {
  for (const std::uint64_t epoch : {1, 1, 2}) {
    thread_->at_epoch(epoch);
    thread_->start(block({kNothing}));
    thread_->finish(0x1000);
  }
  const auto records = recorded();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].kind, EventKind::kEpoch);
  EXPECT_EQ(records[0].value, 1U);
  EXPECT_EQ(records[1].value, 2U);
  EXPECT_EQ(records[1].work, 2U);
}

TEST_F(ThreadTest, PartsOfAnAccessAreOneRecordOfAtMostALine) {
  for (const int parts : {2, 4, 5}) {
    remake(0);
    thread_->start(block({kLoadVector}));
    for (int part = 0; part < parts; ++part) {
      thread_->at_access(0x5000 + 16U * static_cast<unsigned>(part), 16, false, 0);
    }
    thread_->finish(0);
    const auto records = recorded();
    ASSERT_EQ(records.size(), parts > 4 ? 2U : 1U);
    EXPECT_EQ(records[0].bytes, 16 * std::min(parts, 4));
  }
}

TEST_F(ThreadTest, AZeroedRegisterHangsOnNothing) {
  thread_->start(block({kLoadRaxRdi, kZeroEax, kLoadRbxRax}));
  load(0x5000, 0);
  load(0, 2);
  thread_->finish(0);
  EXPECT_EQ(recorded()[1].after[0], 0);
}

TEST_F(ThreadTest, PopsDoNotHangOnEachOther) {
  thread_->start(block({kPopRax, kPopRbx}));
  load(0x5000, 0);
  load(0x5008, 1);
  thread_->finish(0);
  EXPECT_EQ(recorded()[1].after[0], 0);
}

TEST_F(ThreadTest, AStoreNamesTheLoadThatItsDataHangOn) {
  thread_->start(block({kLoadRaxRdi, kStoreRdiRax}));
  load(0x5000, 0);
  store(0x5000, 1);
  thread_->finish(0);
  const auto records = recorded();
  EXPECT_EQ(records[1].kind, EventKind::kStore);
  EXPECT_EQ(records[1].after[0], 1);
}

TEST_F(ThreadTest, ALockedInstructionIsOneAtomicHoweverItIsReported) {
  for (int i = 0; i < 2; ++i) {
    thread_->start(block({kLockedAdd}));
    if (i == 0) load(0x5000, 0);
    store(0x5000, 0);
    thread_->finish(0x1000);
  }
  const auto records = recorded();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].kind, EventKind::kAtomic);
  EXPECT_EQ(records[1].kind, EventKind::kAtomic);
}

TEST_F(ThreadTest, HalvesOfAVectorAreOneAccess) {
  thread_->start(block({kLoadVector}));
  load(0x5000, 0);
  load(0x5008, 0);
  thread_->finish(0);
  const auto records = recorded();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].bytes, 16);
}

TEST_F(ThreadTest, AWrongGuessNamesTheLoadThatDecidesIt) {
  const Block& loop = block({kLoadRaxRdi, kTestRax, kJumpIfNot});
  for (int i = 0; i < 5; ++i) {  // taken each time; the table predicts it from the second time on
    thread_->start(loop);
    load(0x5000, 0);
    thread_->finish(0x1000);
  }
  std::size_t wrong = 0;
  for (const Record& record : recorded()) {
    if (record.kind != EventKind::kMispredict) continue;
    ++wrong;
    EXPECT_EQ(record.after[0], 1);
  }
  EXPECT_EQ(wrong, 2U);
}

TEST_F(ThreadTest, ARepeatedStringInstructionIsOneInstructionThatAccessesLines) {
  const Block& again = block({kRepeatedStore});
  for (std::uint64_t i = 0; i < 100; ++i) {
    thread_->start(again);
    thread_->at_access(0x503c + i, 1, true, 0);
    thread_->finish(i < 99 ? again.address : again.end);
  }
  const auto records = recorded();
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].value, 0x503cU);
  EXPECT_EQ(records[0].bytes, 4);
  EXPECT_EQ(records[1].value, 0x5040U);
  EXPECT_EQ(records[1].bytes, 64);
  EXPECT_EQ(records[2].value, 0x5080U);
  EXPECT_EQ(records[2].bytes, 32);
  EXPECT_EQ(thread_->traced(), 1U);
}

TEST_F(ThreadTest, AHandlerThatReturnsResumesTheStringInstruction) {
  const Block& again = block({kRepeatedStore});
  const Block& handler = block({kNothing, kNothing}, 0x9000);
  const auto iterate = [&](std::uint64_t address, std::uint64_t next) {
    thread_->start(again);
    thread_->at_access(address, 1, true, 0);
    thread_->finish(next);
  };
  iterate(0x5000, again.address);
  iterate(0x5001, handler.address);
  thread_->start(handler);
  thread_->finish(0);
  thread_->handler_returns();
  iterate(0x5002, again.end);
  EXPECT_EQ(thread_->traced(), 3U);
  const Block& behind = block({kNothing}, again.end);
  thread_->start(behind);
  thread_->finish(again.address);
  iterate(0x5002, again.end);  // executed again
  EXPECT_EQ(thread_->traced(), 5U);
  std::vector<int> bytes;
  for (const Record& record : recorded()) bytes.push_back(record.bytes);
  EXPECT_EQ(bytes, (std::vector<int>{2, 1, 1}));
}

TEST_F(ThreadTest, AStoreOfAStringMoveNamesTheLoadOfItsLine) {
  const Block& move = block({kRepeatedMove});
  for (std::uint64_t i = 0; i < 16; ++i) {  // downwards, in two lines
    thread_->start(move);
    load(0x5078 - 8 * i, 0);
    store(0x6078 - 8 * i, 0);
    thread_->finish(i < 15 ? move.address : move.end);
  }
  const auto records = recorded();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[0].value, 0x5040U);
  EXPECT_EQ(records[1].value, 0x6040U);
  EXPECT_EQ(records[1].after[0], 1);
  EXPECT_EQ(records[2].value, 0x5000U);
  EXPECT_EQ(records[3].value, 0x6000U);
  EXPECT_EQ(records[3].after[0], 1);
}

TEST_F(ThreadTest, WorkAndRecordsAddUpToTheInstructions) {
  thread_->start(block({kNothing, kLoadRaxRdi, kNothing, kStoreRdiRax, kNothing}));
  load(0x5000, 1);
  store(0x5000, 3);
  thread_->finish(0);
  std::uint64_t sum = 0;
  for (const Record& record : recorded()) sum += record.work + 1;
  EXPECT_EQ(sum + last_work_ + totals_.work, 5U);
  EXPECT_EQ(totals_.program_accesses, 2U);
}

TEST_F(ThreadTest, TheSecondRecordOfAnInstructionIsTakenFromTheWorkOfTheNext) {
  thread_->start(block({kAddRdiRax, kNothing, kNothing, kLoadRaxRdi}));
  load(0x5000, 0);
  store(0x5000, 0);
  load(0x6000, 3);
  thread_->finish(0);
  const auto records = recorded();
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].work + records[1].work, 0U);
  EXPECT_EQ(records[2].work, 1U);
}

TEST_F(ThreadTest, AnAtomicOnACleanLineStaysAnAtomic) {
  recorded();
  remake(512);
  thread_->start(block({kLoadRaxRdi, kLockedAdd}));
  load(0x5000, 0);
  load(0x5000, 1);
  store(0x5000, 1);
  thread_->finish(0);
  const auto records = recorded();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[1].kind, EventKind::kAtomic);
}

TEST_F(ThreadTest, AWriteBackIsRecordedBeforeTheInstructionThatCausesIt) {
  recorded();
  remake(512);  // one set of eight lines
  const Block& one = block({kNothing, kStoreRdiRax});
  for (std::uint64_t line = 0; line < 9; ++line) {
    thread_->start(one);
    store(0x5000 + 64 * line, 1);
    thread_->finish(0x1000);
  }
  const auto records = recorded();
  ASSERT_EQ(records.size(), 10U);
  EXPECT_EQ(records[8].kind, EventKind::kWriteBack);
  EXPECT_EQ(records[8].value, 0x5000U);
  EXPECT_EQ(records[8].work, 1U);
  EXPECT_EQ(records[9].work, 0U);
}

TEST_F(ThreadTest, UndecodedInstructionsOfAllBlocksCount) {
  recorded();
  remake(0);
  const std::string unknown = "\x06";  // invalid in 64-bit mode
  for (int i = 0; i < 3; ++i) {
    thread_->start(block({kNothing, unknown}));
    thread_->finish(0x1000);
  }
  thread_->start(block({kNothing}));
  thread_->finish(0);
  EXPECT_EQ(thread_->unknown(), 3U);
}

TEST_F(ThreadTest, WhatTheFilterHoldsHandsOnWhatItWaitsFor) {
  remake(4096);
  recorded();
  remake(4096);
  const Block& chase = block({kLoadRbxRax, kLoadRaxRdi, kLoadRbxRax});
  thread_->start(chase);  // brings the line of the load in the middle
  load(0x5000, 0);
  load(0x6000, 1);
  load(0x7000, 2);
  thread_->finish(0x1000);
  thread_->start(chase);
  load(0x8000, 0);  // depends on the load before last, which is stored from here on
  load(0x6000, 1);
  load(0x9000, 2);
  thread_->finish(0);
  const auto records = recorded();
  ASSERT_EQ(records.size(), 5U);
  EXPECT_EQ(records[3].after[0], 2);
  EXPECT_EQ(records[4].after[0], 0);  // the load of [rdi] is stored and waits for nothing
}

}  // namespace
}  // namespace starnuma::capture

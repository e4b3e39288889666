// SPDX-License-Identifier: Apache-2.0
// An external core between a standard initiator and a memory with constant latency.
#include "models/core/external_core.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "models/core/instruction_extension.h"
#include "tests/support/elaborate.h"
#include "tests/support/fixed_memory.h"
#include "tests/support/tlm_bench.h"

namespace starnuma::core {
namespace {

using namespace base::literals;
using protocol::AccessKind;
using test::TlmPayload;

constexpr std::uint64_t kLine = base::kLineBytes;

struct ExternalCoreTest : testing::Test {
  static constexpr std::uint64_t kBytes = 4 * kLine;

  ExternalCoreTest() {
    initiator.socket.bind(core.cpu_side);
    core.mem_side.bind(below.cpu_side);
    test::elaborate();
  }

  tlm::tlm_response_status status_of(TlmPayload& payload) {
    EXPECT_EQ(initiator.send(payload, 7_ns), 0_ns);
    return payload.get_response_status();
  }
  TlmPayload legal() { return {tlm::TLM_READ_COMMAND, 0, std::vector<unsigned char>(8)}; }
  double refused() const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    core.report(writer);
    return stats.back().value;
  }

  std::array<std::byte, kBytes> data{};
  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  ExternalCore core{"core", base::CoreId{5}, {data.data(), kBytes}};
  test::FixedMemory below{"below", 30_ns};
  test::TlmInitiator initiator{"initiator"};
};

TEST_F(ExternalCoreTest, AddsTheLatencyToTheDelay) {
  test::let_pass(100_ns);
  EXPECT_EQ(initiator.read(8, 8, 20_ns), 30_ns);
  ASSERT_EQ(below.seen.size(), 1u);
  EXPECT_EQ(below.seen[0].issued, 120_ns);
  EXPECT_EQ(below.seen[0].time, 120_ns);
  EXPECT_EQ(below.seen[0].address.value, 8u);
  EXPECT_EQ(below.seen[0].core, base::CoreId{5});
  EXPECT_EQ(below.seen[0].kind, AccessKind::kLoad);
  EXPECT_EQ(core.instructions(), 1);
}

TEST_F(ExternalCoreTest, ReadsWhatWasWritten) {
  initiator.write(kLine + 3, {1, 2, 3});
  EXPECT_EQ(below.seen[0].kind, AccessKind::kStore);
  TlmPayload read(tlm::TLM_READ_COMMAND, kLine + 2, std::vector<unsigned char>(4, 9));
  initiator.send(read);
  EXPECT_EQ(read.bytes, (std::vector<unsigned char>{0, 1, 2, 3}));
}

TEST_F(ExternalCoreTest, SendsEachLineOfATransactionOnceAndAllAtItsStart) {
  below.watch = [this](const protocol::Access& access) {
    below.queue = access.address.value == kLine ? 15_ns : 0_ns;
  };
  EXPECT_EQ(initiator.read(kLine - 4, kLine + 8), 45_ns) << "the slowest line ends it";
  ASSERT_EQ(below.seen.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(below.seen[i].address.value, i == 0 ? kLine - 4 : i * kLine);
    EXPECT_EQ(below.seen[i].time, 0_ns);
  }
  EXPECT_EQ(core.instructions(), 1);
}

TEST_F(ExternalCoreTest, InSystemCTimeLinesOverlapAndTheCallerWaitsForAll) {
  core.deliver_in(dispatcher);
  std::vector<base::Time> sent;
  below.watch = [&](const protocol::Access& access) {
    sent.push_back(kernel::now());
    dispatcher.wait_until(access.time + (access.address.value == kLine ? 45_ns : 30_ns));
  };
  base::Time returned;
  sc_core::sc_spawn([&] {
    initiator.read(kLine - 4, 8);
    returned = kernel::now();
  });
  sc_core::sc_start();
  EXPECT_EQ(sent, std::vector<base::Time>(2, 0_ns));
  EXPECT_EQ(returned, 45_ns);
}

TEST_F(ExternalCoreTest, AWholeLineIsOneAccess) {
  initiator.read(kLine, kLine);
  EXPECT_EQ(below.seen.size(), 1u);
}

TEST_F(ExternalCoreTest, RefusesAddressesBeyondTheMemory) {
  TlmPayload last(tlm::TLM_READ_COMMAND, kBytes - 8, std::vector<unsigned char>(8));
  initiator.send(last);
  EXPECT_TRUE(last.is_response_ok());
  for (std::uint64_t address : {kBytes - 7, kBytes, std::numeric_limits<std::uint64_t>::max()}) {
    TlmPayload payload = legal();
    payload.set_address(address);
    EXPECT_EQ(status_of(payload), tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
  }
  EXPECT_EQ(below.seen.size(), 1u);
  EXPECT_EQ(refused(), 3);
}

TEST_F(ExternalCoreTest, RefusesByteEnablesStreamingAndEmptyTransactions) {
  TlmPayload enables = legal();
  std::array<unsigned char, 8> mask{};
  enables.set_byte_enable_ptr(mask.data());
  enables.set_byte_enable_length(8);
  EXPECT_EQ(status_of(enables), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  TlmPayload streaming = legal();
  streaming.set_streaming_width(4);
  EXPECT_EQ(status_of(streaming), tlm::TLM_BURST_ERROR_RESPONSE);
  TlmPayload empty = legal();
  empty.set_data_length(0);
  EXPECT_EQ(status_of(empty), tlm::TLM_BURST_ERROR_RESPONSE);
  TlmPayload nowhere = legal();
  nowhere.set_data_ptr(nullptr);
  EXPECT_EQ(status_of(nowhere), tlm::TLM_GENERIC_ERROR_RESPONSE);
  TlmPayload unknown = legal();
  unknown.set_command(static_cast<tlm::tlm_command>(3));  // the undefined fourth command
  EXPECT_EQ(status_of(unknown), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_TRUE(below.seen.empty());
  EXPECT_EQ(core.instructions(), 0);
}

TEST_F(ExternalCoreTest, DoesNothingForTheIgnoreCommand) {
  TlmPayload payload = legal();
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  EXPECT_EQ(status_of(payload), tlm::TLM_OK_RESPONSE);
  EXPECT_TRUE(below.seen.empty());
}

TEST_F(ExternalCoreTest, CountsTheInstructionsThatATransactionSaysItStandsFor) {
  InstructionExtension twelve(12);
  TlmPayload said = legal();
  said.set_extension(&twelve);
  EXPECT_EQ(initiator.send(said), 30_ns);
  said.clear_extension(&twelve);
  initiator.read(0, 8);
  EXPECT_EQ(core.instructions(), 13);
  InstructionExtension fewer(-1);
  TlmPayload wrong = legal();
  wrong.set_extension(&fewer);
  EXPECT_EQ(status_of(wrong), tlm::TLM_GENERIC_ERROR_RESPONSE);
  wrong.clear_extension(&fewer);
  EXPECT_EQ(core.instructions(), 13);
}

TEST_F(ExternalCoreTest, DebugTransportMovesDataWithoutTime) {
  TlmPayload write(tlm::TLM_WRITE_COMMAND, kBytes - 2, {4, 5, 6});
  EXPECT_EQ(initiator.socket->transport_dbg(write), 2u) << "only the bytes that exist";
  TlmPayload read(tlm::TLM_READ_COMMAND, kBytes - 2, std::vector<unsigned char>(2));
  EXPECT_EQ(initiator.socket->transport_dbg(read), 2u);
  EXPECT_EQ(read.bytes, (std::vector<unsigned char>{4, 5}));
  TlmPayload beyond(tlm::TLM_READ_COMMAND, kBytes, std::vector<unsigned char>(2));
  EXPECT_EQ(initiator.socket->transport_dbg(beyond), 0u);
  EXPECT_TRUE(below.seen.empty());
}

TEST_F(ExternalCoreTest, DeniesDirectMemoryAccess) {
  TlmPayload payload = legal();
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(payload, dmi));
  payload.set_dmi_allowed(true);
  initiator.send(payload);
  EXPECT_FALSE(payload.is_dmi_allowed());
}

}  // namespace
}  // namespace starnuma::core

// SPDX-License-Identifier: Apache-2.0
// A whole machine driven from outside by a standard TLM-2.0 initiator.
#include "platforms/assembly/machine/bare_machine.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "tests/support/elaborate.h"
#include "tests/support/machine_bench.h"
#include "tests/support/tlm_bench.h"

namespace starnuma::test {
namespace {

using namespace base::literals;
using assembly::BareMachine;

constexpr std::uint64_t kPage = base::kPageBytes;

assembly::MachineConfig bare_config(const std::string& name, std::vector<std::string> sets = {}) {
  sets.emplace_back("placement.policy=first_touch");
  return machine(name, sets);
}

/// Returns the homes of one page per node, in order.
std::vector<base::NodeId> page_per_node(const assembly::MachineConfig& config) {
  std::vector<base::NodeId> homes;
  for (int n = 0; n < config.nodes(); ++n) homes.push_back(static_cast<base::NodeId>(n));
  return homes;
}

struct BareMachineTest : testing::Test {
  BareMachineTest() {
    initiator.socket.bind(bare.core(0, 0).cpu_side);
    other.socket.bind(bare.core(9, 3).cpu_side);
  }

  assembly::MachineConfig config = bare_config("starnuma16");
  BareMachine bare{"machine", config, page_per_node(config)};
  TlmInitiator initiator{"initiator"};
  TlmInitiator other{"other"};
};

TEST_F(BareMachineTest, AnswersColdReadsInTheUnloadedTimeOfEveryHome) {
  elaborate();
  const analysis::Unloaded unloaded(config);
  for (int home = 0; home < config.nodes(); ++home) {
    const std::uint64_t page = static_cast<std::uint64_t>(home) * kPage;
    initiator.read(page + kPage - 8, 8);  // loads the translation
    let_pass(2000_ns);
    EXPECT_EQ(initiator.read(page + kPage / 2, 8),
              unloaded.access(base::SocketId{0}, static_cast<base::NodeId>(home)))
        << home;
    let_pass(2000_ns);
  }
}

TEST_F(BareMachineTest, KeepsItsCachesCoherent) {
  elaborate();
  initiator.write(5 * kPage, {42});
  let_pass(2000_ns);
  TlmPayload read(tlm::TLM_READ_COMMAND, 5 * kPage, {0});
  other.read(6 * kPage - 8, 8);
  let_pass(2000_ns);
  const analysis::Unloaded unloaded(config);
  EXPECT_EQ(other.send(read),
            unloaded.block_transfer(base::SocketId{9}, base::SocketId{0}, base::NodeId{5}, true));
  EXPECT_EQ(read.bytes[0], 42);
  let_pass(2000_ns);
  EXPECT_LT(other.read(5 * kPage, 8), 5_ns) << "an L1 hit";
}

TEST_F(BareMachineTest, ServesNonBlockingInitiatorsToo) {
  elaborate();
  TlmPayload payload(tlm::TLM_READ_COMMAND, 0, std::vector<unsigned char>(8));
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  int answers = 0;
  initiator.on_answer = [&] { ++answers; };
  EXPECT_EQ(initiator.socket->nb_transport_fw(payload, phase, delay), tlm::TLM_ACCEPTED);
  EXPECT_EQ(answers, 0);
  let_pass(5000_ns);
  EXPECT_EQ(answers, 1);
  EXPECT_TRUE(payload.is_response_ok());
}

TEST_F(BareMachineTest, ReportsEveryBoxUnderItsPath) {
  elaborate();
  initiator.read(0, 8);
  std::vector<accounting::Stat> stats;
  bare.machine().report(stats);
  const auto value = [&](const std::string& path) {
    for (const accounting::Stat& stat : stats) {
      if (stat.path == path) return stat.value;
    }
    return -1.0;
  };
  EXPECT_EQ(value("machine.socket0.core0.instructions"), 1);
  EXPECT_EQ(value("machine.socket9.core3.instructions"), 0);
  EXPECT_EQ(bare.machine().instructions(), 1);
  EXPECT_TRUE(bare.machine().finished());
}

TEST_F(BareMachineTest, HasNoCoresBeyondItsOwn) {
  EXPECT_THROW(bare.core(16, 0), base::InputError);
  EXPECT_THROW(bare.core(0, 4), base::InputError);
  EXPECT_THROW(bare.core(-1, 0), base::InputError);
}

TEST(BareMachine, RefusesWhatItWouldNotCarryOut) {
  const std::vector<base::NodeId> homes{base::NodeId{0}};
  EXPECT_THROW(BareMachine("a", machine("starnuma16"), homes), base::InputError) << "its oracle";
  const std::vector<std::string> moving{"placement.policy=perfect_knowledge"};
  EXPECT_THROW(BareMachine("b", machine("baseline16", moving), homes), base::InputError);
  EXPECT_THROW(BareMachine("c", bare_config("starnuma16_t16", {"tracking.impl=rtl"}), homes),
               base::InputError);
  BareMachine("d", bare_config("starnuma16_t16", {"tracking.impl=model"}), homes);
}

/// Reads once a microsecond, then ends or waits forever.
class Reader : public sc_core::sc_module {
 public:
  Reader(const sc_core::sc_module_name& name, bool ends)
      : sc_module(name), initiator("initiator"), ends_(ends) {
    SC_HAS_PROCESS(Reader);
    SC_THREAD(read);
  }
  TlmInitiator initiator;

 private:
  void read() {
    for (int i = 0; i < 3; ++i) {
      initiator.read(0, 8);
      sc_core::wait(1, sc_core::SC_US);
    }
    if (!ends_) sc_core::wait(never_);
  }
  bool ends_;
  sc_core::sc_event never_{"never"};
};

TEST(BareMachine, SaysWhichInitiatorsStillWaitWhenNothingHappensAnyMore) {
  BareMachine bare("machine", bare_config("starnuma16"), {base::NodeId{0}});
  Reader done("done", true);
  Reader stuck("stuck", false);
  done.initiator.socket.bind(bare.core(0, 0).cpu_side);
  stuck.initiator.socket.bind(bare.core(3, 1).cpu_side);
  EXPECT_EQ(
      bare.run_to_end(),
      std::vector<std::string>{"stuck.read still waits, at 3 us; it drives machine.socket3.core1"});
}

TEST(BareMachine, RefusesPagesThatHaveNoPlace) {
  const assembly::MachineConfig config = bare_config("baseline16");
  EXPECT_THROW(BareMachine("a", config, {}), base::InputError);
  EXPECT_THROW(BareMachine("b", config, {base::NodeId{16}}), base::InputError);
  const auto small = bare_config("baseline16", {"socket.memory.capacity_per_channel=8 KiB"});
  EXPECT_THROW(BareMachine("c", small, std::vector<base::NodeId>(3, base::NodeId{2})),
               base::InputError);
}

}  // namespace
}  // namespace starnuma::test

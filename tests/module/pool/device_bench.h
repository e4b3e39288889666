// SPDX-License-Identifier: Apache-2.0
// A multi-headed device between a mock fabric of four hosts and a mock memory.
#pragma once

#include <gtest/gtest.h>

#include "models/pool/multi_headed_device.h"
#include "tests/support/message_bench.h"

namespace starnuma::test {

using protocol::Message;
using protocol::cxl::Op;

inline constexpr base::AgentMap kAgents{4, 1};
inline constexpr base::NodeId kPool{4};
inline constexpr int kDeviceAgent = 4 + 4;
inline constexpr base::Time kDirectory{6'000};
inline constexpr base::Time kMemory{50'000};
inline constexpr base::LineAddress kLine = base::LineAddress::of(kPool, 16);

/// A snoop filter of four sets of two ways: every fourth line shares a set.
inline constexpr int kFilterWays = 2;
inline constexpr int kFilterLines = 8;
inline base::LineAddress same_set(int n) {
  return {kLine.value + static_cast<std::uint64_t>(4 * n)};
}

class DeviceParts : public sc_core::sc_module {
 public:
  explicit DeviceParts(const sc_core::sc_module_name& name, int sector_lines = 1,
                       std::optional<int> speculative_entries = {})
      : sc_module(name), sector_lines_(sector_lines), speculative_entries_(speculative_entries) {
    for (std::size_t head = 0; head < 4; ++head) {
      device.head_out[head].bind(fabric.from_agent[head]);
      fabric.to_agent[head].bind(device.head_in[head]);
    }
    device.mem_side[0].bind(memory.mem_side);
  }

  /// Sends `op` of `host` at `time`; returns the messages that the device sends.
  std::vector<SentMessage> send(base::Time time, Op op, int host, base::LineAddress line = kLine) {
    return fabric.send(time, host, kDeviceAgent,
                       Message::of(op, line, static_cast<base::SocketId>(host)));
  }
  /// Sends the MemWr of a dirty owner that was snooped.
  std::vector<SentMessage> write_back(base::Time time, int host, base::LineAddress line = kLine) {
    Message message = Message::of(Op::kMemWr, line, static_cast<base::SocketId>(host));
    message.answers_snoop = true;
    return fabric.send(time, host, kDeviceAgent, message);
  }
  /// Makes hosts 1 and 3 share the line; complete at 10 us.
  void share_by_1_and_3() {
    send(base::Time(0), Op::kMemRdShared, 1);
    send(base::Time(1'000'000), Op::kMemRdShared, 3);
    send(base::Time(1'200'000), Op::kBIRspS, 1);
  }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    device.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    throw std::runtime_error("no statistic " + name);
  }

 private:
  pool::DeviceConfig config() const {
    pool::DeviceConfig config{
        base::Time(7'000), kDirectory, kFilterWays, {}, base::Bytes(64 * sector_lines_)};
    config.speculative_entries = speculative_entries_;
    return config;
  }

  int sector_lines_;
  std::optional<int> speculative_entries_;

 public:
  kernel::Dispatcher dispatcher;
  pool::MultiHeadedDevice device{"device",
                                 config(),
                                 {kPool,
                                  kAgents,
                                  4,
                                  {0, 1, 2, 3},
                                  1,
                                  base::Bytes(256),
                                  1,
                                  base::Bytes(64),
                                  static_cast<std::uint64_t>(kFilterLines* sector_lines_)},
                                 dispatcher};
  MockFabric fabric{"fabric", 4, dispatcher};
  MockMemory memory{"memory", kMemory};
};

/// DeviceParts after elaboration.
class DeviceBench : public DeviceParts {
 public:
  explicit DeviceBench(int sector_lines = 1, std::optional<int> speculative_entries = {})
      : DeviceParts("bench", sector_lines, speculative_entries) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
};

/// Expects exactly one message of kind `op` to `host` at `time`.
inline void expect_only(const std::vector<SentMessage>& sent, Op op, int host, base::Time time) {
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_TRUE(sent[0].is(op)) << "sent " << static_cast<int>(sent[0].message.cxl);
  EXPECT_EQ(sent[0].to, host);
  EXPECT_EQ(sent[0].from, kDeviceAgent);
  EXPECT_EQ(sent[0].time.ps(), time.ps());
}

}  // namespace starnuma::test

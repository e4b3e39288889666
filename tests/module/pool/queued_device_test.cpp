// SPDX-License-Identifier: Apache-2.0
// A device in queued delivery: levels of its load (DevLoad), and entries of its tables, which
// return once whatever the message.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "tests/module/pool/device_bench.h"

namespace starnuma::test::queued_device_test {
namespace {

using namespace base::literals;

constexpr int kEntries = 8;
const std::array<const char*, 4> kLevels = {"light", "optimal", "moderate", "severe"};

/// Device of `entries` requests and one write. It reports optimal, moderate and severe load from a
/// quarter, a half and three quarters of its entries on.
class QueuedDeviceParts : public sc_core::sc_module {
 public:
  QueuedDeviceParts(const sc_core::sc_module_name& name, int entries,
                    const std::optional<pool::QosConfig>& qos)
      : sc_module(name), device("device", config(entries, qos), place(), dispatcher) {
    for (std::size_t head = 0; head < 4; ++head) {
      device.head_out[head].bind(fabric.from_agent[head]);
      fabric.to_agent[head].bind(device.head_in[head]);
    }
    device.mem_side[0].bind(memory.mem_side);
    fabric.answer = [](const SentMessage& sent, kernel::Envelope& envelope,
                       kernel::Outbox& outbox) {
      if (!sent.is(Op::kBISnpInv) && !sent.is(Op::kBISnpData)) return;
      const auto host = static_cast<base::SocketId>(sent.to);
      outbox.reply_to(envelope).seal(static_cast<base::AgentId>(sent.to),
                                     base::AgentId{kDeviceAgent},
                                     Message::of(Op::kBIRspI, sent.message.line, host));
    };
  }
  static pool::DeviceConfig config(int entries, const std::optional<pool::QosConfig>& qos) {
    pool::DeviceConfig config{base::Time(7'000), kDirectory, kFilterWays, {}};
    config.queued.directory_interval = 1_ps;
    config.queued.request_entries = entries;
    config.queued.write_entries = 1;
    config.queued.optimal_load = 0.25;
    config.queued.moderate_load = 0.5;
    config.queued.severe_load = 0.75;
    config.queued.qos = qos;
    config.speculative_entries = 2;
    return config;
  }
  static pool::DevicePlace place() {
    pool::DevicePlace place{kPool, kAgents,         4, {0, 1, 2, 3}, 1, base::Bytes(256),
                            1,     base::Bytes(64), 64};
    place.queued = true;
    place.peak = base::Bandwidth(64'000'000'000);
    place.egress = {1_ns, 10_ns};
    return place;
  }

  void send(base::Time time, Op op, int host, base::LineAddress line) {
    fabric.send(time, host, kDeviceAgent, Message::of(op, line, static_cast<base::SocketId>(host)));
  }
  long answers(Op op) const {
    return std::count_if(fabric.sent.begin(), fabric.sent.end(),
                         [&](const SentMessage& sent) { return sent.is(op); });
  }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    device.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << name;
    return -1;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  pool::MultiHeadedDevice device;
  MockFabric fabric{"fabric", 4, dispatcher};
  MockMemory memory{"memory", kMemory};
};

/// QueuedDeviceParts after elaboration.
class QueuedDevice : public QueuedDeviceParts {
 public:
  explicit QueuedDevice(int entries = kEntries, const std::optional<pool::QosConfig>& qos = {})
      : QueuedDeviceParts("bench", entries, qos) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
};

base::LineAddress line(int n) { return {kLine.value + static_cast<std::uint64_t>(n)}; }

/// Number of requests that are in the device at once.
class DevLoadLevels : public testing::TestWithParam<int> {};

TEST_P(DevLoadLevels, BeginAtTheirShareOfTheEntriesExactly) {
  const int requests = GetParam();
  QueuedDevice bench;
  for (int n = 0; n < requests; ++n) bench.send(0_ns, Op::kMemRdOwn, n % 4, line(n));
  sc_core::sc_start();
  const std::size_t level = requests < 2 ? 0 : requests < 4 ? 1 : requests < 6 ? 2 : 3;
  ASSERT_EQ(bench.fabric.sent.size(), static_cast<std::size_t>(requests));
  for (const SentMessage& sent : bench.fabric.sent) EXPECT_EQ(sent.message.dev_load, level);
  for (std::size_t l = 0; l < kLevels.size(); ++l) {
    EXPECT_EQ(bench.stat(std::string("dev_load.") + kLevels[l]), l == level ? 1 : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Requests, DevLoadLevels, testing::Range(1, kEntries + 1));

TEST(QueuedDevice, AMemSpecRdTakesAnEntryOnlyWhileItWaits) {
  QueuedDevice bench;
  for (int n = 0; n < 4 * kEntries; ++n) bench.send(1000_ns * n, Op::kMemSpecRd, 1, line(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.device.ingress()->load(), 0);
  EXPECT_EQ(bench.device.ingress()->requests_of(1), 0);
  bench.send(kernel::now(), Op::kMemRdOwn, 1, line(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.stat("speculative_reads.used"), 1);
  EXPECT_EQ(bench.memory.reads, 1);
}

/// Number of requests in the device when a MemSpecRd arrives, which counts until it is handled.
class DroppedMemSpecRd : public testing::TestWithParam<int> {};

TEST_P(DroppedMemSpecRd, IsOneThatMeetsAtLeastModerateLoad) {
  const int requests = GetParam();
  QueuedDevice bench;
  for (int n = 0; n < requests; ++n) bench.send(0_ns, Op::kMemRdOwn, 1, line(n));
  bench.send(1_ns, Op::kMemSpecRd, 1, line(requests));
  sc_core::sc_start();
  EXPECT_EQ(bench.stat("speculative_reads.dropped"), requests + 1 < kEntries / 2 ? 0 : 1);
}

INSTANTIATE_TEST_SUITE_P(Requests, DroppedMemSpecRd, testing::Range(0, kEntries - 1));

TEST(QueuedDevice, OnlyResponsesReportALoad) {
  QueuedDevice bench;
  bench.send(0_ns, Op::kMemRdOwn, 1, line(0));
  sc_core::sc_start();
  for (int n = 0; n < kEntries; ++n) bench.send(1000_ns, Op::kMemRdOwn, 2, line(n));
  sc_core::sc_start();
  int snoops = 0;
  for (const SentMessage& sent : bench.fabric.sent) {
    if (!sent.is(Op::kBISnpInv)) continue;
    ++snoops;
    EXPECT_EQ(sent.message.dev_load, 0);
  }
  EXPECT_EQ(snoops, 1);
  EXPECT_GT(bench.stat("dev_load.severe"), 0);
}

/// Levels that the responses to a host report.
std::vector<int> levels_of(const QueuedDevice& bench, int host) {
  std::vector<int> levels;
  for (const SentMessage& sent : bench.fabric.sent) {
    if (sent.to == host) levels.push_back(sent.message.dev_load);
  }
  return levels;
}

/// The overload begins at 4 requests; the share of head 0 is 2.5.
pool::QosConfig most_of_it_for_head_0() {
  pool::QosConfig qos;
  qos.shares = base::Weights{{5, 1, 1, 1}};
  return qos;
}

TEST(QueuedDevice, AHeadBelowItsShareReportsNoOverload) {
  QueuedDevice bench(kEntries, most_of_it_for_head_0());
  for (int n = 0; n < 2; ++n) bench.send(0_ns, Op::kMemRdOwn, 0, line(n));
  for (int n = 2; n < kEntries; ++n) bench.send(0_ns, Op::kMemRdOwn, 1, line(n));
  sc_core::sc_start();
  EXPECT_EQ(levels_of(bench, 0), (std::vector<int>{1, 1}));
  EXPECT_EQ(levels_of(bench, 1), (std::vector<int>(6, 3)));
  EXPECT_EQ(bench.stat("dev_load.head0.overload"), 0);
  EXPECT_EQ(bench.stat("dev_load.head1.overload"), 1);
}

TEST(QueuedDevice, AHeadAtItsShareReportsTheLevelOfTheDevice) {
  QueuedDevice bench(kEntries, most_of_it_for_head_0());
  for (int n = 0; n < 3; ++n) bench.send(0_ns, Op::kMemRdOwn, 0, line(n));
  for (int n = 3; n < kEntries; ++n) bench.send(0_ns, Op::kMemRdOwn, 1, line(n));
  sc_core::sc_start();
  EXPECT_EQ(levels_of(bench, 0), (std::vector<int>{3, 3, 3}));
}

TEST(QueuedDevice, ALimitSpacesTheLinesOfItsHead) {
  pool::QosConfig qos;
  qos.limits = base::Weights{{0, 10, 0, 0}};  // 6.4 GB/s: a line per 10 ns
  QueuedDevice bench(kEntries, qos);
  for (int n = 0; n < 3; ++n) bench.send(0_ns, Op::kMemRdOwn, 1, line(n));
  for (int n = 3; n < 6; ++n) bench.send(0_ns, Op::kMemRdOwn, 2, line(n));
  sc_core::sc_start();
  std::array<int, 2> answers{};
  for (const SentMessage& sent : bench.fabric.sent) {
    const bool limited = sent.to == 1;
    const base::Time spaced = limited ? 10_ns * answers[0] : 0_ns;
    EXPECT_NEAR((sent.time - spaced - kDirectory - kMemory).ps(), 0, 5) << sent.to;
    ++answers[limited ? 0 : 1];
  }
  EXPECT_EQ(answers, (std::array<int, 2>{3, 3}));
}

TEST(EgressMeter, CountsTheSamplesInWhichAMessageWaits) {
  pool::EgressMeter meter(2_ns);
  // Message n arrives at 10 n and starts at 20 n, so one waits from 10 to 180 ns.
  for (int n = 0; n < 10; ++n) meter.sent(10_ns * n, 20_ns);
  EXPECT_EQ(meter.percent(200_ns), 85);
  EXPECT_EQ(meter.percent(380_ns), 0);
}

TEST(EgressMeter, IsZeroWithoutWaits) {
  pool::EgressMeter meter(2_ns);
  for (int n = 0; n < 10; ++n) meter.sent(20_ns * n, 20_ns);
  EXPECT_EQ(meter.percent(200_ns), 0);
}

/// Every message of a host-owned line, on more lines than there are entries.
TEST(QueuedDevice, EntriesReturnOnceWhateverTheMessage) {
  constexpr int kLines = 24;
  QueuedDevice bench(2);
  const auto to_all = [&](Op op, int host, base::Time time) {
    for (int n = 0; n < kLines; ++n) bench.send(time, op, host, line(n));
    sc_core::sc_start();
    EXPECT_EQ(bench.device.ingress()->load(), 0);
    EXPECT_TRUE(bench.device.idle());
  };
  to_all(Op::kMemRdOwn, 1, 0_ns);
  EXPECT_EQ(bench.answers(Op::kMemDataE), kLines);
  to_all(Op::kMemClnEvct, 1, 10'000_ns);
  EXPECT_EQ(bench.answers(Op::kCmp), kLines);
  to_all(Op::kMemRdOwn, 2, 20'000_ns);
  to_all(Op::kMemWr, 2, 30'000_ns);
  EXPECT_EQ(bench.answers(Op::kCmp), kLines);
  EXPECT_EQ(bench.memory.writes, kLines);
  to_all(Op::kMemRdOwn, 3, 40'000_ns);
  to_all(Op::kMemRdOwn, 0, 50'000_ns);  // each snoops host 3
  EXPECT_EQ(bench.answers(Op::kBISnpInv), kLines);
  EXPECT_EQ(bench.answers(Op::kMemDataE), kLines);
  EXPECT_EQ(bench.stat("back_invalidations"), kLines);
}

TEST(QueuedDevice, AnEntryIsHeldUntilTheAnswer) {
  QueuedDevice bench(1);
  for (int n = 0; n < 4; ++n) bench.send(0_ns, Op::kMemRdOwn, 1, line(n));
  sc_core::sc_start();
  ASSERT_EQ(bench.fabric.sent.size(), 4U);
  for (int n = 0; n < 4; ++n) {
    EXPECT_EQ(bench.fabric.sent[static_cast<std::size_t>(n)].time,
              (kDirectory + kMemory) * (n + 1));
  }
}

TEST(QueuedDevice, ASnoopFollowsTheAnswerToTheRequestBefore) {
  QueuedDevice bench;
  bench.send(0_ns, Op::kMemRdOwn, 1, line(0));
  bench.send(10_ns, Op::kMemRdOwn, 2, line(0));
  sc_core::sc_start();
  const auto snoop = std::find_if(bench.fabric.sent.begin(), bench.fabric.sent.end(),
                                  [](const SentMessage& sent) { return sent.is(Op::kBISnpInv); });
  ASSERT_NE(snoop, bench.fabric.sent.end());
  EXPECT_EQ(snoop->time, kDirectory + kMemory + kDirectory);  // the retry takes another look-up
  EXPECT_EQ(snoop->ledger.ps[static_cast<std::size_t>(accounting::LatencyKind::kLineQueue)],
            (kMemory - 10_ns + kDirectory).ps());
}

TEST(QueuedDevice, CountsRequestsThatWaitAndEvictionsUntilAReset) {
  constexpr int kSets = 64 / kFilterWays;
  QueuedDevice bench;
  bench.send(0_ns, Op::kMemRdOwn, 1, line(0));
  for (int n = 1; n <= kFilterWays + 1; ++n) {
    bench.send(0_ns, Op::kMemRdOwn, 3, line(1 + n * kSets));
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.stat("snoop_filter.evictions"), 1);
  bench.device.reset_statistics();
  bench.fabric.answer = {};  // the snooped host does not answer yet
  bench.send(1000_ns, Op::kMemRdOwn, 2, line(0));
  bench.send(1010_ns, Op::kMemRdOwn, 3, line(0));
  bench.send(1020_ns, Op::kMemRdOwn, 0, line(0));
  sc_core::sc_start();
  EXPECT_EQ(bench.stat("requests.waited"), 2);
  EXPECT_EQ(bench.device.requests_waiting(), 2U);
  EXPECT_EQ(bench.stat("snoops.ownership"), 1);
  EXPECT_EQ(bench.stat("snoops.fan_out.mean"), 1);
  bench.device.reset_statistics();
  for (const char* const name : {"requests.waited", "snoop_filter.evictions", "requests",
                                 "back_invalidations", "dev_load.light", "dev_load.optimal"}) {
    EXPECT_EQ(bench.stat(name), 0) << name;
  }
}

}  // namespace
}  // namespace starnuma::test::queued_device_test

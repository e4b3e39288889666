// SPDX-License-Identifier: Apache-2.0
// The device with the directory RTL between a mock fabric of four hosts and a mock memory.
#include "rtl/directory_slice/shell/compared_device.h"
#include "models/kernel/queued_dispatcher.h"
#include "tests/module/pool/device_bench.h"
#include "tests/support/elaborate.h"

namespace starnuma::test::compared_device {
namespace {

constexpr base::Time kStart{1'000'000};
constexpr base::Time kLater{1'000'000};

/// Engine around another one.
class Wrapped : public rtl::DirectoryEngine {
 public:
  explicit Wrapped(std::unique_ptr<rtl::DirectoryEngine> engine) : engine_(std::move(engine)) {}
  const rtl::DirectoryShape& shape() const override { return engine_->shape(); }
  rtl::DirectoryOutputs cycle(const rtl::DirectoryPinInputs& in, base::Time time) override {
    return engine_->cycle(in, time);
  }
  bool tick(base::Time time) override { return engine_->tick(time); }
  std::uint64_t ticks() const override { return engine_->ticks(); }
  void start_trace(const std::filesystem::path&, rtl::TraceWindow) override {}
  std::vector<rtl::TracedPiece> finish_trace() override { return {}; }

 private:
  std::unique_ptr<rtl::DirectoryEngine> engine_;
};

/// Engine whose commits contain a wrong host from the second one on.
class WrongSharers : public Wrapped {
 public:
  using Wrapped::Wrapped;
  rtl::DirectoryOutputs cycle(const rtl::DirectoryPinInputs& in, base::Time time) override {
    rtl::DirectoryOutputs out = Wrapped::cycle(in, time);
    for (auto& commit : out.commit) {
      if (commit && ++commits_ > 1) commit->sharers ^= 4;
    }
    return out;
  }

 private:
  int commits_ = 0;
};

/// Engine that receives each memory response for another entry, which has no read outstanding.
class WrongEntry : public Wrapped {
 public:
  using Wrapped::Wrapped;
  rtl::DirectoryOutputs cycle(const rtl::DirectoryPinInputs& in, base::Time time) override {
    rtl::DirectoryPinInputs wrong = in;
    for (auto& response : wrong.mem_rsp) {
      if (response) response->id ^= 1;
    }
    return Wrapped::cycle(wrong, time);
  }
};

pool::DevicePlace place() {
  pool::DevicePlace place{kPool, kAgents,         4, {0, 1, 2, 3}, 1, base::Bytes(256),
                          1,     base::Bytes(64), 64};
  place.queued = true;
  return place;
}

pool::DeviceConfig config() {
  pool::DeviceConfig config{base::Time(7'000), kDirectory, 16, {}};
  config.queued = {base::Time(500), 2, timing::Arbitration::kRoundRobin, 64, 64, 1, 2, 3};
  return config;
}

std::unique_ptr<rtl::DirectoryEngine> make_engine(
    rtl::Assertions assertions = rtl::Assertions::kOff) {
  return rtl::make_directory_engine(rtl::shape_of(config(), place()), assertions);
}

class RtlBench : public sc_core::sc_module {
 public:
  explicit RtlBench(std::unique_ptr<rtl::DirectoryEngine> engine = make_engine())
      : sc_module(sc_core::sc_module_name("bench")) {
    device = std::make_unique<rtl::ComparedDevice>("device", config(), place(), dispatcher,
                                                   std::move(engine));
    for (std::size_t head = 0; head < 4; ++head) {
      device->head_out[head].bind(fabric.from_agent[head]);
      fabric.to_agent[head].bind(device->head_in[head]);
    }
    device->mem_side[0].bind(memory.mem_side);
    elaborate();
  }

  /// Sends a message at `time` and drains the system; returns the messages of the device.
  const std::vector<SentMessage>& send(base::Time time, Op op, int host) {
    fabric.sent.clear();
    dispatcher.execute(fabric, [&](kernel::Outbox& outbox) {
      outbox.start(time).seal(static_cast<base::AgentId>(host),
                              static_cast<base::AgentId>(kDeviceAgent),
                              Message::of(op, kLine, static_cast<base::SocketId>(host)));
    });
    sc_core::sc_start();
    return fabric.sent;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  MockFabric fabric{"fabric", 4, dispatcher};
  MockMemory memory{"memory", kMemory};
  std::unique_ptr<rtl::ComparedDevice> device;
};

/// Expects that a read of host 3 stops the run with a text that has these parts.
void expect_failure(RtlBench& bench, base::Time time, std::initializer_list<const char*> parts) {
  try {
    bench.send(time, Op::kMemRdOwn, 3);
    FAIL() << "the run goes on";
  } catch (const std::exception& error) {
    const std::string text = error.what();
    for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST(ComparedDevice, EachPathWithoutContentionTakesTheLatencyOfTheModel) {
  RtlBench bench;
  const auto& sent = bench.send(kStart, Op::kMemRdOwn, 1);
  expect_only(sent, Op::kMemDataE, 1, kStart + kDirectory + kMemory);
  EXPECT_EQ(sent[0].ledger.queue(), base::Time(0));
  expect_only(bench.send(kStart + kLater, Op::kMemRdOwn, 3), Op::kBISnpInv, 1,
              kStart + kLater + kDirectory);
  expect_only(bench.send(kStart + kLater * 2, Op::kBIRspI, 1), Op::kMemDataE, 3,
              kStart + kLater * 2 + kDirectory);
  EXPECT_TRUE(sent[0].message.via_owner);
  expect_only(bench.send(kStart + kLater * 3, Op::kMemClnEvct, 0), Op::kCmp, 0,
              kStart + kLater * 3 + kDirectory);
  expect_only(bench.send(kStart + kLater * 4, Op::kMemWr, 3), Op::kCmp, 3,
              kStart + kLater * 4 + kDirectory);
  EXPECT_EQ(bench.memory.writes, 1);
  EXPECT_TRUE(bench.device->idle());
  EXPECT_EQ(bench.device->filter_occupancy(), 0u);
}

TEST(ComparedDevice, AWriteBackIsCompletedWhenMemoryAcceptsIt) {
  RtlBench bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.memory.accepts_after = kMemory;
  expect_only(bench.send(kStart + kLater, Op::kMemWr, 1), Op::kCmp, 1,
              kStart + kLater + kDirectory + kMemory);
}

TEST(ComparedDevice, TheClockStopsWhileHostsAndMemoryAreAwaited) {
  RtlBench bench;
  const std::uint64_t before = bench.device->ticks();
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kStart + kLater, Op::kMemRdOwn, 3);
  bench.send(kStart + kLater * 2, Op::kBIRspI, 1);
  EXPECT_LT(bench.device->ticks() - before, 60u);  // the test takes 6000
}

TEST(ComparedDevice, ADifferenceStopsTheRunWithObjectTimeAndLine) {
  RtlBench bench(std::make_unique<WrongSharers>(make_engine()));
  bench.send(kStart, Op::kMemRdOwn, 1);
  expect_failure(bench, kStart + kLater, {"device at ", "the RTL differs", "sharers of line"});
}

TEST(ComparedDevice, AFailedAssertionNamesObjectTimeFileLineAndAssertion) {
  RtlBench bench(std::make_unique<WrongEntry>(make_engine(rtl::Assertions::kOn)));
  expect_failure(
      bench, kStart,
      {"device at ", " ns: sn_dir_pending.sv:", "Assertion failed in ", "AnswerIsExpected_A"});
}

}  // namespace
}  // namespace starnuma::test::compared_device

// SPDX-License-Identifier: Apache-2.0
// Random accesses of all cores to few lines, while faults are injected at random times and
// repaired. Every kind of fault has exactly the effects that its row of the table of outcomes
// allows.
#include <gtest/gtest.h>

#include <array>

#include "models/base/random.h"
#include "platforms/run/faults/fault_outcomes.h"
#include "tests/module/faults/fault_bench.h"

namespace starnuma::run {

void PrintTo(const FaultOutcome& outcome, std::ostream* out) { *out << outcome.name; }

}  // namespace starnuma::run

namespace starnuma::test {
namespace {

using base::NodeId;
using base::Time;
using protocol::AccessKind;
using ras::What;
using run::HardwareFault;
using run::HardwareFaultKind;
using Result = FaultBench::Result;

constexpr int kLines =
    24;  ///< Lines of each page: more than a set holds, few enough that accesses collide.
constexpr int kFaults = 150;
constexpr Time kTimeout{3'000'000};

/// Observed effects of a kind of fault.
struct Seen {
  bool poison = false;
  bool no_answer = false;
};

class RandomFaults {
 public:
  RandomFaults(FaultBench& bench, const run::FaultOutcome& outcome, std::uint64_t seed)
      : bench_(bench), outcome_(outcome), random_(seed) {}

  Seen run(int faults) {
    bench_.warm_up();
    for (int n = 0; n < faults && !testing::Test::HasFatalFailure(); ++n) {
      some_accesses();
      fault_ = n;
      inject();
      some_accesses();
      repair();
      heal();
    }
    return seen_;
  }

 private:
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }

  void some_accesses() {
    const int accesses = 1 + below(40);
    for (int i = 0; i < accesses && !testing::Test::HasFatalFailure(); ++i) {
      const auto kind = std::array{AccessKind::kLoad, AccessKind::kLoad, AccessKind::kStore,
                                   AccessKind::kAtomic, AccessKind::kFlush}[random_.below(5)];
      const bool whole = kind == AccessKind::kStore && below(4) == 0;
      const Result result =
          bench_.access(below(bench_.cores()), some_node(), below(kLines), kind, whole);
      seen_.poison = seen_.poison || result == Result::kPoison;
      seen_.no_answer = seen_.no_answer || result == Result::kNoAnswer;
    }
  }
  /// Half of the nodes are the pool.
  NodeId some_node() {
    const int node = below(2 * bench_.config().sockets());
    return node < bench_.config().sockets() ? static_cast<NodeId>(node) : bench_.pool();
  }
  Time now() const { return kernel_time(); }

  void inject() {
    run::Breakage& breakage = *bench_.breakage;
    const NodeId pool = bench_.pool();
    switch (outcome_.kind) {
      case HardwareFaultKind::kLinkDown: {
        // All links of a socket, so that no alternate route exists, or one of them.
        const int socket = below(bench_.config().sockets());
        const auto edges = bench_.edges_of(socket);
        const std::size_t first = random_.below(2) == 0 ? 0 : random_.below(edges.size());
        for (std::size_t e = first; e < (first == 0 ? edges.size() : first + 1); ++e) {
          edges_.push_back(edges[e]);
          breakage.take_link_down(edges[e], fault_, kTimeout, now());
        }
        break;
      }
      case HardwareFaultKind::kHeadRemoved:
        edges_ = {bench_.edge_named("cxl.socket" +
                                    std::to_string(below(bench_.config().sockets())) + "_pool")};
        breakage.remove_head(edges_[0], fault_, now());
        break;
      case HardwareFaultKind::kHeadReset: {
        edges_ = {bench_.edge_named("cxl.socket" +
                                    std::to_string(below(bench_.config().sockets())) + "_pool")};
        breakage.reset_head(edges_[0], fault_, some_pause(false), now());
        break;
      }
      case HardwareFaultKind::kHeadAdded:
        edges_ = {bench_.edge_named("cxl.socket" +
                                    std::to_string(below(bench_.config().sockets())) + "_pool")};
        breakage.reset_head(edges_[0], fault_, some_pause(true), now());
        break;
      case HardwareFaultKind::kFlr:
        break;
      case HardwareFaultKind::kCxlReset:
        breakage.reset_heads(pool, fault_, some_pause(below(2) == 0), now());
        if (below(2) == 0) {
          for (const base::LineAddress line : bench_.lines_of(pool)) {
            breakage.clear(line, fault_, now());
          }
        }
        break;
      case HardwareFaultKind::kDeviceReset:
        breakage.reset(pool, bench_.lines_of(pool), fault_, now());
        break;
      case HardwareFaultKind::kDeviceSilent:
        breakage.silence(pool, fault_, kTimeout, now());
        break;
      case HardwareFaultKind::kDeviceViral:
        breakage.make_viral(pool, fault_);
        break;
      case HardwareFaultKind::kMemoryCorrected:
        for (int i = 0; i < 8; ++i) breakage.flip(some_line(), fault_, now());
        break;
      case HardwareFaultKind::kMemoryUncorrected:
        for (int i = 0; i < 4; ++i) breakage.spoil(some_line(), fault_, now());
        break;
      case HardwareFaultKind::kMemoryScrub:
        for (int i = 0; i < 4; ++i) bench_.machine().scrub(some_line(), now());
        break;
      default:
        FAIL() << "nothing strikes for " << outcome_.name;
    }
  }
  run::Breakage::Pause some_pause(bool flushed) {
    return {now() + Time(1'000'000) * (1 + below(60)), flushed};
  }
  base::LineAddress some_line() { return bench_.line(some_node(), below(kLines)); }

  void repair() {
    run::Breakage& breakage = *bench_.breakage;
    for (const int edge : edges_) {
      if (outcome_.kind == HardwareFaultKind::kLinkDown) breakage.bring_link_up(edge, now());
      if (outcome_.kind != HardwareFaultKind::kLinkDown) breakage.return_head(edge, now());
    }
    edges_.clear();
    if (outcome_.kind == HardwareFaultKind::kCxlReset) {
      breakage.return_heads(bench_.pool(), now());
    }
    if (outcome_.kind == HardwareFaultKind::kDeviceSilent) {
      breakage.reset(bench_.pool(), bench_.lines_of(bench_.pool()), fault_, now());
    }
    if (outcome_.kind == HardwareFaultKind::kDeviceViral) {
      bench_.damage.make_viral(bench_.pool(), ras::kNoFault);
      breakage.reset(bench_.pool(), bench_.lines_of(bench_.pool()), fault_, now());
    }
  }
  /// Overwrites every poisoned line completely, from any core.
  void heal() {
    for (int node = 0; node <= bench_.config().sockets(); ++node) {
      for (int i = 0; i < kLines && !testing::Test::HasFatalFailure(); ++i) {
        const auto home = static_cast<NodeId>(node);
        if (!bench_.is_poison(bench_.line(home, i))) continue;
        EXPECT_EQ(bench_.access(below(bench_.cores()), home, i, AccessKind::kStore, true),
                  Result::kDone);
      }
    }
  }

  FaultBench& bench_;
  const run::FaultOutcome& outcome_;
  base::Random random_;
  int fault_ = 0;
  std::vector<int> edges_;
  Seen seen_;
};

class EveryFault : public testing::TestWithParam<run::FaultOutcome> {};

/// Kinds that need whole programs or several hosts have separate tests.
std::vector<run::FaultOutcome> on_one_host() {
  std::vector<run::FaultOutcome> rows;
  for (const run::FaultOutcome& row : run::kFaultOutcomes) {
    const bool fallback =
        row.kind <= HardwareFaultKind::kLinkHalfWidth || row.kind == HardwareFaultKind::kHostCrash;
    if (!fallback) rows.push_back(row);
  }
  return rows;
}

TEST_P(EveryFault, EndsAsItsRowSays) {
  constexpr std::uint64_t kSeed = 1;
  std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
  const run::FaultOutcome& outcome = GetParam();
  FaultBench bench("bench", small_machine());
  bench.damage.set_correction(Time(100'000));
  Seen seen;
  bench.run([&] { seen = RandomFaults(bench, outcome, kSeed).run(kFaults); });
  if (outcome.kind == HardwareFaultKind::kDeviceSilent ||
      outcome.kind == HardwareFaultKind::kDeviceViral) {
    seen.poison = outcome.poison;  // the reset that repairs it leaves poison of its own
  }
  EXPECT_EQ(seen.poison, outcome.poison);
  EXPECT_EQ(seen.no_answer, outcome.no_answer);
  EXPECT_EQ(bench.count(What::kLost) > 0, outcome.loses);
  for (const ras::Event& event : bench.damage.events()) EXPECT_NE(event.fault, ras::kNoFault);
}

INSTANTIATE_TEST_SUITE_P(RandomFaults, EveryFault, testing::ValuesIn(on_one_host()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace starnuma::test

// SPDX-License-Identifier: Apache-2.0
// Whole runs of multithreaded programs, each with a fault at a random time. They end, no stale data
// is read, every loss is reported, and unaffected programs have the right result.
//
// STARNUMA_FAULT_TIMES is the number of times of each kind.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "models/placement/policy.h"
#include "platforms/run/faults/fault_outcomes.h"
#include "platforms/run/simulation.h"
#include "tests/module/faults/versioned_traffic.h"
#include "tests/support/child_process.h"
#include "tests/support/deliveries.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

using base::Time;
using run::HardwareFault;
using run::HardwareFaultKind;

constexpr int kSteps = 400;
constexpr int kPrograms = 2;

int times() {
  const char* wanted = std::getenv("STARNUMA_FAULT_TIMES");
  return wanted != nullptr ? std::atoi(wanted) : 12;
}

/// A row of the table, in one delivery.
struct Case {
  run::FaultOutcome outcome;
  std::string delivery;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.outcome.name << " " << one.delivery;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const run::FaultOutcome& row : run::kFaultOutcomes) {
    for (const char* delivery : {"immediate", "queued"}) all.push_back({row, delivery});
  }
  return all;
}

assembly::MachineConfig four_sockets(HardwareFaultKind kind, const std::string& delivery) {
  const std::vector<std::string> both{"placement.policy=first_touch", "simulation.check=coherence",
                                      delivered(delivery)};
  if (kind == HardwareFaultKind::kHostCrash) return machine("two_hosts_pool", small_caches(both));
  std::vector<std::string> sets = small_caches(both);
  sets.insert(sets.end(), {"socket.count=4", "pool.capacity_of_footprint=1"});
  return machine("starnuma16", sets);
}

/// Returns two programs; each has half of the sockets, and its data on all of them and on the pool.
std::vector<run::PlacedProgram> two_programs(const assembly::MachineConfig& config,
                                             placement::Policy& policy, std::uint64_t seed) {
  std::vector<run::PlacedProgram> programs;
  const int cores = config.sockets() * config.cores_per_socket();
  for (int p = 0; p < kPrograms; ++p) {
    std::vector<base::CoreId> own;
    for (int c = p * cores / kPrograms; c < (p + 1) * cores / kPrograms; ++c) {
      own.push_back(static_cast<base::CoreId>(c));
    }
    std::vector<base::NodeId> nodes;
    for (int n = 0; n <= config.sockets(); ++n) {
      const bool reached =
          n == config.sockets() || !config.several_hosts() ||
          config.host_of(n) == config.host_of(base::index_of(own[0]) / config.cores_per_socket());
      if (reached) nodes.push_back(static_cast<base::NodeId>(n));
    }
    const int threads = static_cast<int>(own.size());
    auto workload =
        std::make_unique<VersionedTraffic>(seed + static_cast<unsigned>(p), threads, kSteps, nodes);
    programs.push_back({std::make_shared<run::Program>(std::move(workload), threads),
                        policy,
                        config.placement,
                        own,
                        p == 0 ? "left" : "right",
                        {},
                        {},
                        {}});
  }
  return programs;
}

bool of_head(HardwareFaultKind kind) {
  return kind >= HardwareFaultKind::kHeadRemoved && kind <= HardwareFaultKind::kFlr;
}

/// Returns one fault, or one per link of a socket if a single link disconnects no socket.
std::vector<HardwareFault> random_faults(HardwareFaultKind kind,
                                         const assembly::MachineConfig& config,
                                         base::Random& random, Time longest) {
  const assembly::Wiring wiring = assembly::wire(config);
  const auto below = [&](std::uint64_t bound) { return random.below(bound); };
  HardwareFault fault;
  fault.kind = kind;
  fault.at = Time(static_cast<std::int64_t>(below(static_cast<std::uint64_t>(longest.ps()))));
  const auto& edges = wiring.topology.edges();
  do {
    fault.edge = static_cast<int>(below(edges.size()));
  } while ((of_head(kind) || kind == HardwareFaultKind::kCxlReset) &&
           edges[static_cast<std::size_t>(fault.edge)].b != wiring.devices[0]);
  fault.host = static_cast<int>(below(2));
  fault.node = wiring.agents.device_node(0);
  if (fault.of_memory()) fault.node = static_cast<base::NodeId>(below(wiring.agents.nodes()));
  fault.bit_error_rate = 1e-5;
  fault.completion_timeout = Time(2'000'000);
  fault.correction = Time(100'000);
  fault.period = Time(20'000'000);
  // The rate is high enough that programs encounter errors, because they touch few of the lines.
  const bool at_a_rate =
      kind == HardwareFaultKind::kMemoryCorrected || kind == HardwareFaultKind::kMemoryUncorrected;
  if (at_a_rate) fault.rate = base::Frequency(50'000'000);
  const bool ends =
      outcome_of(kind).goes_on || kind == HardwareFaultKind::kLinkDown || of_head(kind);
  // Some faults end before all messages in flight have arrived.
  const std::uint64_t longest_span = below(2) == 0 ? 300'000 : 5'000'000;
  const bool always = fault.pauses();
  if ((ends || always) && (always || below(2) == 0))
    fault.lasts = Time(1 + static_cast<std::int64_t>(below(longest_span)));
  if (kind == HardwareFaultKind::kHeadAdded) fault.lasts = Time(0);
  if (kind == HardwareFaultKind::kCxlReset) {
    fault.flushed = below(2) == 0;
    if (below(2) == 0) fault.edge = HardwareFault::kNoEdge;
    fault.clears = fault.edge == HardwareFault::kNoEdge && below(2) == 0;
  }
  if (kind != HardwareFaultKind::kLinkDown || below(2) == 0) return {fault};
  std::vector<HardwareFault> faults;
  for (const int edge : wiring.topology.edges_at(wiring.sockets[below(wiring.sockets.size())])) {
    fault.edge = edge;
    faults.push_back(fault);
  }
  return faults;
}

struct CameOfIt {
  int stopped = 0;
  int right = 0;
  std::int64_t lost = 0;
  std::int64_t events = 0;
};

/// Returns the outcome of one run as text: stopped and correct programs, lost lines, events, time,
/// and violations.
std::string one_run(const assembly::MachineConfig& config, const std::vector<HardwareFault>& faults,
                    std::uint64_t seed) {
  placement::Policy first_touch;
  run::SimulationOptions options;
  options.faults = faults;
  options.fault_seed = seed;
  std::ostringstream text;
  try {
    const run::SimulationResult result = run::simulate(
        config, two_programs(config, first_touch, seed), [](Time, double) {}, options);
    CameOfIt seen;
    std::string wrong;
    for (const std::string& line : result.mismatches) {
      const auto has = [&](const char* word) { return line.find(word) != std::string::npos; };
      const bool zero = faults.size() == 1 && faults[0].clears && (has("counter") || has("word"));
      if (has("stopped by")) ++seen.stopped;
      if (!has("stopped by") && !zero) wrong += line + "; ";
    }
    seen.right = kPrograms - seen.stopped;
    for (const run::FaultEvent& event : result.fault_events) {
      ++seen.events;
      if (event.event == "lost") ++seen.lost;
      if (event.data.empty())
        wrong += "an event without a name: " + std::string(event.event) + "; ";
      if (event.fault < 0) wrong += "an event without a fault; ";
    }
    double time = 0;
    for (const accounting::Stat& stat : result.stats) {
      if (stat.path == "run.time_ns") time = stat.value;
    }
    text << seen.stopped << " " << seen.right << " " << seen.lost << " " << seen.events << " "
         << time << " " << wrong;
  } catch (const std::exception& error) {
    text << "0 0 0 0 0 " << error.what();
  }
  return text.str();
}

class FaultTimes : public testing::TestWithParam<Case> {};

TEST_P(FaultTimes, AtRandomEndInADefinedState) {
  const run::FaultOutcome& outcome = GetParam().outcome;
  const assembly::MachineConfig config = four_sockets(outcome.kind, GetParam().delivery);
  constexpr std::uint64_t kSeed = 20'261'124;
  std::printf("seed %llu, %d times\n", static_cast<unsigned long long>(kSeed), times());
  double length_ns = 0;
  {
    std::istringstream text(in_child([&] { return one_run(config, {}, kSeed); }));
    CameOfIt none;
    std::string wrong;
    text >> none.stopped >> none.right >> none.lost >> none.events >> length_ns;
    std::getline(text, wrong);
    ASSERT_EQ(none.stopped, 0) << wrong;
    ASSERT_EQ(wrong, " ");
    ASSERT_GT(length_ns, 1000);
  }
  base::Random random(kSeed);
  CameOfIt sum;
  for (int n = 0; n < times(); ++n) {
    const std::vector<HardwareFault> faults = random_faults(
        outcome.kind, config, random, Time(static_cast<std::int64_t>(length_ns * 1000)));
    const HardwareFault& fault = faults.front();
    const std::string text = in_child([&] { return one_run(config, faults, kSeed); });
    std::istringstream in(text);
    CameOfIt one;
    double time = 0;
    std::string wrong;
    in >> one.stopped >> one.right >> one.lost >> one.events >> time;
    std::getline(in, wrong);
    ASSERT_EQ(wrong, " ") << "fault " << n << " at " << fault.at.ps() << " ps";
    ASSERT_TRUE(!outcome.goes_on || one.stopped == 0) << "fault " << n << " at " << fault.at.ps();
    ASSERT_TRUE(outcome.loses || one.lost == 0) << "fault " << n << " at " << fault.at.ps();
    sum.stopped += one.stopped;
    sum.right += one.right;
    sum.lost += one.lost;
    sum.events += one.events;
  }
  std::printf("%d programs stopped, %d right; %lld lines lost, %lld events\n", sum.stopped,
              sum.right, static_cast<long long>(sum.lost), static_cast<long long>(sum.events));
  EXPECT_EQ(sum.stopped + sum.right, kPrograms * times());
  // With enough fault times every outcome that the row allows occurs.
  if (times() < 100) return;
  EXPECT_EQ(sum.stopped > 0, !outcome.goes_on);
  EXPECT_EQ(sum.lost > 0, outcome.loses);
}

INSTANTIATE_TEST_SUITE_P(Runs, FaultTimes, testing::ValuesIn(cases()), [](const auto& one) {
  return std::string(one.param.outcome.name) + "_" + one.param.delivery;
});

}  // namespace
}  // namespace starnuma::test

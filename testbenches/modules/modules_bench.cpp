// SPDX-License-Identifier: Apache-2.0
#include "testbenches/modules/modules_bench.h"

#include <algorithm>
#include <memory>
#include <systemc>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "testbenches/coherence/proof.h"
#include "testbenches/coherence/row_report.h"
#include "testbenches/modules/channels.h"
#include "testbenches/modules/memory.h"
#include "testbenches/modules/parts.h"
#include "testbenches/modules/shape.h"
#include "testbenches/modules/traffic_core.h"

namespace starnuma::modules_bench {

using base::Time;

namespace {

constexpr std::uint64_t kOpsOfPhase = 4'000;
constexpr std::uint64_t kLineSpace = 64;  ///< Address space of each home, in lines.
constexpr base::Frequency kClock(2'400'000'000);
/// L1 of two lines, L2 of four, LLC of two sets with two ways, so that evictions are frequent.
constexpr cache::PrivateCacheConfig caches(int mshrs) {
  return {base::Bytes(128), 2, base::Cycles(4), base::Bytes(256), 2, base::Cycles(10), mshrs};
}
cache::SocketCacheConfig shared_cache() {
  cache::SocketCacheConfig config{base::Bytes(128), 2,           12,          base::Cycles(30),
                                  base::Cycles(18), Time(5'000), Time(20'000)};
  config.line_stores = cache::LineStoresAre::kUnfetched;
  config.speculative_reads = cache::SpeculativeReadsAre::kSent;
  return config;
}

class ModulesBench : public sc_core::sc_module {
 public:
  ModulesBench(const sc_core::sc_module_name& name, const ModulesRun& run)
      : sc_module(name),
        run_(run),
        shape_(run.seed, run.rtl),
        random_(run.seed * 7 + 1),
        channels_("channels", shape_, run.seed, run.fault, dispatcher_),
        device_(make_device()) {
    dispatcher_.observe_copies(&watch_);
    for (int s = 0; s < shape_.sockets; ++s) add_socket(s);
    memories_.push_back(std::make_unique<RandomMemory>("device_memory", run.seed));
    device_->mem_side[0].bind(memories_.back()->mem_side);
  }

  void go(ModulesResult& result) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    while (result.ops < run_.ops) {
      const std::uint64_t ops = std::min(kOpsOfPhase, run_.ops - result.ops);
      phase(ops);
      result.ops += ops;
    }
  }
  void report(ModulesResult& result) const {
    result.messages = channels_.messages();
    result.filter_evictions = device_->filter_evictions();
    result.counts = watch_.counts();
    result.coverage = watch_.coverage();
  }

 private:
  static std::string numbered(const char* what, int number) {
    return what + std::to_string(number);
  }

  void add_socket(int s) {
    const auto index = static_cast<std::size_t>(s);
    auto& agent = *agents_.emplace_back(
        std::make_unique<BenchAgent>(numbered("agent", s).c_str(), shared_cache(), agent_place(s),
                                     dispatcher_, watch_, run_.fault));
    auto& home = *homes_.emplace_back(
        std::make_unique<BenchHome>(numbered("home", s).c_str(), home::HomeConfig{Time(3'000)},
                                    home_place(s), dispatcher_, watch_, run_.fault));
    auto& memory = *memories_.emplace_back(std::make_unique<RandomMemory>(
        numbered("memory", s).c_str(), run_.seed * 16 + static_cast<std::uint64_t>(s)));
    home.mem_side[0].bind(memory.mem_side);
    connect(agent.to_fabric, agent.from_fabric, channels_.port_of_agent(s));
    connect(home.to_fabric, home.from_fabric, channels_.port_of_home(s));
    connect(device_->head_out[index], device_->head_in[index], channels_.port_of_head(s));
    for (int c = 0; c < kCores; ++c) add_core(s, c, agent);
  }
  void add_core(int s, int c, BenchAgent& agent) {
    const int number = s * kCores + c;
    auto& own = *caches_.emplace_back(std::make_unique<cache::PrivateCaches>(
        numbered("caches", number).c_str(), caches(shape_.mshrs), kClock));
    own.deliver_in(dispatcher_);
    watch_.add(own);
    auto& doorway = *doorways_.emplace_back(
        std::make_unique<Doorway>(numbered("doorway", number).c_str(), dispatcher_, run_.fault));
    own.mem_side.bind(doorway.from_caches);
    doorway.to_agent.bind(agent.cpu_side[static_cast<std::size_t>(c)]);
    auto& core = *cores_.emplace_back(std::make_unique<TrafficCore>(
        numbered("core", number).c_str(), number, shape_, random_.next(), dispatcher_, watch_));
    core.cpu.bind(own.cpu_side);
  }
  template <class Out, class In>
  void connect(Out& out, In& in, int port) {
    out.bind(channels_.from[static_cast<std::size_t>(port)]);
    channels_.to[static_cast<std::size_t>(port)].bind(in);
  }

  cache::CachingAgentPlace agent_place(int s) const {
    cache::CachingAgentPlace place;
    place.socket = static_cast<base::SocketId>(s);
    place.cores = kCores;
    place.frequency = kClock;
    place.agents = shape_.agents();
    place.class_of_home.assign(static_cast<std::size_t>(place.agents.nodes()),
                               accounting::kLocalAccess);
    return place;
  }
  home::HomePlace home_place(int s) const {
    home::HomePlace place;
    place.node = static_cast<base::NodeId>(s);
    place.agents = shape_.agents();
    place.channels = 1;
    place.interleave = base::Bytes(256);
    place.lines = kLineSpace;
    return place;
  }
  std::unique_ptr<pool::MultiHeadedDeviceBase> make_device() {
    pool::DeviceConfig config{Time(5'000), Time(4'000), shape_.filter_ways, {}};
    if (!run_.rtl) {
      config.speculative_entries = 4;
      return std::make_unique<BenchDevice>("device", config, device_place(), dispatcher_, watch_);
    }
    config.queued = {Time(500), 2, timing::Arbitration::kRoundRobin, 64, 64, 1, 2, 3};
    return std::make_unique<BenchRtlDevice>("device", config, device_place(), dispatcher_, watch_);
  }
  pool::DevicePlace device_place() const {
    pool::DevicePlace place;
    place.agents = shape_.agents();
    place.node = place.agents.device_node(0);
    place.heads = shape_.sockets;
    for (int h = 0; h < place.heads; ++h) place.head_of_socket.push_back(h);
    place.channels = 1;
    place.interleave = base::Bytes(256);
    place.queued = run_.rtl;
    place.snoop_filter_lines = static_cast<std::uint64_t>(2 * shape_.filter_ways);
    return place;
  }

  /// Draws traffic over all lines, some of them more frequent, with random share of writes and
  /// pace.
  PhaseTraffic draw_phase() {
    PhaseTraffic traffic;
    traffic.lines = shape_.lines();
    for (int hot = static_cast<int>(random_.below(3)); hot > 0; --hot) {
      const base::LineAddress line = traffic.lines[random_.below(shape_.lines().size())];
      for (std::size_t i = shape_.lines().size(); i > 0; --i) traffic.lines.push_back(line);
    }
    traffic.longest_gap = Time(static_cast<std::int64_t>(
        random_.below(static_cast<std::uint64_t>(shape_.longest_gap.ps()))));
    traffic.stores = 10 + static_cast<int>(random_.below(40));
    traffic.atomics = static_cast<int>(random_.below(15));
    traffic.flushes = static_cast<int>(random_.below(15));
    traffic.current_loads = static_cast<int>(random_.below(15));
    return traffic;
  }

  void phase(std::uint64_t ops) {
    const PhaseTraffic traffic = draw_phase();
    for (std::size_t c = 0; c < cores_.size(); ++c) {
      cores_[c]->begin(ops / cores_.size() + (c < ops % cores_.size() ? 1 : 0), traffic);
    }
    sc_core::sc_start();
    check_drained();
  }

  void check_drained() const {
    std::size_t accesses = 0;
    const TrafficCore* first = nullptr;
    for (const auto& core : cores_) {
      accesses += core->under_way();
      if (core->under_way() == 0) continue;
      if (first == nullptr || core->oldest_since() < first->oldest_since()) first = core.get();
    }
    SN_CHECK(first == nullptr, "modules: not drained: ", first->oldest(), "; ", accesses - 1,
             " other accesses, ", channels_.under_way(), " messages, ", device_->requests_waiting(),
             " requests at the device wait too, at ", kernel::now().ps(), " ps");
    SN_CHECK(dispatcher_.idle() && dispatcher_.pending_fibers() == 0 &&
                 channels_.under_way() == 0 && device_->idle(),
             "modules: not drained: ", dispatcher_.pending_fibers(), " fibers, ",
             channels_.under_way(), " messages, ", device_->lines_snooped(), " lines snooped, at ",
             kernel::now().ps(), " ps");
    for (const base::LineAddress line : shape_.lines()) {
      if (device_->holds(line)) continue;
      const auto entry = homes_[static_cast<std::size_t>(line.node())]->directory_entry(line);
      SN_CHECK(!is_transient(entry.state), "modules: not drained: line ", line,
               " is in a transient state at its home, at ", kernel::now().ps(), " ps");
    }
  }

  const ModulesRun& run_;
  Shape shape_;
  base::Random random_;
  kernel::QueuedDispatcher dispatcher_{"dispatcher"};
  Watch watch_{shape_};
  Channels channels_;
  std::unique_ptr<pool::MultiHeadedDeviceBase> device_;
  std::vector<std::unique_ptr<BenchAgent>> agents_;
  std::vector<std::unique_ptr<BenchHome>> homes_;
  std::vector<std::unique_ptr<RandomMemory>> memories_;
  std::vector<std::unique_ptr<cache::PrivateCaches>> caches_;
  std::vector<std::unique_ptr<Doorway>> doorways_;
  std::vector<std::unique_ptr<TrafficCore>> cores_;
};

}  // namespace

void ModulesTally::add(const ModulesTally& other) {
  ops += other.ops;
  messages += other.messages;
  filter_evictions += other.filter_evictions;
  counts.add(other.counts);
  coverage.add(other.coverage);
}

ModulesResult run(const ModulesRun& run) {
  ModulesBench bench("modules", run);
  ModulesResult result;
  try {
    bench.go(result);
  } catch (const sc_core::sc_report& report) {
    result.failure = report.get_msg();
  } catch (const base::InvariantError& error) {
    result.failure = error.what();
  }
  bench.report(result);
  return result;
}

std::vector<std::string> uncovered_rows(const coherence_bench::Coverage& taken) {
  // Behaves like the modules: a grant is one message, and no host invalidates a line silently.
  coherence_bench::Mutant like_modules;
  like_modules.edit = [](coherence_bench::RowSet& rows) {
    using State = protocol::RequesterState;
    for (const auto event : {protocol::RequesterEvent::kDrop, protocol::RequesterEvent::kWeaken}) {
      coherence_bench::row_at(rows.cxl, State::kExclusive, event).next = State::kExclusive;
    }
  };
  coherence_bench::Coverage reached;
  for (coherence_bench::Proof proof : coherence_bench::row_proofs()) {
    proof.config.answer = protocol::cxl::ReadAnswer::kTogether;
    const coherence_bench::Exploration all = coherence_bench::explore(proof.config, &like_modules);
    SN_CHECK(all.failure.empty(), "modules: the explorer fails: ", all.failure);
    reached.add(all.coverage);
  }
  std::vector<std::string> missing = coherence_bench::rows_missing(reached, taken);
  missing.erase(std::remove_if(missing.begin(), missing.end(), asks_nobody), missing.end());
  return missing;
}

}  // namespace starnuma::modules_bench

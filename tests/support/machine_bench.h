// SPDX-License-Identifier: Apache-2.0
// A whole machine under a test program: a shipped machine, small data, one body for all threads.
//
//   MachineBench bench(machine("starnuma16", {"simulation.quantum=1 ns"}));
//   auto line = bench.allocate(8, Touch::on_node(NodeId{3}));
//   bench.run([&](core::Thread& thread) { if (thread.index() == 0) thread.load(line, 0); });
//   EXPECT_EQ(bench.stat("socket0.caching_agent.misses.local"), 1);
//
// Contract:
// - One run per process, because SystemC elaborates once.
// - `misses` contains every demand miss.
// - The test target defines STARNUMA_PLATFORMS, the folder of the shipped machines.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <systemc>
#include <vector>

#include "models/placement/page_allocator.h"
#include "platforms/analysis/unloaded.h"
#include "platforms/assembly/config/machine_reader.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/assembly/scaling/count_scale.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/config/resolve.h"
#include "stimulus/workload.h"

namespace starnuma::test {

/// Returns a shipped machine with overrides and caches scaled for a graph of `scale`. Coherence is
/// checked.
inline assembly::MachineConfig machine(const std::string& name, std::vector<std::string> sets = {},
                                       int scale = 20) {
  sets.insert(sets.begin(), "simulation.check=coherence");
  const auto opened = config::open_target(name, sets, STARNUMA_PLATFORMS);
  const auto full = config::read<assembly::MachineConfig>(opened.machine.tree);
  return assembly::scaled(full, stimulus::graph_footprint(scale)).config;
}

/// Returns the machine without DRAM refresh, for tests of times to the picosecond.
inline assembly::MachineConfig without_refresh(assembly::MachineConfig config) {
  const auto stop = [](auto& boxes) {
    boxes.each.memory.channel.refresh = timing::RefreshPolicy::kNone;
    for (auto& [index, box] : boxes.overrides) {
      box.memory.channel.refresh = timing::RefreshPolicy::kNone;
    }
  };
  stop(config.socket);
  stop(config.pool);
  stop(config.memory_node);
  return config;
}

inline base::Time kernel_time() {
  return base::Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()));
}

/// Makes the thread idle (without memory accesses) until `time`.
inline void idle_until(core::Thread& thread, base::Time time) {
  constexpr std::int64_t kSlotsPerMicrosecond = 9600;  // 4 instructions a cycle at 2.4 GHz
  thread.synchronise();
  const std::int64_t left = time.ps() - kernel_time().ps();
  if (left > 0) thread.work(static_cast<int>(left * kSlotsPerMicrosecond / 1'000'000));
  thread.synchronise();
}

struct SeenMiss {
  base::VirtualAddress address;
  int requester;
  int home;
  accounting::AccessClass access_class;
  accounting::Ledger ledger;
  bool load;
};

class MachineBench : public core::Program, private kernel::MissObserver {
 public:
  explicit MachineBench(assembly::MachineConfig config)
      : config_(std::move(config)),
        wiring_(assembly::wire(config_)),
        arena_(config_.sockets() * config_.cores_per_socket()) {}

  const assembly::MachineConfig& config() const { return config_; }
  const assembly::Wiring& wiring() const { return wiring_; }
  int cores() const { return config_.cores_per_socket(); }
  int sockets() const { return config_.sockets(); }
  base::NodeId pool() const { return static_cast<base::NodeId>(sockets()); }

  /// Allocates words of 8 bytes, eight per line.
  base::SimArray<std::uint64_t> allocate(std::uint64_t words, base::Touch touch) {
    return arena_.allocate<std::uint64_t>("data", words, touch);
  }

  /// Lets pages migrate while the program runs. Every node has capacity for all pages, and a stale
  /// translation stops the run.
  void let_pages_move() { moving_ = true; }
  /// Sets the program's address space; the default is 0.
  void run_in(base::SpaceId space) { space_ = space; }
  /// Valid while the program runs with migrating pages.
  os::OsCore& os_core() { return *built_->os_core(); }
  const paging::PageMap& page_map() const { return *page_map_; }
  /// Called with every miss at its completion.
  std::function<void(const kernel::Miss&)> watch;

  /// Runs `body` on every core to its end.
  void run(std::function<void(core::Thread&)> body) {
    body_ = std::move(body);
    const auto team_lines = arena_.allocate<std::uint64_t>("team", core::Team::kWords);
    std::vector<base::NodeId> homes;  // Bound, or the socket of the first toucher.
    for (const base::PageOrigin& origin : arena_.origins()) {
      const auto id = static_cast<int>(origin.id);
      homes.push_back(static_cast<base::NodeId>(origin.bound ? id : id / cores()));
    }
    paging::PageMap page_map = assembly::make_page_map(config_, homes, space_);
    metadata = assembly::make_metadata(
        config_, assembly::tracked_counter(config_.tracking, config_.tracking.region_share),
        page_map);
    if (moving_) {
      page_map.make_movable(std::vector<std::uint64_t>(static_cast<std::size_t>(config_.nodes()),
                                                       2 * page_map.pages() + 64));
    }
    page_map_ = &page_map;
    const auto owned = assembly::make_dispatcher(config_.simulation.delivery);
    kernel::Dispatcher& dispatcher = *owned;
    core::Team team(arena_.threads(), team_lines);
    team.on_begin_measurement = [this] { misses.clear(); };
    assembly::Machine built(
        "machine",
        {config_, wiring_, dispatcher, page_map,
         assembly::program_cores(config_.simulation.quantum, team, *this), metadata.get(), nullptr,
         moving_ ? std::vector{&page_map} : std::vector<paging::PageMap*>{},
         config_.placement.traits().copies_pages()});
    built.add_observer(*this);
    if (before_run) before_run(built, dispatcher);
    for (int core = 0; core < sockets() * cores(); ++core) {
      built.mmu(static_cast<base::CoreId>(core)).check_translations();
    }
    built_ = &built;
    sc_core::sc_start();
    if (!built.finished()) throw std::runtime_error("the program did not come to its end");
    built.report(stats);
    built_ = nullptr;
  }

  /// Returns a statistic by its path below "machine". Inside a running thread it is the current
  /// value.
  double stat(const std::string& path) const {
    std::vector<accounting::Stat> so_far;
    if (built_ != nullptr) built_->report(so_far);
    for (const accounting::Stat& stat : built_ != nullptr ? so_far : stats) {
      if (stat.path == "machine." + path) return stat.value;
    }
    throw std::runtime_error("no statistic machine." + path);
  }
  double socket_stat(int socket, const std::string& path) const {
    return stat("socket" + std::to_string(socket) + "." + path);
  }
  /// Returns a statistic summed over all sockets.
  double all_sockets(const std::string& path) const {
    double sum = 0;
    for (int s = 0; s < sockets(); ++s) sum += socket_stat(s, path);
    return sum;
  }
  /// Returns the misses on the line of word `i`, in call order.
  std::vector<SeenMiss> misses_on(const base::SimArray<std::uint64_t>& words,
                                  std::uint64_t i) const {
    const std::uint64_t line = words.address_of(i).value / base::kLineBytes;
    std::vector<SeenMiss> found;
    for (const SeenMiss& miss : misses) {
      if (miss.address.value / base::kLineBytes == line) found.push_back(miss);
    }
    return found;
  }

  std::vector<SeenMiss> misses;
  std::vector<accounting::Stat> stats;
  /// Called with the machine before it runs, to attach observers.
  std::function<void(assembly::Machine&, kernel::Dispatcher&)> before_run;
  std::unique_ptr<tracking::MetadataRegion> metadata;  ///< Set if the run tracks.

 private:
  void run(core::Thread& thread) override { body_(thread); }
  void on_miss(const kernel::Miss& miss) override {
    misses.push_back({miss.address, base::index_of(miss.requester), base::index_of(miss.home),
                      miss.access_class, miss.ledger, miss.load});
    if (watch) watch(miss);
  }

  assembly::MachineConfig config_;
  assembly::Wiring wiring_;
  base::Arena arena_;
  std::function<void(core::Thread&)> body_;
  bool moving_ = false;
  base::SpaceId space_{};
  assembly::Machine* built_ = nullptr;  ///< Set during the run.
  const paging::PageMap* page_map_ = nullptr;
};

}  // namespace starnuma::test

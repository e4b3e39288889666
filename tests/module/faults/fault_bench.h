// SPDX-License-Identifier: Apache-2.0
// A machine whose cores access memory sequentially under control of a test, while faults occur. It
// has pages on every node and a reference model of every line.
//
// Contract:
// - One run per process, because SystemC elaborates once. Accesses are a microsecond apart.
// - Every successful write makes a new version of its line.
// - A successful read has found the last version (the machine's coherence checker), and none that a
//   fault has destroyed. Lost versions are exactly the events of Damage.
// - An access that fails has a reason.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <systemc>
#include <vector>

#include "models/protocol/access.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/run/faults/breakage.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"
#include "tests/support/told_core.h"

namespace starnuma::test {

/// Returns a machine of sixteen sockets with caches so small that evictions are frequent, and with
/// translations for all pages.
inline assembly::MachineConfig small_machine() {
  return machine("starnuma16", small_caches({"socket.translation.dtlb_entries=32",
                                             "socket.translation.stlb_entries=64"}));
}

class FaultBench : public sc_core::sc_module {
 public:
  FaultBench(const sc_core::sc_module_name& name, assembly::MachineConfig config)
      : sc_module(name),
        config_(std::move(config)),
        wiring_(assembly::wire(config_)),
        page_map_(assembly::make_page_map(config_, homes(config_))),
        damage(config_.sockets(), config_.nodes()) {
    SC_HAS_PROCESS(FaultBench);
    SC_THREAD(run_body);
    machine_ = std::make_unique<assembly::Machine>(
        "machine",
        assembly::Shared{config_, wiring_, dispatcher_, page_map_,
                         [this](const char* core_name, const core::CoreConfig&, base::CoreId id) {
                           auto core = std::make_unique<ToldCore>(core_name, id);
                           cores_.push_back(core.get());
                           return core;
                         }});
    dispatcher_.keep_damage(&damage);
    breakage = std::make_unique<run::Breakage>(*machine_, damage, dispatcher_.copies());
  }

  const assembly::MachineConfig& config() const { return config_; }
  assembly::Machine& machine() { return *machine_; }
  int cores() const { return static_cast<int>(cores_.size()); }
  base::SocketId socket_of(int core) const {
    return static_cast<base::SocketId>(core / config_.cores_per_socket());
  }
  int edge_named(const std::string& path) const {
    for (int e = 0; e < static_cast<int>(wiring_.topology.edges().size()); ++e) {
      if (assembly::name_of_edge(wiring_, e) == path) return e;
    }
    throw std::runtime_error("no edge " + path);
  }
  /// Returns all edges at a socket.
  std::vector<int> edges_of(int socket) const {
    return wiring_.topology.edges_at(wiring_.sockets[static_cast<std::size_t>(socket)]);
  }
  /// Returns true if the line is poisoned in memory or in any socket.
  bool is_poison(base::LineAddress line) const {
    bool any = damage.poisoned(line);
    for (int s = 0; s < config_.sockets(); ++s) {
      any = any || damage.copy_poisoned(static_cast<base::SocketId>(s), line);
    }
    return any;
  }
  base::NodeId pool() const { return static_cast<base::NodeId>(config_.sockets()); }

  /// A line of each page that no test uses.
  static constexpr int kUnused = base::kLinesPerPage - 1;
  /// Returns line `number` of the page on a node.
  base::LineAddress line(base::NodeId node, int number) const {
    return page_map_.frame_of(static_cast<std::uint64_t>(node))
        .line_at(static_cast<std::uint64_t>(number) * base::kLineBytes);
  }
  std::vector<base::LineAddress> lines_of(base::NodeId node) const {
    std::vector<base::LineAddress> lines;
    for (int i = 0; i < base::kLinesPerPage; ++i) lines.push_back(line(node, i));
    return lines;
  }

  enum class Result { kDone, kPoison, kNoAnswer };
  /// Makes the next access and checks all conditions on it.
  Result access(int core, base::NodeId node, int number, protocol::AccessKind kind,
                bool whole = false) {
    wait(sc_core::sc_time(1, sc_core::SC_US));
    take_events();
    const base::LineAddress address = line(node, number);
    Result result = Result::kDone;
    const auto page = static_cast<std::uint64_t>(node) * base::kPageBytes;
    try {
      done = cores_[static_cast<std::size_t>(core)]->access(
          page + static_cast<std::uint64_t>(number) * base::kLineBytes, kind, kernel_time(), whole);
    } catch (const protocol::AccessError& error) {
      const bool poison = std::string(error.what()).find("machine check") == 0;
      result = poison ? Result::kPoison : Result::kNoAnswer;
      told = error.notified();
    }
    take_events();
    check(core, address, kind, whole, result);
    return result;
  }

  /// Loads all translations into every core, so that no access walks.
  void warm_up() {
    for (int core = 0; core < cores(); ++core) {
      for (int node = 0; node < config_.nodes(); ++node) {
        access(core, static_cast<base::NodeId>(node), kUnused, protocol::AccessKind::kLoad);
      }
    }
  }

  /// Runs `body` in a SystemC thread.
  void run(std::function<void()> body) {
    body_ = std::move(body);
    sc_core::sc_start();
    stats_.clear();
    machine_->report(stats_);
  }
  double stat(const std::string& path) const {
    for (const accounting::Stat& stat : stats_) {
      if (stat.path == "bench.machine." + path) return stat.value;
    }
    throw std::runtime_error("no statistic machine." + path);
  }
  /// Returns the current number of events of a kind.
  std::int64_t count(ras::What what) const {
    const auto& all = damage.events();
    return std::count_if(all.begin(), all.end(),
                         [&](const ras::Event& event) { return event.what == what; });
  }

 private:
  assembly::MachineConfig config_;
  assembly::Wiring wiring_;
  paging::PageMap page_map_;

 public:
  ras::Damage damage;

 private:
  kernel::Dispatcher dispatcher_;
  std::vector<ToldCore*> cores_;
  std::unique_ptr<assembly::Machine> machine_;
  std::function<void()> body_;
  std::vector<accounting::Stat> stats_;
  std::size_t events_seen_ = 0;
  std::set<std::uint64_t> gone_;  ///< Lines whose last write is lost.

 public:
  std::unique_ptr<run::Breakage> breakage;
  base::Time done;  ///< End of the last access that succeeded.
  base::Time told;  ///< Time at which the last failed access was notified.

 private:
  void run_body() { body_(); }

  static std::vector<base::NodeId> homes(const assembly::MachineConfig& config) {
    std::vector<base::NodeId> homes;
    for (int n = 0; n < config.nodes(); ++n) homes.push_back(static_cast<base::NodeId>(n));
    return homes;
  }
  void take_events() {
    const auto& events = damage.events();
    for (; events_seen_ < events.size(); ++events_seen_) {
      if (events[events_seen_].what == ras::What::kLost)
        gone_.insert(events[events_seen_].line.value);
      if (events[events_seen_].what == ras::What::kCleared)
        gone_.erase(events[events_seen_].line.value);
    }
  }
  /// Returns the last event that is an error; its line is the accessed one, or one of a page table.
  const ras::Event& last_error() const {
    const auto& events = damage.events();
    return *std::find_if(events.rbegin(), events.rend(), [](const ras::Event& event) {
      return event.what == ras::What::kConsumed || event.what == ras::What::kTimedOut ||
             event.what == ras::What::kRefused;
    });
  }
  void check(int core, base::LineAddress address, protocol::AccessKind kind, bool whole,
             Result result) {
    const base::SocketId socket = socket_of(core);
    switch (result) {
      case Result::kDone:
        if (kind == protocol::AccessKind::kFlush) return;
        if (whole) gone_.erase(address.value);
        ASSERT_EQ(gone_.count(address.value), 0U)
            << "silent loss: line " << address.value << " is lost, and core " << core << " uses it";
        break;
      case Result::kPoison:
        ASSERT_TRUE(damage.copy_poisoned(socket, last_error().line)) << "a good line is refused";
        break;
      case Result::kNoAnswer:
        ASSERT_NE(damage.way(socket, last_error().line.node()), ras::Damage::Way::kOpen)
            << "a line that can be reached is refused";
        ASSERT_GE(told, kernel_time());
        break;
    }
  }
};

}  // namespace starnuma::test

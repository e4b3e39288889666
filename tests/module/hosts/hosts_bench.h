// SPDX-License-Identifier: Apache-2.0
// A machine of several hosts whose cores access memory sequentially under control of a test. It has
// a page in each extent and region, and on each host's first socket.
//
// Contract:
// - One run per process, because SystemC elaborates once. Accesses are a microsecond apart.
// - A reference model (Expected) with infinite caches gives the contents of memory that is shared
//   without coherence. The test uses few lines, so that caches do not evict them.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/base/check.h"
#include "models/protocol/access.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/assembly/memory/host_memory.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "tests/support/told_core.h"

namespace starnuma::test {

/// Expected contents of a line that hosts share without coherence, as each of their sockets with
/// infinite caches would read it. A device grants a line with the data in memory, after the host's
/// own owner has written it back.
class Expected {
 public:
  Expected(std::vector<int> host_of_socket)
      : host_of_(std::move(host_of_socket)), copies_(host_of_.size()) {}

  /// Makes an access; returns true if it is stale.
  bool access(int socket, bool write) {
    Copy& own = copies_[at(socket)];
    if (write ? own.state < State::kExclusive : own.state == State::kNone) fetch(socket, write);
    const bool stale = own.version != last_;
    if (write) own = {State::kModified, ++last_};
    return stale;
  }
  void flush(int socket) {
    Copy& own = copies_[at(socket)];
    if (own.state < State::kExclusive) fetch(socket, true);
    write_back(own);
    own.state = State::kNone;
  }

 private:
  enum class State { kNone, kShared, kExclusive, kModified };
  struct Copy {
    State state = State::kNone;
    int version = 0;
  };

  static std::size_t at(int socket) { return static_cast<std::size_t>(socket); }
  void write_back(Copy& copy) {
    if (copy.state == State::kModified) memory_ = copy.version;
  }
  void fetch(int socket, bool write) {
    bool alone = true;
    for (std::size_t other = 0; other < copies_.size(); ++other) {
      Copy& copy = copies_[other];
      const bool here = host_of_[other] == host_of_[at(socket)] && copy.state != State::kNone;
      if (!here || other == at(socket)) continue;
      const bool gone = write || copy.state == State::kModified;  // a dirty owner keeps no copy
      write_back(copy);
      copy.state = gone ? State::kNone : State::kShared;
      alone = alone && gone;
    }
    copies_[at(socket)] = {alone ? State::kExclusive : State::kShared, memory_};
  }

  std::vector<int> host_of_;
  std::vector<Copy> copies_;
  int memory_ = 0;
  int last_ = 0;
};

class HostsBench : public sc_core::sc_module {
 public:
  HostsBench(const sc_core::sc_module_name& name, assembly::MachineConfig config)
      : sc_module(name),
        config_(std::move(config)),
        wiring_(assembly::wire(config_)),
        memory_(assembly::make_memory(config_)),
        zones_(config_, *memory_),
        page_map_(homes(), memory_, place(), base::SpaceId{0}) {
    SC_HAS_PROCESS(HostsBench);
    SC_THREAD(run_body);
    machine_ = std::make_unique<assembly::Machine>(
        "machine",
        assembly::Shared{config_, wiring_, dispatcher_, page_map_,
                         [this](const char* core_name, const core::CoreConfig&, base::CoreId id) {
                           auto core = std::make_unique<ToldCore>(core_name, id);
                           cores_.push_back(core.get());
                           return core;
                         }});
  }

  const assembly::MachineConfig& config() const { return config_; }
  assembly::Machine& machine() { return *machine_; }
  paging::HostMap& host_map() { return *memory_->hosts(); }
  kernel::Dispatcher& dispatcher() { return dispatcher_; }
  /// Returns the number of extents and regions; regions follow the extents.
  int extents() const { return static_cast<int>(config_.shared_memory().size()); }
  int host_of(int core) const { return config_.host_of(core / config_.cores_per_socket()); }
  const std::vector<int>& hosts_of_sockets() const { return wiring_.host_of_socket; }
  int cores() const { return static_cast<int>(cores_.size()); }
  /// Returns the byte address of a line of the page in an extent, or, after these, on a host's
  /// first socket.
  static std::uint64_t address(int page, int line) {
    return static_cast<std::uint64_t>(page) * base::kPageBytes +
           static_cast<std::uint64_t>(line) * base::kLineBytes;
  }
  /// Makes the next access; returns false if no memory answered it.
  bool access(int core, std::uint64_t address, protocol::AccessKind kind) {
    wait(sc_core::sc_time(1, sc_core::SC_US));
    try {
      const auto now = static_cast<std::int64_t>(sc_core::sc_time_stamp().value());
      cores_[static_cast<std::size_t>(core)]->access(address, kind, base::Time(now));
    } catch (const protocol::AccessError&) {
      return false;
    }
    return true;
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
  std::int64_t stale() const { return machine_->stale_reads()->stale(); }

 private:
  void run_body() { body_(); }

  /// Returns the zone of a program in this extent.
  base::NodeId zone_of(const assembly::SharedMemory& extent) const {
    const std::vector<int> hosts = extent.hosts.of(config_.host_count());
    const auto place = zones_.place_of({"", hosts, extent.name});
    if (place.pages) return *place.pages;
    return place.space.zones[static_cast<std::size_t>(extent.node)];
  }
  std::vector<base::NodeId> homes() const {
    std::vector<base::NodeId> homes;
    for (const auto& extent : config_.shared_memory()) homes.push_back(zone_of(extent));
    for (int host = 0; host < config_.host_count(); ++host) {
      homes.push_back(static_cast<base::NodeId>(config_.sockets_of(host).front()));
    }
    return homes;
  }
  /// Every host walks its own table.
  paging::SpaceLocation place() const {
    paging::SpaceLocation place;
    place.table_of_socket.resize(static_cast<std::size_t>(config_.sockets()));
    for (int host = 0; host < config_.host_count(); ++host) {
      auto& tables = place.table_sockets.emplace_back();
      for (const int socket : config_.sockets_of(host)) {
        tables.push_back(static_cast<base::NodeId>(socket));
        place.table_of_socket[static_cast<std::size_t>(socket)] = host;
      }
    }
    return place;
  }

  assembly::MachineConfig config_;
  assembly::Wiring wiring_;
  std::shared_ptr<paging::FramePool> memory_;
  assembly::HostZones zones_;
  paging::PageMap page_map_;
  kernel::Dispatcher dispatcher_;
  std::vector<ToldCore*> cores_;
  std::unique_ptr<assembly::Machine> machine_;
  std::function<void()> body_;
  std::vector<accounting::Stat> stats_;
};

}  // namespace starnuma::test

// SPDX-License-Identifier: Apache-2.0
// The core that moves pages, above a memory that answers each access after a fixed time, with mock
// cores. Each test runs in both deliveries, and times follow in closed form from the constants.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/kernel/now.h"
#include "models/os/os_core.h"
#include "models/protocol/access.h"
#include "tests/support/elaborate.h"
#include "tests/support/pages.h"

namespace starnuma::test {

using namespace base::literals;
using base::Time;
using protocol::AccessKind;

inline constexpr Time kAccess = 10_ns;   ///< Time that memory takes for an access.
inline constexpr Time kEntry = kAccess;  ///< Time to write a page-table entry.
inline constexpr Time kSlowAccess = 30_ns;
inline constexpr int kLanes = 4;                  ///< Lines in flight.
inline constexpr Time kZeroPage = kAccess * 16;   ///< 64 lines in four lanes.
inline constexpr Time kCopyPage = kZeroPage * 2;  ///< A read and a write of each line.
inline constexpr Time kPageWork = 20_ns;
inline constexpr Time kDirectory = 7_ns;
inline constexpr Time kInvalidate = 3_ns;
inline constexpr Time kIpi = 50_ns;
inline constexpr Time kWriteFault = 40_ns;
inline constexpr Time kPageFault = 60_ns;
inline constexpr Time kTask = 100_ns;
inline constexpr Time kCapacity = 5_ns;
inline constexpr base::Frequency kClock(1'000'000'000);
inline constexpr base::SpaceId kSpace{0};  ///< Space of PagesBench::map.

/// Core with a set of translations, which records the calls of the operating system.
struct MockCore : os::ProgramCore {
  bool invalidate(base::PageId page, Time time) override {
    invalidated.emplace_back(page.number(), time);
    return translations.erase(page.number()) > 0;
  }
  void wait_until_unused(base::PageId) override { execution.wait_until(unused_at); }
  void resume_with_pages() override { ++resumed; }
  bool busy() const override { return task.has_value(); }
  bool runs(base::SpaceId space) const override { return task == space; }
  Time latest_use() const override { return latest; }
  void interrupt(Time span) override { interrupted += span; }
  void stall(Time from, Time until) override { stalled += until - from; }
  Flushed flush(base::SpaceId, Time time) override {
    flushed_at = time;
    return {2, 3, flush_span};
  }
  void change_tasks(ProgramCore& other, Time span) override {
    std::swap(task, static_cast<MockCore&>(other).task);
    changed_after = span;
  }
  void halt() override { ++halts; }
  void end_halt() override { ++ended_halts; }
  void handle_faults(paging::FaultHandler& os, bool) override { faults = &os; }

  std::set<std::uint64_t> translations;
  std::optional<base::SpaceId> task = base::SpaceId{0};
  Time unused_at;
  Time latest;
  Time flush_span;
  kernel::Execution execution;

  std::vector<std::pair<std::uint64_t, Time>> invalidated;
  int resumed = 0;
  Time interrupted;
  Time stalled;
  Time flushed_at;
  Time changed_after;
  int halts = 0;
  int ended_halts = 0;
  paging::FaultHandler* faults = nullptr;
};

class MemoryOfOs : public sc_core::sc_module {
 public:
  explicit MemoryOfOs(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void access(protocol::Access& access) {
    if (access.kind == AccessKind::kWriteback) {
      ++evictions;
      return;
    }
    if (gone == access.line.node() && access.kind == AccessKind::kMoveRead) {
      throw protocol::AccessError("no answer");
    }
    seen.push_back(access);
    access.time += access.line.node() == slow ? kSlowAccess : kAccess;
    if (dispatcher != nullptr) dispatcher->wait_until(access.time);
  }

 public:
  kernel::Target<&MemoryOfOs::access, cache::PrivateSnoop> cpu_side{"cpu_side", *this};
  std::vector<protocol::Access> seen;
  int evictions = 0;
  std::optional<base::NodeId> slow;  ///< Node whose accesses take kSlowAccess.
  std::optional<base::NodeId> gone;  ///< Node whose lines no cache holds and no memory answers.
  kernel::QueuedDispatcher* dispatcher = nullptr;
};

/// Uncached memory that answers after kAccess.
class UncachedOfOs : public sc_core::sc_module {
 public:
  explicit UncachedOfOs(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void access(protocol::UncachedRequest& request) {
    seen.push_back(request);
    request.time += kAccess;
    if (dispatcher != nullptr) dispatcher->wait_until(request.time);
  }

 public:
  kernel::Target<&UncachedOfOs::access> cpu_side{"cpu_side", *this};
  std::vector<protocol::UncachedRequest> seen;
  kernel::QueuedDispatcher* dispatcher = nullptr;
};

/// Three sockets and a pool device, node 3. Pages 0 and 1 are on socket 0, page 2 on socket 1, and
/// the page of another space on socket 2. Each node has two free frames. The cores' sockets are
/// kSockets, their routes take kLegs.
class PagesBench {
 public:
  static constexpr int kCores = 4;
  static constexpr int kSockets[kCores] = {0, 0, 1, 2};
  static constexpr Time kLegs[kCores] = {Time(0), Time(0), Time(11'000), Time(23'000)};
  static constexpr base::NodeId kPool{3};

  explicit PagesBench(bool queued, paging::Frames frames = paging::Frames::kAtOnce)
      : map({base::NodeId{0}, base::NodeId{0}, base::NodeId{1}}, pool,
            paging::SpaceLocation::of_sockets(3), {}, frames),
        other({base::NodeId{2}}, pool, paging::SpaceLocation::of_sockets(3), base::SpaceId{1}),
        queued_(queued) {
    std::vector<std::uint64_t> limits;
    for (int n = 0; n < 4; ++n) limits.push_back(map.frames_on(static_cast<base::NodeId>(n)) + 2);
    map.make_movable(limits);
    other.make_movable();
    if (queued) memory.dispatcher = &dispatcher;
    for (int c = 0; c < kCores; ++c) {
      auto core = std::make_unique<MockCore>();
      if (queued) core->execution = kernel::Execution(dispatcher);
      cores.push_back(core.get());
      placed.push_back({std::move(core), kLegs[c], kSockets[c], true});
    }
  }
  static placement::PlacementConfig default_config() {
    placement::PlacementConfig config;
    config.page_cycles = base::Cycles(20);
    config.lines_in_flight = kLanes;
    config.directory_latency = kDirectory;
    config.invalidate_latency = kInvalidate;
    config.ipi_cycles = base::Cycles(50);
    config.write_fault_cycles = base::Cycles(40);
    config.page_fault_cycles = base::Cycles(60);
    config.task_cycles = base::Cycles(100);
    config.capacity_cycles = base::Cycles(5);
    return config;
  }

  /// Runs until nothing is left to do.
  void run() {
    if (sc_core::sc_pending_activity()) sc_core::sc_start();
  }
  /// Calls the operating system as a core does: on a fiber in SystemC time.
  void call(std::function<void()> body) { queued_ ? dispatcher.spawn(std::move(body)) : body(); }
  /// Number of accesses of a kind to a node.
  long accesses(AccessKind kind, base::NodeId node) const {
    return std::count_if(memory.seen.begin(), memory.seen.end(), [&](const auto& one) {
      return one.kind == kind && one.line.node() == node;
    });
  }
  bool is_queued() const { return queued_; }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  MemoryOfOs memory{"memory"};
  std::shared_ptr<paging::FramePool> pool = std::make_shared<paging::FramePool>(4);
  paging::PageMap map;
  paging::PageMap other;
  std::vector<MockCore*> cores;

 protected:
  std::vector<os::PlacedCore> placed;  ///< To be moved into the object under test.

 private:
  bool queued_;
};

/// The parts that work on pages, without the core that coordinates them. Socket 2 has a port of its
/// own, above `far`; metadata are uncached.
class PartsBench : public PagesBench {
  struct Owner : sc_core::sc_module {
    Owner(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
          const kernel::Execution& execution)
        : sc_module(name), port(config, execution) {}
    os::Port port;
  };

 public:
  explicit PartsBench(bool queued, const placement::PlacementConfig& config = default_config())
      : PagesBench(queued),
        execution(queued ? kernel::Execution(dispatcher) : kernel::Execution()),
        shootdowns(config, kClock, std::move(placed)),
        owner_("owner", config, execution) {
    port.mem_side.bind(memory.cpu_side);
    port.add_socket_side(owner_, 2).bind(far.cpu_side);
    port.add_uncached_side(owner_).bind(uncached.cpu_side);
    if (queued) far.dispatcher = uncached.dispatcher = &dispatcher;
    test::elaborate();
  }
  /// Runs `body` to its end as a job of the operating system does.
  void work(std::function<void()> body) {
    is_queued() ? dispatcher.spawn(std::move(body)) : void(sc_core::sc_spawn(std::move(body)));
    sc_core::sc_start();
  }

  kernel::Execution execution;
  MemoryOfOs far{"far"};
  UncachedOfOs uncached{"uncached"};
  os::PageMaps maps{{&map, &other}};
  os::Shootdowns shootdowns;

 private:
  Owner owner_;

 public:
  os::Port& port = owner_.port;
  os::HeldPages held{execution, port, shootdowns};
  os::PageParts parts{maps, execution, port, shootdowns, held};
};

class OsBench : public PagesBench {
 public:
  explicit OsBench(bool queued, const placement::PlacementConfig& config = default_config(),
                   paging::Frames frames = paging::Frames::kAtOnce)
      : PagesBench(queued, frames),
        os(std::make_unique<os::OsCore>(
            "os", config, kClock, std::vector<paging::PageMap*>{&map, &other}, std::move(placed))) {
    os->port().mem_side.bind(memory.cpu_side);
    os->handle_faults(true);
    if (queued) os->deliver_in(dispatcher);
    test::elaborate();
  }
  paging::FaultHandler& faults() const { return *cores.front()->faults; }
  os::OsCore::OsStats counts() const { return os->counts(base::SpaceId{0}); }
  double statistic(const std::string& path) const {
    std::vector<accounting::Stat> all;
    accounting::StatWriter writer(all);
    os->report(writer);
    for (const accounting::Stat& stat : all) {
      if (stat.path == path) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << path;
    return -1;
  }

  std::unique_ptr<os::OsCore> os;
};

/// Tests in immediate (false) and in queued delivery (true).
class InBothDeliveries : public testing::TestWithParam<bool> {};

inline std::string delivery_name(const testing::TestParamInfo<bool>& test) {
  return test.param ? "queued" : "immediate";
}

}  // namespace starnuma::test

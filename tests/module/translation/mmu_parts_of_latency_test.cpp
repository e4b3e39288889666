// SPDX-License-Identifier: Apache-2.0
// The latency of an access through the MMU is the sum of its parts, and the statistics are the sums
// over accesses: random accesses, faults and held pages in both deliveries.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "models/base/random.h"
#include "models/kernel/now.h"
#include "models/protocol/access.h"
#include "models/translation/mmu.h"
#include "tests/support/elaborate.h"
#include "tests/support/pages.h"

namespace starnuma::translation::mmu_parts_test {
namespace {

using namespace base::literals;
using base::NodeId;
using base::Time;
using protocol::Access;
using test::page;

constexpr Time kData = 50_ns;
constexpr Time kRead = 10_ns;  // each read of the walker
constexpr Time kStlb = 8_ns;
constexpr Time kFault = 300_ns;
constexpr std::uint64_t kPages = 16;

/// Caches that answer after a fixed time. Reads of the walker meet contention and wait for a miss
/// register.
class Caches : public sc_core::sc_module {
 public:
  explicit Caches(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void access(Access& access) {
    if (access.kind != protocol::AccessKind::kWalk) {
      if (unanswered.erase(access.address.page()) > 0) throw protocol::AccessError("no answer");
      pass(access, kData);
      return;
    }
    access.queue = queue;
    access.mshr_queue = mshr_queue;
    access.served_by = served_by;
    pass(access, kRead);
  }
  void pass(Access& access, Time span) const {
    access.time += span;
    if (dispatcher != nullptr) dispatcher->wait_until(access.time);
  }

 public:
  kernel::Target<&Caches::access> cpu_side{"cpu_side", *this};
  Time queue;
  Time mshr_queue;
  protocol::ServedBy served_by = protocol::ServedBy::kSocket;
  std::set<std::uint64_t> unanswered;  ///< Pages whose next access fails.
  kernel::QueuedDispatcher* dispatcher = nullptr;
};

/// Maps absent pages and recovers unanswered ones after kFault.
struct Os : paging::FaultHandler {
  explicit Os(paging::PageMap& its_map) : map(its_map) {}
  Time pass(Time time) {
    if (dispatcher != nullptr) dispatcher->wait_until(time + kFault);
    fault_time += kFault;
    return time + kFault;
  }
  Time write_fault(base::PageId, Time time) override { return time; }
  Time page_fault(base::PageId id, base::CoreId, bool, Time time) override {
    ++faults;
    const Time done = pass(time);
    map.map(id.number(), done);
    return done;
  }
  std::optional<Time> recover(base::PageId, base::CoreId, Time time) override {
    ++recoveries;
    return pass(time);
  }
  std::vector<std::uint8_t>& written(base::SpaceId) override { return flags; }

  paging::PageMap& map;
  std::vector<std::uint8_t> flags = std::vector<std::uint8_t>(kPages);
  kernel::QueuedDispatcher* dispatcher = nullptr;
  int faults = 0;
  int recoveries = 0;
  Time fault_time;
};

class Core : public sc_core::sc_module {
 public:
  explicit Core(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<Access> out{"out"};
};

/// Annex that takes 100 ns for an invalidation.
class SlowAnnex : public sc_core::sc_module {
 public:
  SlowAnnex(const sc_core::sc_module_name& name, kernel::QueuedDispatcher& dispatcher)
      : sc_module(name), dispatcher_(dispatcher) {}

 private:
  void take(protocol::AnnexEvent& event) {
    if (event.kind != protocol::AnnexEventKind::kInvalidate) return;
    invalidated.push_back(event.page);
    dispatcher_.wait_until(event.time + 100_ns);
  }
  kernel::QueuedDispatcher& dispatcher_;

 public:
  kernel::Target<&SlowAnnex::take> stlb_side{"stlb_side", *this};
  std::vector<base::PageId> invalidated;
};

struct Bench {
  explicit Bench(bool is_queued, AnnexDriver* driver = nullptr)
      : queued(is_queued), map(make_map()), os(map) {
    core.out.bind(mmu.cpu_side);
    mmu.mem_side.bind(caches.cpu_side);
    mmu.handle_faults(os, true);
    if (queued) {
      mmu.deliver_in(dispatcher);
      caches.dispatcher = os.dispatcher = &dispatcher;
    }
    if (driver != nullptr) {
      annex.emplace("annex", dispatcher);
      driver->annex_side.bind(annex->stlb_side);
      driver->deliver_in(dispatcher);
      mmu.attach(*driver);
    }
    test::elaborate();
  }
  static paging::PageMap make_map() {
    paging::PageMap map(std::vector<NodeId>(kPages, NodeId{1}), 4, 4);
    map.make_movable(std::vector<std::uint64_t>(4, 4 * kPages));
    return map;
  }
  void call(std::function<void()> body) { queued ? dispatcher.spawn(std::move(body)) : body(); }
  /// Accesses a page at `at`, which is not before the previous call's in immediate delivery.
  Access& access(std::uint64_t number, Time at) {
    Access& access = accesses.emplace_back();
    access.address = {number * base::kPageBytes};
    access.issued = access.time = at;
    call([this, &access] {
      if (queued) dispatcher.wait_until(access.time);
      core.out.send(access);
    });
    return access;
  }
  /// Runs until nothing is left to do.
  void run() {
    if (sc_core::sc_pending_activity()) sc_core::sc_start();
  }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    mmu.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << name;
    return -1;
  }
  static Time parts(const Access& access) {
    return access.walk + access.walk_queue + access.migration_stall + kData;
  }

  bool queued;
  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  paging::PageMap map;
  Os os;
  Core core{"core"};
  Mmu mmu{"mmu", {2, 2, 4, 4, base::Cycles(8), 2}, base::Frequency(1'000'000'000), map};
  Caches caches{"caches"};
  std::deque<Access> accesses;
  std::optional<SlowAnnex> annex;
};

class MmuParts : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Mmu, MmuParts, testing::Bool(),
                         [](const auto& test) { return test.param ? "queued" : "immediate"; });

TEST_P(MmuParts, AddUpForRandomAccessesFaultsAndHeldPages) {
  Bench bench(GetParam());
  base::Random random(5);
  Time now = 1000_ns;
  for (int step = 0; step < 400; ++step) {
    now += Time(static_cast<std::int64_t>(random.below(90'000)));
    const std::uint64_t number = random.below(kPages);
    if (random.below(12) == 0) {
      bench.call([&, number, now] {
        if (bench.queued) bench.dispatcher.wait_until(now);
        if (!bench.map.present(number) || (bench.queued && bench.map.held(number))) return;
        bench.mmu.invalidate(page(number), now);
        bench.map.unmap(number);
      });
    } else if (random.below(12) == 0 && bench.queued) {
      bench.dispatcher.spawn([&, number, now] {  // an exclusive operation on the page
        bench.dispatcher.wait_until(now);
        if (bench.map.held(number) || !bench.map.present(number)) return;
        bench.map.hold(number);
        bench.mmu.invalidate(page(number), kernel::now());
        bench.mmu.wait_until_unused(page(number));
        bench.dispatcher.wait_until(kernel::now() + 130_ns);
        bench.map.move(number, bench.map.home_of(number) == NodeId{1} ? NodeId{2} : NodeId{1},
                       kernel::now());
        bench.mmu.resume_with_pages();
      });
    }
    bench.access(number, now);
    if (!bench.queued) now = std::max(now, bench.accesses.back().time);
  }
  bench.run();
  EXPECT_EQ(bench.dispatcher.pending_fibers(), 0U);
  Time stalls;
  for (const Access& access : bench.accesses) {
    ASSERT_EQ(access.time - access.issued, Bench::parts(access)) << access.issued.ns();
    stalls += access.migration_stall;
  }
  EXPECT_GT(bench.os.faults, 5);
  EXPECT_EQ(bench.stat("page_faults"), bench.os.faults);
  EXPECT_DOUBLE_EQ(bench.stat("page_fault_time"), bench.os.fault_time.ns());
  EXPECT_NEAR(bench.stat("migration_stall_time"), (stalls - bench.os.fault_time).ns(), 1e-6);
}

TEST_P(MmuParts, ARecoveryIsAStallOfItsAccess) {
  Bench bench(GetParam());
  bench.access(3, 0_ns);
  bench.run();
  bench.caches.unanswered = {3};
  const Time start = 2000_ns;
  const Access& access = bench.access(3, start);
  bench.run();
  EXPECT_EQ(bench.os.recoveries, 1);
  EXPECT_EQ(access.migration_stall, kFault);
  EXPECT_TRUE(access.faulted);
  EXPECT_EQ(access.time - access.issued, Bench::parts(access));
}

/// Memory reports the wait for a miss register in the contention of a read; other levels apart.
TEST(MmuWalk, CountsAWaitForAMissRegisterOnce) {
  Bench bench(false);
  bench.caches.queue = 3_ns;
  bench.caches.mshr_queue = 2_ns;
  EXPECT_EQ(bench.access(1, 0_ns).walk_queue, (3_ns + 2_ns) * 4);
  bench.caches.served_by = protocol::ServedBy::kMemory;
  const Access& access = bench.access(2, 1000_ns);
  EXPECT_EQ(access.walk_queue, 3_ns);  // the paging-structure caches have the upper levels
  EXPECT_EQ(access.walk, kStlb + kRead - 3_ns);
}

TEST(MmuInTime, AnAccessWaitsForAnothersWalkAndEntersIt) {
  Bench bench(true);
  const Access& first = bench.access(1, 0_ns);
  const Access& second = bench.access(1, 15_ns);
  bench.run();
  const Time walked = kStlb + kRead * 4;
  EXPECT_EQ(first.time, walked + kData);
  EXPECT_EQ(second.time, walked + kData);
  EXPECT_EQ(second.walk, kStlb);
  EXPECT_EQ(second.walk_queue, walked - 15_ns - kStlb);
  EXPECT_EQ(bench.stat("walks"), 1);
}

/// Returns when an operation on page 1 that waits from `asks` on finds the page unused.
Time unused_at(Time asks) {
  Bench bench(true);
  bench.access(1, 0_ns);
  bench.access(1, 100_ns);
  bench.access(2, 500_ns);
  Time ended;
  bench.dispatcher.spawn([&] {
    bench.dispatcher.wait_until(asks);
    bench.mmu.wait_until_unused(page(1));
    ended = kernel::now();
  });
  bench.run();
  EXPECT_EQ(bench.dispatcher.pending_fibers(), 0U);
  return ended;
}

TEST(MmuInTime, AWaitForAnUnusedPageEndsWithTheLastAccessToIt) {
  EXPECT_EQ(unused_at(110_ns), 150_ns);
}
TEST(MmuInTime, AWaitForAPageThatIsNotUsedEndsAtOnce) { EXPECT_EQ(unused_at(510_ns), 510_ns); }

/// Shootdowns wait for the annex while a walk fills the STLB, whose entries move.
TEST(MmuInTime, AShootdownThatWaitsForTheAnnexRemovesItsOwnPage) {
  const std::uint64_t no_markers = 0;
  AnnexDriver driver("driver", 4, &no_markers);
  Bench bench(true, &driver);
  for (const std::uint64_t number : {1, 2, 4}) bench.access(number, Time(0));
  for (const std::uint64_t number : {2, 1}) {
    bench.call([&, number] {
      bench.dispatcher.wait_until(1000_ns);
      bench.mmu.invalidate(page(number), 1000_ns);
    });
  }
  bench.access(3, 1010_ns);
  bench.run();
  EXPECT_EQ(bench.annex->invalidated, (std::vector<base::PageId>{page(2), page(1)}));
  std::set<std::uint64_t> left;
  bench.call([&] {
    for (const std::uint64_t number : {1, 2, 3, 4}) {
      if (bench.mmu.invalidate(page(number), 2000_ns)) left.insert(number);
    }
  });
  bench.run();
  EXPECT_EQ(left, (std::set<std::uint64_t>{3, 4}));
}

}  // namespace
}  // namespace starnuma::translation::mmu_parts_test

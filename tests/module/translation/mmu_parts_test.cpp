// SPDX-License-Identifier: Apache-2.0
// Parts of an MMU by themselves: shared walks, waits for pages, and faults.
#include <gtest/gtest.h>

#include "models/kernel/now.h"
#include "models/translation/faults.h"
#include "models/translation/page_waits.h"
#include "models/translation/translation_checks.h"
#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"
#include "tests/support/pages.h"

namespace starnuma::translation::parts_alone_test {
namespace {

using namespace base::literals;
using base::Time;
using protocol::Access;
using test::page;

Access access_at(Time time) {
  Access access;
  access.issued = access.time = time;
  return access;
}

template <class Part>
std::vector<double> statistics(const Part& report) {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  report(writer);
  std::vector<double> values;
  for (const accounting::Stat& stat : stats) values.push_back(stat.value);
  return values;
}

/// Calls in queued delivery; each runs on a fiber from its own time on.
struct Queued : testing::Test {
  void call(Time time, std::function<void()> body) {
    dispatcher.spawn([this, time, body = std::move(body)] {
      dispatcher.wait_until(time);
      body();
    });
  }
  void run() {
    test::elaborate();
    test::let_pass(1000_ns);
    EXPECT_EQ(dispatcher.pending_fibers(), 0U);
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  kernel::Execution execution{dispatcher};
};

struct SharedWalksTest : Queued {
  /// Walks or joins at `time`, with an access that has reached `reached`.
  void walk(Access& access, Time time, base::PageId id) {
    call(time, [this, &access, id] {
      if (walks.join(access, id)) return;
      walks.lead(access, id, [&] {
        access.time += 30_ns;
        dispatcher.wait_until(access.time - 4_ns);  // the last read hits in the L1
      });
    });
  }

  SharedWalks walks{execution};
};

TEST_F(SharedWalksTest, AnAccessWaitsForTheWalkOfItsPage) {
  Access first = access_at(0_ns);
  Access second = access_at(12_ns);
  Access other = access_at(12_ns);
  walk(first, 0_ns, page(1));
  walk(second, 12_ns, page(1));
  walk(other, 12_ns, page(2));
  run();
  EXPECT_EQ(first.walk_queue, 0_ns);
  EXPECT_EQ(second.time, 30_ns) << "the time of the walk, which is ahead of kernel time";
  EXPECT_EQ(second.walk_queue, 18_ns);
  EXPECT_EQ(other.time, 42_ns);
}

TEST_F(SharedWalksTest, AnAccessAheadOfTheWalkKeepsItsTime) {
  Access first = access_at(0_ns);
  Access second = access_at(80_ns);
  walk(first, 0_ns, page(1));
  walk(second, 12_ns, page(1));
  run();
  EXPECT_EQ(second.time, 80_ns);
  EXPECT_EQ(second.walk_queue, 0_ns);
}

TEST_F(SharedWalksTest, AFailedWalkReleasesTheAccessesThatJoinedIt) {
  Access first = access_at(0_ns);
  Access second = access_at(12_ns);
  bool failed = false;
  call(0_ns, [&] {
    try {
      walks.lead(first, page(1), [&] {
        dispatcher.wait_until(20_ns);
        throw protocol::AccessError("no answer");
      });
    } catch (const protocol::AccessError&) {
      failed = true;
    }
  });
  bool joined = false;
  call(12_ns, [&] { joined = walks.join(second, page(1)); });
  run();
  EXPECT_TRUE(failed && joined);
  EXPECT_FALSE(walks.join(second, page(1)));
}

struct PageWaitsTest : Queued {
  std::vector<double> stalls() const {
    return statistics([&](accounting::StatWriter& writer) { waits.report(writer); });
  }

  PageWaits waits{execution};
};

TEST_F(PageWaitsTest, AnAccessWaitsWhileItsPageIsHeld) {
  Access access = access_at(5_ns);
  bool held = true;
  bool waited = false;
  call(5_ns, [&] { waited = waits.wait_while_held(access, [&] { return held; }); });
  for (const Time time : {20_ns, 45_ns}) {
    call(time, [&, time] {
      held = time < 45_ns;
      waits.resume();
    });
  }
  run();
  EXPECT_TRUE(waited);
  EXPECT_EQ(access.time, 45_ns);
  EXPECT_EQ(access.migration_stall, 40_ns);
  EXPECT_FALSE(waits.wait_while_held(access, [] { return false; }));
  EXPECT_EQ(stalls(), (std::vector<double>{1, 40}));
}

TEST_F(PageWaitsTest, AnAccessWaitsUntilItsPageHasSettled) {
  Access access = access_at(5_ns);
  waits.wait_until_settled(access, 7_ns);
  EXPECT_EQ(access.time, 7_ns);
  EXPECT_EQ(access.migration_stall, 2_ns);
  EXPECT_EQ(waits.latest_use(), 7_ns);
  waits.wait_until_settled(access, 7_ns);
  EXPECT_EQ(stalls(), (std::vector<double>{1, 2}));
  waits.note_use(6_ns);
  EXPECT_EQ(waits.latest_use(), 7_ns);
  waits.reset_statistics();
  EXPECT_EQ(stalls(), (std::vector<double>{0, 0}));
}

TEST_F(PageWaitsTest, AMoveWaitsForTheUsesOfItsPage) {
  Time moved;
  const auto use = [&](base::PageId id, Time from, Time to) {
    call(from, [&, id, to] { waits.use(id, [&] { dispatcher.wait_until(to); }); });
  };
  use(page(1), 0_ns, 50_ns);
  use(page(1), 10_ns, 60_ns);
  use(page(2), 10_ns, 90_ns);
  call(20_ns, [&] {
    waits.wait_until_unused(page(1));
    moved = kernel::now();
  });
  run();
  EXPECT_EQ(moved, 60_ns);
}

/// Each fault takes 100 ns.
struct Os : paging::FaultHandler {
  explicit Os(kernel::QueuedDispatcher& its_dispatcher) : dispatcher(its_dispatcher) {}
  Time pass(Time time) {
    dispatcher.wait_until(time + 100_ns);
    return time + 100_ns;
  }
  Time write_fault(base::PageId, Time time) override { return pass(time); }
  Time page_fault(base::PageId, base::CoreId, bool, Time time) override { return pass(time); }
  std::optional<Time> recover(base::PageId id, base::CoreId, Time time) override {
    if (id == page(9)) return std::nullopt;
    return pass(time);
  }
  std::vector<std::uint8_t>& written(base::SpaceId) override { return flags; }

  kernel::QueuedDispatcher& dispatcher;
  std::vector<std::uint8_t> flags = std::vector<std::uint8_t>(10);
};

struct FaultsTest : Queued {
  FaultsTest() { faults.handle_with(os, true); }

  Os os{dispatcher};
  PageWaits waits{execution};
  Faults faults{execution, waits};
};

TEST_F(FaultsTest, ACoreTakesOneFaultAtATime) {
  Access first = access_at(0_ns);
  Access second = access_at(30_ns);
  bool handled = true;
  call(0_ns, [&] { faults.page_fault(first, page(1)); });
  call(30_ns, [&] { handled = faults.write_fault(second, page(2)); });
  run();
  EXPECT_EQ(first.time, 100_ns);
  EXPECT_TRUE(first.faulted);
  EXPECT_FALSE(handled);
  EXPECT_EQ(second.time, 100_ns);
  EXPECT_EQ(second.migration_stall, 70_ns);
  EXPECT_EQ(statistics([&](accounting::StatWriter& w) { waits.report(w); }),
            (std::vector<double>{1, 70}));
  EXPECT_EQ(statistics([&](accounting::StatWriter& w) { faults.report(w, true); }),
            (std::vector<double>{1, 100, 0}));
}

TEST_F(FaultsTest, AnAccessIsRepeatedIfItsPageIsRecovered) {
  Access lost = access_at(0_ns);
  Access recovered = access_at(0_ns);
  bool repeated[2] = {true, false};
  call(0_ns, [&] {
    repeated[0] = faults.recover(lost, page(9));
    repeated[1] = faults.recover(recovered, page(1));
  });
  run();
  EXPECT_FALSE(repeated[0]);
  EXPECT_FALSE(lost.faulted);
  EXPECT_TRUE(repeated[1]);
  EXPECT_EQ(recovered.migration_stall, 100_ns);
}

TEST_F(FaultsTest, WithoutAHandlerNothingIsRecovered) {
  Faults none(execution, waits);
  Access access = access_at(0_ns);
  EXPECT_FALSE(none.handled());
  EXPECT_FALSE(none.recover(access, page(1)));
}

TEST_F(FaultsTest, AWriteMarksItsPageAsDirty) {
  faults.written(page(4));
  EXPECT_EQ(os.flags[4], 1);
  EXPECT_EQ(os.flags[3], 0);
}

struct Box : sc_core::sc_object {
  explicit Box(const char* name) : sc_object(name) {}
};

TEST(TranslationChecks, ReportARefusedHomeAndNoOther) {
  const Box mmu("mmu");
  TranslationChecks checks(mmu);
  checks.refuse({base::NodeId{4}});
  checks.check_home(base::NodeId{3}, page(7));
  try {
    checks.check_home(base::NodeId{4}, page(7));
    FAIL() << "the home is refused";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), TranslationChecks::kRefused);
    EXPECT_NE(std::string(report.get_msg()).find("mmu: page 7 lies on home 4"), std::string::npos);
  }
}

TEST(TranslationChecks, AcceptTheTranslationOfTheMapOnly) {
  const Box mmu("mmu");
  const TranslationChecks checks(mmu);
  const paging::PageMap map(std::vector<base::NodeId>(8, base::NodeId{2}), 4, 4);
  const Access access = access_at(5_ns);
  checks.check_access(access, {page(7), map.frame_of(7), 0}, map, 0);
  test::expect_invariant_error(
      [&] {
        checks.check_access(access, {page(7), map.frame_of(6), 0}, map, 0);
      },
      {"mmu", "stale", "page 7 of space 0", "5000 ps"});
}

}  // namespace
}  // namespace starnuma::translation::parts_alone_test

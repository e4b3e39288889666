// SPDX-License-Identifier: Apache-2.0
// Page table, TLBs, accesses and mover, and all of them together.
#include "testbenches/coherence/paged_system.h"

#include <gtest/gtest.h>

#include "tests/unit/coherence/subject.h"

namespace starnuma::coherence_bench {
namespace {

using protocol::RequesterEvent;

/// Two hosts, two spaces of one page each in frames 0 and 1, and two free frames.
SystemConfig pages() {
  SystemConfig config;
  config.cxl = false;
  config.hosts = 2;
  config.page_lines = 2;
  config.lines = 8;
  config.pages = 2;
  config.spaces = 2;
  return config;
}

TEST(PageTable, AFrameIsFreeWithoutPageAndCopy) {
  PageTable table(pages());
  EXPECT_EQ(table.page_in(1), 1);
  EXPECT_EQ(table.page_in(2), kNoPage);
  EXPECT_FALSE(table.is_free(1));
  EXPECT_TRUE(table.is_free(2));
  table.at(0).copies[1] = 2;
  EXPECT_FALSE(table.is_free(2));
  EXPECT_EQ(table.frame_for(0, 0), 0);
  EXPECT_EQ(table.frame_for(1, 0), 2);
}

TEST(Tlbs, AHostFindsTranslationsOfItsOwnSpaceOnly) {
  Tlbs tlbs(pages(), MoveMutant::kNone);
  EXPECT_EQ(tlbs.page_at(1, 0), 1);
  tlbs.entry(1, 1) = {3, true};
  EXPECT_EQ(tlbs.page_in(1, 3), 1);
  EXPECT_TRUE(tlbs.write_faults(1, 1));
  tlbs.exchange_tasks(0, 1);
  EXPECT_EQ(tlbs.page_in(1, 3), kNoPage);
  EXPECT_EQ(tlbs.find(1, 0).frame, kNoFrame);
}

TEST(Tlbs, AFaultFindsTheEqualPageNumberOfAnotherSpace) {
  Tlbs tlbs(pages(), MoveMutant::kTranslationWithoutSpace);
  tlbs.entry(1, 1) = {3, false};
  EXPECT_EQ(tlbs.find(1, 0).frame, 3);
}

TEST(PageAccesses, AnAccessFindsTheLastWriteToItsPage) {
  PageAccesses accesses(pages());
  EXPECT_NE(accesses.latest(0, 0), accesses.latest(1, 0));  // data of different spaces
  accesses.page(1, 2) = 1;
  EXPECT_TRUE(accesses.in_use(1, 1));
  EXPECT_FALSE(accesses.in_use(1, 0));
  EXPECT_FALSE(accesses.idle(1));
  Data written = accesses.latest(1, 2);
  ++written[1];
  accesses.complete({1, 2, true}, written);
  EXPECT_TRUE(accesses.idle(1));
  EXPECT_EQ(accesses.latest(1, 4), written);  // equal line of another frame
  accesses.page(0, 4) = 1;
  EXPECT_THROW(accesses.complete({0, 4, false}, {}), Broken);
}

class PagedSystemTest : public testing::Test {
 protected:
  explicit PagedSystemTest(MoveMutant mutant = MoveMutant::kNone)
      : system(pages(), test.subject(), mutant) {}

  Step take(PageEvent event, int host = 0, int page = 0, int frame = 0, int line = 0) {
    return system.take({event, host, page, frame, line});
  }
  Step drain() {
    while (system.lines().channels().size() > 0) {
      const Step step = system.deliver(0);
      if (step != Step::kDone) return step;
    }
    return Step::kDone;
  }
  /// Copies all lines of the page in progress; returns the last step that is not kNo.
  Step copy_all() {
    Step last = Step::kDone;
    for (int tries = 0; tries < 20 && system.moving() && last == Step::kDone; ++tries) {
      for (int line = 0; line < 2 && last == Step::kDone; ++line) {
        if (take(PageEvent::kCopy, 0, 0, 0, line) == Step::kBroken) return Step::kBroken;
        last = drain();
      }
    }
    return last;
  }

  TestSubject test;
  PagedSystem system;
};

TEST_F(PagedSystemTest, AnAccessNeedsATranslation) {
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kStore), Step::kNo);
  EXPECT_EQ(take(PageEvent::kWalk, 0, 1), Step::kNo);  // the page belongs to another space
  EXPECT_EQ(take(PageEvent::kWalk, 0, 0), Step::kDone);
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kStore), Step::kDone);
  EXPECT_EQ(take(PageEvent::kForget, 0, 0), Step::kNo);  // in use
  EXPECT_EQ(drain(), Step::kDone);
  EXPECT_EQ(take(PageEvent::kForget, 0, 0), Step::kDone);
  EXPECT_TRUE(system.idle());
}

TEST_F(PagedSystemTest, AMovedPageKeepsItsData) {
  take(PageEvent::kWalk, 0, 0);
  system.start(0, 1, RequesterEvent::kStore);
  drain();
  ASSERT_EQ(take(PageEvent::kMove, 0, 0, 2), Step::kDone);
  EXPECT_EQ(take(PageEvent::kMove, 0, 1, 3), Step::kNo);  // one page at a time
  EXPECT_EQ(take(PageEvent::kCopy), Step::kNo);           // before the acknowledgement
  EXPECT_EQ(take(PageEvent::kWalk, 0, 0), Step::kNo);
  EXPECT_EQ(take(PageEvent::kAcknowledge, 0), Step::kDone);
  EXPECT_EQ(copy_all(), Step::kDone) << system.failure();
  EXPECT_FALSE(system.moving());
  EXPECT_EQ(take(PageEvent::kWalk, 0, 0), Step::kDone);
  EXPECT_EQ(system.tlbs().find(0, 0).frame, 2);
  EXPECT_EQ(system.start(0, 5, RequesterEvent::kLoad), Step::kDone);
  EXPECT_EQ(drain(), Step::kDone) << system.failure();
}

TEST_F(PagedSystemTest, AWalkMapsAnUnmappedPage) {
  ASSERT_EQ(take(PageEvent::kUnmap, 0, 0), Step::kDone);
  EXPECT_EQ(take(PageEvent::kMove, 0, 0, 2), Step::kNo);
  EXPECT_EQ(take(PageEvent::kWalk, 0, 0), Step::kDone);
  EXPECT_EQ(system.faults(), 1u);
}

TEST_F(PagedSystemTest, AWriteToAReadOnlyPageWaitsForTheRemovalOfItsCopies) {
  ASSERT_EQ(take(PageEvent::kReplicate, 1, 0, 2), Step::kDone);
  ASSERT_EQ(copy_all(), Step::kDone) << system.failure();
  take(PageEvent::kWalk, 0, 0);
  EXPECT_TRUE(system.tlbs().write_faults(0, 0));
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kStore), Step::kNo);
  ASSERT_EQ(take(PageEvent::kCollapse, 0, 0), Step::kDone);
  EXPECT_EQ(take(PageEvent::kAcknowledge, 0), Step::kDone);
  EXPECT_FALSE(system.moving());
  take(PageEvent::kWalk, 0, 0);
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kStore), Step::kDone);
}

TEST_F(PagedSystemTest, TasksAreExchangedBetweenAccesses) {
  take(PageEvent::kWalk, 0, 0);
  system.start(0, 0, RequesterEvent::kLoad);
  EXPECT_EQ(system.take({PageEvent::kExchange, 0, 0, 0, 0, 1}), Step::kNo);
  drain();
  EXPECT_EQ(system.take({PageEvent::kExchange, 0, 0, 0, 0, 1}), Step::kDone);
  EXPECT_EQ(system.tlbs().space_of(0), 1);
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kLoad), Step::kNo);  // a page of the other space
}

struct StaleTranslation : PagedSystemTest {
  StaleTranslation() : PagedSystemTest(MoveMutant::kTranslationStays) {}
};

TEST_F(StaleTranslation, AUseAfterTheAcknowledgementIsBroken) {
  take(PageEvent::kWalk, 0, 0);
  take(PageEvent::kMove, 0, 0, 2);
  take(PageEvent::kAcknowledge, 0);
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kLoad), Step::kBroken);
  EXPECT_EQ(system.failure(), "host 0 uses a translation of page 0 after its acknowledgement");
}

struct StaleMemory : PagedSystemTest {
  StaleMemory() : PagedSystemTest(MoveMutant::kCopyPastTheCaches) {}
};

TEST_F(StaleMemory, ALostWriteIsBroken) {
  take(PageEvent::kWalk, 0, 0);
  system.start(0, 0, RequesterEvent::kStore);
  drain();
  take(PageEvent::kMove, 0, 0, 2);
  take(PageEvent::kAcknowledge, 0);
  EXPECT_EQ(copy_all(), Step::kBroken);
  EXPECT_EQ(system.failure(), "a write to page 0 is lost by its move");
}

}  // namespace
}  // namespace starnuma::coherence_bench

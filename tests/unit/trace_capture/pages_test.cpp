// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/capture/plugin/pages.h"

#include <gtest/gtest.h>

#include <utility>

namespace starnuma::capture {
namespace {

TEST(Pages, TheFirstThreadThatTouchesAPageCounts) {
  Pages pages;
  pages.touch(5, 1, 0);
  pages.touch(5, 2, Page::kUsed);
  ASSERT_EQ(pages.all().size(), 1U);
  EXPECT_EQ(pages.all()[0].toucher, 1U);
  EXPECT_EQ(pages.all()[0].flags, Page::kUsed);
}

TEST(Pages, APageThatIsGivenBackHasANewFirstThread) {
  Pages pages;
  KnownPages known(pages, 1);
  known.touch(0x5000, 8, Page::kUsed);
  pages.forget(0x5000, 4096);
  pages.touch(5, 2, 0);
  known.touch(0x5000, 8, 0);
  EXPECT_EQ(pages.all()[0].toucher, 2U);
  EXPECT_EQ(pages.all()[0].flags, Page::kUsed | Page::kAgain);
}

TEST(Pages, APageThatIsGivenBackUnusedIsNoLongerThere) {
  Pages pages;
  pages.touch(5, 1, 0);
  pages.forget(0, std::uint64_t{1} << 40);
  EXPECT_TRUE(pages.all().empty());
}

TEST(Pages, TheKernelWritesForAThread) {
  Pages pages;
  pages.kernel_wrote(0x4ff0, 0x20, 3);
  ASSERT_EQ(pages.all().size(), 2U);
  EXPECT_EQ(pages.all()[1].toucher, 3U);
  EXPECT_EQ(pages.all()[1].flags, Page::kKernel);
}

TEST(Pages, ABufferOfTheKernelEndsAtItsLastByte) {
  for (const std::uint64_t bytes : {std::uint64_t{0x10}, std::uint64_t{0x11}}) {
    Pages pages;
    pages.kernel_wrote(0x4ff0, bytes, 3);
    EXPECT_EQ(pages.all().size(), bytes - 0xf);
  }
}

TEST(Pages, APartOfAPageIsGivenBackAsAWhole) {
  for (const auto& [bytes, left] : {std::pair{1U, 1U}, {4096U, 1U}, {4097U, 0U}}) {
    Pages pages;
    pages.touch(5, 1, 0);
    pages.touch(6, 1, 0);
    pages.forget(0x5000, bytes);
    EXPECT_EQ(pages.all().size(), left) << bytes;
  }
}

TEST(Pages, AnUnusedPageThatIsMappedAgainIsListedWithItsNewFirstThread) {
  Pages pages;
  pages.touch(5, 1, 0);
  pages.forget(0x5000, 4096);
  pages.touch(5, 2, 0);
  pages.touch(5, 3, 0);
  ASSERT_EQ(pages.all().size(), 1U);
  EXPECT_EQ(pages.all()[0].toucher, 2U);
  EXPECT_EQ(pages.all()[0].flags, Page::kAgain);
}

TEST(Pages, AUsedPageIsListedAfterItWasGivenBack) {
  Pages pages;
  pages.touch(5, 1, Page::kUsed);
  pages.forget(0x5000, 4096);
  ASSERT_EQ(pages.all().size(), 1U);
  EXPECT_EQ(pages.all()[0].flags, Page::kUsed);
}

TEST(Pages, AnAccessAcrossPagesTouchesBoth) {
  Pages pages;
  KnownPages(pages, 0).touch(0x4ffc, 8, 0);
  EXPECT_EQ(pages.all().size(), 2U);
}

}  // namespace
}  // namespace starnuma::capture

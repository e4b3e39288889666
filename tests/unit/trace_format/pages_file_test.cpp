// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/pages_file.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "tests/support/scratch_file.h"

namespace starnuma::trace {
namespace {

std::vector<Page> some_pages(std::uint64_t count) {
  std::vector<Page> pages;
  for (std::uint64_t i = 0; i < count; ++i) {
    Page page;
    page.number = (pages.empty() ? 0 : pages.back().number) + 1 + i % 70000;
    page.toucher = i % 5 == 0 ? Page::kNobody : static_cast<std::uint32_t>(i % 4096);
    page.flags = static_cast<std::uint8_t>(i % (Page::kFlags + 1));
    pages.push_back(page);
  }
  return pages;
}

std::string complaint(const std::filesystem::path& folder, std::uint64_t pages) {
  try {
    read_pages(folder, 1, pages);
  } catch (const base::InputError& error) {
    const std::string begin = pages_file(folder).string() + ": ";
    EXPECT_EQ(std::string(error.what()).rfind(begin, 0), 0U);
    return std::string(error.what()).substr(begin.size());
  }
  return "";
}

TEST(PagesFile, PagesComeBackOverManyFrames) {
  const std::filesystem::path folder = test::scratch_file("");
  const std::vector<Page> pages = some_pages(200000);
  const PagesSummary summary = write_pages(folder, 1, pages);
  EXPECT_EQ(summary.pages, pages.size());
  const std::vector<Page> read = read_pages(folder, 1, pages.size());
  ASSERT_EQ(read.size(), pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    ASSERT_EQ(read[i].number, pages[i].number) << i;
    ASSERT_EQ(read[i].toucher, pages[i].toucher) << i;
    ASSERT_EQ(read[i].flags, pages[i].flags) << i;
  }
}

TEST(PagesFile, OnlyAsManyPagesAreReadAsTheTraceSaysItHas) {
  const std::filesystem::path folder = test::scratch_file("");
  write_pages(folder, 1, some_pages(10));
  EXPECT_EQ(complaint(folder, 10), "");
  EXPECT_EQ(complaint(folder, 9), "more pages than the 9 of trace.json");
  EXPECT_EQ(complaint(folder, 11), "has 10 pages, but trace.json has 11");
}

TEST(PagesFile, PagesThatDoNotRiseAreNotWritten) {
  const std::filesystem::path folder = test::scratch_file("");
  EXPECT_THROW(write_pages(folder, 1, {Page{2, 0, 0}, Page{2, 0, 0}}), base::InvariantError);
}

TEST(PagesFile, EntriesThatAreNoneAreNamed) {
  const std::filesystem::path folder = test::scratch_file("");
  for (const std::vector<std::uint8_t>& frame :
       {std::vector<std::uint8_t>{1, 64, 0}, {1, 0}, {1, 0, 0, 0, 0, 0}, {255, 255}}) {
    FrameFileWriter file(pages_file(folder), {1, PartName::kPages});
    file.add(frame);
    file.finish();
    EXPECT_EQ(complaint(folder, 2), "frame 0: invalid entry");
  }
}

}  // namespace
}  // namespace starnuma::trace

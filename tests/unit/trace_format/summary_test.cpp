// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/summary.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "models/base/check.h"
#include "tests/support/scratch_file.h"

namespace starnuma::trace {
namespace {

Summary some_summary() {
  Summary summary;
  summary.id = 0xfeedfacecafebeef;
  summary.program = "bfs";
  summary.arguments = {"-g", "20"};
  summary.front_end = {"recorder", "0.2.0", {"--seed 1"}};
  summary.contents = {true, true, true, true, false, 4096};
  summary.quality = {5000, 91, 90, 2};
  summary.work = {1 << 20, "vertex and trial"};
  summary.full_size_bytes = std::uint64_t{1} << 40;
  summary.expected_instructions = 1900;
  summary.regions = 1;
  summary.pages = {100, 80, 1000, 0xabc};
  ThreadSummary thread;
  thread.file = "thread0.zst";
  thread.totals = {1000, 200, 100, 3, 4};
  thread.program_accesses = 400;
  thread.epochs = 91;
  thread.leaves = 7;
  thread.bytes = 12345;
  thread.checksum = 0xdeadbeef;
  summary.threads = {thread, thread};
  summary.threads[1].file = "thread1.zst";
  return summary;
}

std::string text_of(const Summary& summary) {
  const std::filesystem::path folder = test::scratch_file("");
  write_summary(folder, summary);
  std::ifstream file(summary_file(folder));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string complaint(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, text.npos) << old;
  text.replace(at, old.size(), now);
  try {
    parse_summary(text, "trace.json");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Summary, ComesBackAsItWasWritten) {
  const std::string text = text_of(some_summary());
  const Summary read = parse_summary(text, "trace.json");
  EXPECT_EQ(text_of(read), text);
  EXPECT_EQ(read.id, 0xfeedfacecafebeefU);
  EXPECT_EQ(read.threads[1].checksum, 0xdeadbeefU);
  EXPECT_EQ(read.totals().instructions, 2000U);
  EXPECT_EQ(read.program_accesses(), 800U);
  EXPECT_EQ(read.expected_instructions, 1900U);
  EXPECT_EQ(read.bytes(), 24690U);
}

TEST(Summary, MistakesNameTheKeyAndWhatIsExpected) {
  const std::string text = text_of(some_summary());
  EXPECT_EQ(complaint(text, "\"version\": 1", "\"version\": 2"),
            "trace.json: version: expected 1, the only one this program reads");
  EXPECT_EQ(complaint(text, "starnuma trace", "starnuma trance"),
            "trace.json: format: expected \"starnuma trace\"");
  EXPECT_EQ(complaint(text, "\"loads\":200", "\"loads\":-200"),
            "trace.json: threads[0].loads: expected a whole number");
  EXPECT_EQ(complaint(text, "\"loads\":200", "\"loads\":2e2"),
            "trace.json: threads[0].loads: expected a whole number");
  EXPECT_EQ(complaint(text, "\"loads\":200,", ""), "trace.json: threads[0].loads: is missing");
  EXPECT_EQ(complaint(text, "\"order\":true", "\"order\":1"),
            "trace.json: contents.order: expected true or false");
  EXPECT_EQ(complaint(text, "thread1.zst", "../thread1.zst"),
            "trace.json: threads[1].file: expected thread1.zst");
  EXPECT_EQ(complaint(text, "deadbeef", "deadbeeg"),
            "trace.json: threads[0].checksum: expected 8 hexadecimal digits");
  EXPECT_EQ(complaint(text, "\"count\":100", "\"count\":99999999999"),
            "trace.json: pages.count: expected at most 67108864");
  EXPECT_EQ(complaint(text, "\"bfs\"", "\"b\\u001bfs\""),
            "trace.json: program: expected a text without control characters");
  EXPECT_EQ(complaint(text, "[\"-g\",\"20\"]", "[1]"),
            "trace.json: arguments: expected a list of texts");
}

TEST(Summary, WhatIsNoJsonOrNoObjectIsRefused) {
  for (const std::string text : {"", "{", "[1", "{\"a\":}", "nonsense"}) {
    EXPECT_THROW(parse_summary(text, "trace.json"), base::InputError) << text;
  }
  EXPECT_THROW(parse_summary("[]", "trace.json"), base::InputError);
  EXPECT_THROW(parse_summary(std::string(1000, '['), "trace.json"), base::InputError);
}

TEST(Summary, AFolderWithoutOneIsNoTrace) {
  try {
    read_summary(test::scratch_file("nowhere"));
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("not a trace: it has no trace.json"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace starnuma::trace

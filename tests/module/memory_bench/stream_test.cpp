// SPDX-License-Identifier: Apache-2.0
#include "testbenches/memory/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "models/base/check.h"

namespace starnuma::memory_bench {
namespace {

constexpr base::Bandwidth kPeak(20'000'000'000);

std::vector<Request> requests(const std::string& text, int count, std::uint64_t seed = 1) {
  return requests_of(parse_stream(text), count, kPeak, seed);
}

std::string problem(const std::string& text) {
  try {
    parse_stream(text);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Stream, EveryFormReadsBackAsItIsWritten) {
  for (const char* text :
       {"sequential", "random", "sequential+2/1", "random+1/1", "stride:4", "loop:128", "drawn:16",
        "turn:16", "turn:16+3/1", "readers:16x4", "random@40", "random+2/1@80"}) {
    EXPECT_EQ(to_string(parse_stream(text)), text);
  }
}

TEST(Stream, AWrongTextIsRefusedWithTheExpectedForm) {
  EXPECT_EQ(problem("sequental"),
            "stream \"sequental\": unknown name \"sequental\", did you mean \"sequential\"?");
  EXPECT_EQ(problem("turn"), "stream \"turn\": expected turn:N with N from 1 to 64");
  EXPECT_EQ(problem("turn:65"), "stream \"turn:65\": expected turn:N with N from 1 to 64");
  EXPECT_EQ(problem("random:2"), "stream \"random:2\": expected no number after random");
  for (const char* text :
       {"", "stride:0", "stride:-1", "stride:1e3", "loop:99999999999", "readers:4", "readers:4x0",
        "readers:0x4", "readers:4x4@20", "readers:4x4+1/1", "random@0", "random@101", "random@",
        "random+1", "random+0/1", "random+/", "random+1/1/1", "stride:", "stride:2 "}) {
    EXPECT_NE(problem(text), "") << text;
  }
}

TEST(Stream, SequentialReadsAndWritesHaveRegionsOfTheirOwn) {
  const auto all = requests("sequential+2/1", 9);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].write, i % 3 == 2);
  EXPECT_EQ(all[0].line, 0u);
  EXPECT_EQ(all[1].line, 1u);
  EXPECT_EQ(all[3].line, 2u);
  EXPECT_EQ(all[5].line, all[2].line + 1);
  EXPECT_GT(all[2].line, 1u << 27);
}

TEST(Stream, StrideSkipsLinesAndLoopRepeatsThem) {
  const auto strided = requests("stride:4", 8);
  const auto looped = requests("loop:3", 8);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(strided[i].line, 4 * i);
    EXPECT_EQ(looped[i].line, i % 3);
  }
}

TEST(Stream, RandomLinesAreThoseOfTheStandardGenerator) {
  std::mt19937_64 random(7);
  random.discard(64);  // the first lines of sequential streams
  for (const Request& request : requests("random", 100, 7)) {
    random.discard(1);  // read or write
    EXPECT_EQ(request.line, random() % (1u << 26));
  }
}

TEST(Stream, StreamsInTurnAreSequentialEach) {
  const auto all = requests("turn:16", 160);
  for (std::size_t i = 16; i < all.size(); ++i) EXPECT_EQ(all[i].line, all[i - 16].line + 1);
}

TEST(Stream, StreamsDrawnAtRandomAreAllServed) {
  std::set<std::uint64_t> streams;
  for (const Request& request : requests("drawn:4", 400)) streams.insert(request.line >> 12);
  EXPECT_GE(streams.size(), 4u);
  EXPECT_LE(streams.size(), 8u);
}

TEST(Stream, AnOpenLoopOffersItsShareOfThePeak) {
  const auto all = requests("random@50", 100'000);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                             [](const Request& a, const Request& b) { return a.at < b.at; }));
  const double seconds = static_cast<double>(all.back().at.ps()) * 1e-12;
  EXPECT_NEAR(100'000 * 64 / seconds, 10e9, 0.1e9);
}

}  // namespace
}  // namespace starnuma::memory_bench

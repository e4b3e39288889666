// SPDX-License-Identifier: Apache-2.0
#include "models/observers/signal_samples.h"

#include <gtest/gtest.h>

#include <tuple>

#include "models/observers/message_name.h"

namespace starnuma::observers {
namespace {

using base::Time;
using Row = std::tuple<std::int64_t, std::uint32_t, std::uint64_t>;  // time, signal, value

std::vector<Row> rows(SignalSamples& samples) {
  std::vector<Row> all;
  for (const Sample& sample : samples.take()) {
    all.emplace_back(sample.time.ps(), sample.signal, sample.value);
  }
  return all;
}

TEST(SignalSamples, AdjacentSignalsAreSampledAtOneTime) {
  SignalSamples samples;
  samples.add({{"box", "other", 1, {}}});
  const std::uint32_t first = samples.add({{"box", "queue", 8, {}}, {"box", "credits", 8, {}}});
  samples.sample(Time(10), first, {3, 4});
  EXPECT_EQ(samples.signals().size(), 3u);
  EXPECT_EQ(rows(samples), (std::vector<Row>{{10, 1, 3}, {10, 2, 4}}));
}

TEST(SignalSamples, SamplesAreSortedAndThoseOfOneTimeAreSpread) {
  SignalSamples samples;
  const std::uint32_t queue = samples.add({{"box", "queue", 8, {}}});
  for (const std::int64_t time : {20, 10, 20, 20}) samples.sample(Time(time), queue, {1});
  EXPECT_EQ(rows(samples), (std::vector<Row>{{10, 0, 1}, {20, 0, 1}, {21, 0, 1}, {22, 0, 1}}));
}

TEST(SignalSamples, OnlyMessageCountsAreRenumberedInOrderOfTime) {
  SignalSamples samples;
  const std::uint32_t count = samples.add({{"box", kRequests, 8, {}}});
  const std::uint32_t value = samples.add({{"box", "queue", 8, {}}});
  for (const auto& [time, number] : {std::pair{20, 1U}, {10, 2U}, {30, 3U}}) {
    samples.sample(Time(time), count, {number});
    samples.sample(Time(time), value, {number});
  }
  EXPECT_EQ(
      rows(samples),
      (std::vector<Row>{{10, 0, 1}, {10, 1, 2}, {20, 0, 2}, {20, 1, 1}, {30, 0, 3}, {30, 1, 3}}));
}

TEST(SignalSamples, ADiscardRetainsTheLastValueOfEachSignal) {
  SignalSamples samples;
  const std::uint32_t first = samples.add({{"box", "a", 8, {}}, {"box", "b", 8, {}}});
  samples.sample(Time(10), first, {1, 2});
  samples.sample(Time(30), first, {5});
  samples.sample(Time(20), first, {3, 4});
  samples.sample(Time(40), first, {6});
  samples.discard(Time(40));
  EXPECT_EQ(rows(samples), (std::vector<Row>{{20, 1, 4}, {30, 0, 5}, {40, 0, 6}}));
}

}  // namespace
}  // namespace starnuma::observers

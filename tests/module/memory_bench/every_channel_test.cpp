// SPDX-License-Identifier: Apache-2.0
// No channel exceeds the bound of its rules, for every part, mapping and page policy.
#include <gtest/gtest.h>

#include "testbenches/memory/bound.h"
#include "tests/module/memory_bench/every_channel.h"

namespace starnuma::memory_bench {
namespace {

TEST_P(EveryChannel, NeverExceedsTheBoundOfItsRules) {
  for_each_policy([](const memory::DramConfig& config) {
    for (const char* text : {"sequential", "random", "turn:16", "loop:1", "loop:128", "stride:64",
                             "random+1/1", "sequential+2/1"}) {
      const Stream stream = parse_stream(text);
      Load load;
      load.outstanding = 64 * config.subchannels;
      load.requests = 10'000;
      const Measured found = measure(config, stream, load);
      const Bound bound = bound_of(config, stream, load, found.issued);
      EXPECT_LT(found.bytes_per_second, bound.bytes_per_second * 1.02) << text;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Parts, EveryChannel, testing::ValuesIn(kParts),
                         [](const auto& part) { return std::string(part.param); });

}  // namespace
}  // namespace starnuma::memory_bench

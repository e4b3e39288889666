// SPDX-License-Identifier: Apache-2.0
#include "models/transport/bundle.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/transport/link_config.h"
#include "tests/support/elaborate.h"
#include "tests/support/recorder.h"

namespace starnuma::transport {
namespace {

using namespace base::literals;

constexpr std::size_t kLinks = 3;

struct Bench {
  explicit Bench(base::Bytes granularity) : bundle("bundle", kLinks, granularity) {
    port.out.bind(bundle.port_in);
    bundle.port_out.bind(port.in);
    for (std::size_t i = 0; i < kLinks; ++i) {
      links[i].out.bind(bundle.link_in[i]);
      bundle.link_out[i].bind(links[i].in);
    }
    test::elaborate();
  }
  void send(std::uint16_t key) {
    kernel::Envelope envelope;
    envelope.time = 100_ns;
    envelope.interleave_key = key;
    port.out.send(envelope);
  }
  std::vector<std::uint16_t> keys_on(std::size_t link) const {
    std::vector<std::uint16_t> keys;
    for (const kernel::Envelope& envelope : links[link].seen) {
      keys.push_back(envelope.interleave_key);
    }
    return keys;
  }

  test::Recorder port{"port"};
  sc_core::sc_vector<test::Recorder> links{"link", kLinks};
  Bundle bundle;
};

using Keys = std::vector<std::uint16_t>;

TEST(Bundle, DealsBlocksOfLinesOverItsLinks) {
  Bench bench(128_B);
  for (std::uint16_t line = 0; line < 8; ++line) bench.send(line);
  EXPECT_EQ(bench.keys_on(0), (Keys{0, 1, 6, 7}));
  EXPECT_EQ(bench.keys_on(1), (Keys{2, 3}));
  EXPECT_EQ(bench.keys_on(2), (Keys{4, 5}));
}

TEST(Bundle, SendsAllMessagesOfALineOverOneLink) {
  Bench bench(256_B);
  for (int i = 0; i < 5; ++i) bench.send(14);
  EXPECT_EQ(bench.keys_on(0), Keys(5, 14));
}

TEST(Bundle, LoadsItsLinksEvenlyOverAllKeysEvenWithTheLargestBlocks) {
  Bench bench(base::Bytes(kMaxLinkInterleave));
  for (int key = 0; key < 1 << 16; ++key) bench.send(static_cast<std::uint16_t>(key));
  for (std::size_t link = 0; link < kLinks; ++link) {
    EXPECT_NEAR(static_cast<double>(bench.links[link].seen.size()), (1 << 16) / 3.0, 1024);
  }
}

TEST(Bundle, MergesItsLinksIntoThePort) {
  Bench bench(64_B);
  for (std::size_t link = 0; link < kLinks; ++link) {
    kernel::Envelope envelope;
    envelope.time = 100_ns;
    envelope.interleave_key = 0;
    bench.links[link].out.send(envelope);
  }
  EXPECT_EQ(bench.port.seen.size(), kLinks);
}

TEST(Bundle, TakesNoTime) {
  Bench bench(64_B);
  bench.send(1);
  EXPECT_EQ(bench.links[1].seen.at(0).time, 100_ns);
  EXPECT_EQ(bench.links[1].seen.at(0).ledger.total(), 0_ns);
}

}  // namespace
}  // namespace starnuma::transport

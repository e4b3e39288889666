// SPDX-License-Identifier: Apache-2.0
#include "rtl/tracker_update/shell/tracker_engine.h"

#include <gtest/gtest.h>

#include "built_sets.h"
#include "models/base/check.h"
#include "models/base/random.h"
#include "models/tracking/tracker_update_function.h"
#include "print_counter.h"

namespace starnuma::rtl {
namespace {

using Function = tracking::TrackerUpdateFunction;

/// Returns a table of 4 KiB for each space.
tracking::MetadataBases bases() {
  tracking::MetadataBases bases;
  std::uint64_t next = 0x4000;
  for (std::uint64_t& base : bases) {
    base = next;
    next += base::kPageBytes;
  }
  return bases;
}

using Layout = std::pair<int, protocol::Counter>;  // (sockets, counter)

/// Returns the last socket but two: its bit is among the upper ones.
base::SocketId socket_of(const protocol::MetadataLayout& layout) {
  return static_cast<base::SocketId>(layout.sockets - 3);
}

class TrackerEngineOf : public ::testing::TestWithParam<Layout> {};

/// Hands equal inputs to both; `compare(random)` compares their actions on a hand-over and accepts
/// it.
template <class Compare>
void hand_over_at_random(TrackerEngine& engine, Function& function, std::uint32_t max,
                         Compare compare) {
  base::Random random(5);
  for (int i = 0; i < 20'000; ++i) {
    const auto count = static_cast<std::uint32_t>(max == 0 ? 0 : 1 + random.below(max));
    const auto space = static_cast<base::SpaceId>(random.below(base::PageId::kSpaces));
    const protocol::HandOver hand_over{{space, random.below(16)}, count};
    ASSERT_EQ(engine.accept(hand_over),
              function.accept(hand_over).outcome != Function::Outcome::kFull);
    ASSERT_EQ(engine.pending(), function.pending());
    if (random.below(2) != 0) continue;
    ASSERT_EQ(engine.address(), function.address());
    ASSERT_NO_FATAL_FAILURE(compare(random));
    ASSERT_EQ(engine.pending(), function.pending());
  }
}

TEST_P(TrackerEngineOf, GivesTheFunctionsAddressesAndWords) {
  const protocol::MetadataLayout layout{GetParam().first, GetParam().second};
  const auto engine = make_tracker_engine({bases(), 2, socket_of(layout), layout, 4});
  Function function({bases(), 2, socket_of(layout), layout, 4});
  const std::uint32_t max = layout.counter.max;
  hand_over_at_random(*engine, function, max, [&](base::Random& random) {
    const auto old = layout.word(static_cast<std::uint32_t>(random.below(1ULL << layout.sockets)),
                                 static_cast<std::uint32_t>(random.below(max + 1)));
    const auto rtl = engine->update(old);
    const auto expected = function.update(old);
    ASSERT_EQ(rtl.write, expected.write);
    if (rtl.write) {
      ASSERT_EQ(rtl.word, expected.word);
    }
  });
}

TEST_P(TrackerEngineOf, GivesTheFunctionsAdds) {
  constexpr auto kMode = protocol::TrackerUpdateMode::kAddAtHome;
  const protocol::MetadataLayout layout{GetParam().first, GetParam().second};
  const auto engine = make_tracker_engine({bases(), 2, socket_of(layout), layout, 4, kMode});
  Function function({bases(), 2, socket_of(layout), layout, 4, kMode});
  EXPECT_EQ(engine->mode(), kMode);
  hand_over_at_random(*engine, function, layout.counter.max,
                      [&](base::Random&) { ASSERT_EQ(engine->add(), function.add()); });
}

/// Returns every layout of a platform, and counters that saturate earlier.
std::vector<Layout> layouts() {
  std::vector<Layout> layouts{{16, {16, 512}}, {16, {8, 2}}, {16, {4, 1}}};
  for (const BuiltSize& built : kBuiltTrackers) layouts.emplace_back(built.size, built.count_width);
  return layouts;
}

std::string layout_name(const ::testing::TestParamInfo<Layout>& info) {
  const protocol::Counter counter = info.param.second;
  return std::to_string(info.param.first) + "Sockets" + std::to_string(counter.width) + "BitsTo" +
         std::to_string(counter.max);
}

INSTANTIATE_TEST_SUITE_P(Layouts, TrackerEngineOf, ::testing::ValuesIn(layouts()), layout_name);

TEST(TrackerEngine, ALayoutThatIsNotBuiltIsRefusedWithWhatThereIs) {
  EXPECT_THROW(make_tracker_engine({{}, 0, base::SocketId{0}, {5, 16}, 4}), base::InputError);
}

}  // namespace
}  // namespace starnuma::rtl

// SPDX-License-Identifier: Apache-2.0
#include "rtl/tlb_annex/shell/annex_engine.h"

#include <gtest/gtest.h>

#include "built_sets.h"
#include "models/base/check.h"
#include "models/base/random.h"
#include "models/tracking/counter_annex_function.h"
#include "print_counter.h"

namespace starnuma::rtl {
namespace {

using protocol::AnnexEventKind;

using Set = std::pair<int, protocol::Counter>;

base::PageId any_page(base::Random& random) {
  constexpr int kBits = base::PageId::kSpaceBits + base::PageId::kNumberBits;
  return base::PageId::unpack(random.below(std::uint64_t{1} << kBits));
}

class AnnexEngineOf : public ::testing::TestWithParam<Set> {};

TEST_P(AnnexEngineOf, GivesTheFunctionsHandOversAndMarkers) {
  const auto [entries, counter] = GetParam();
  const auto engine = make_annex_engine(entries, counter);
  tracking::CounterAnnexFunction function(entries, counter);
  base::Random random(3);
  for (int i = 0; i < 20'000; ++i) {
    protocol::AnnexEvent event;
    event.kind = static_cast<AnnexEventKind>(random.below(i % 50 == 0 ? 6 : 5));
    event.slot = static_cast<std::uint32_t>(random.below(static_cast<std::uint64_t>(entries)));
    event.page = any_page(random);
    ASSERT_EQ(engine->apply(event), function.apply(event)) << "event " << i;
    const auto word = event.slot / 64;
    const auto mask = entries % 64 == 0 ? ~0ULL : (1ULL << (entries % 64)) - 1;
    const auto in_use = word == static_cast<unsigned>(entries) / 64 ? mask : ~0ULL;
    ASSERT_EQ(engine->marker_words()[word] & in_use, function.marker_words()[word]);
  }
}

/// Returns every set of a platform, smaller STLBs, and counters that saturate earlier.
std::vector<Set> sets() {
  std::vector<Set> sets{{16, 16}, {72, 16}, {16, {16, 3}}, {64, {8, 2}}, {64, {4, 1}}};
  for (const BuiltSize& built : kBuiltAnnexes) sets.emplace_back(built.size, built.count_width);
  return sets;
}

INSTANTIATE_TEST_SUITE_P(Sets, AnnexEngineOf, ::testing::ValuesIn(sets()), [](const auto& set) {
  const protocol::Counter counter = set.param.second;
  return std::to_string(set.param.first) + "Entries" + std::to_string(counter.width) + "BitsTo" +
         std::to_string(counter.max);
});

TEST(AnnexEngine, TheClockRunsOnlyForEvents) {
  const auto engine = make_annex_engine(16, 16);
  const auto start = engine->ticks();
  engine->apply({AnnexEventKind::kIncrement, 3, {}, {}});
  EXPECT_EQ(engine->ticks() - start, 1u);
  engine->apply({AnnexEventKind::kEvict, 3, {}, {}});
  EXPECT_EQ(engine->ticks() - start, 3u);  // one more cycle accepts the hand-over
}

TEST(AnnexEngine, IdleCyclesChangeNothing) {
  const auto clocked = make_annex_engine(16, 16);
  tracking::CounterAnnexFunction function(16, 16);
  base::Random random(9);
  for (int i = 0; i < 2'000; ++i) {
    const protocol::AnnexEvent event{static_cast<AnnexEventKind>(random.below(6)),
                                     static_cast<std::uint32_t>(random.below(16)),
                                     any_page(random),
                                     {}};
    clocked->clock(random.below(4));
    ASSERT_EQ(clocked->apply(event), function.apply(event));
  }
}

TEST(AnnexEngine, AWidthThatIsNotBuiltIsRefusedWithWhatThereIs) {
  EXPECT_THROW(make_annex_engine(64, 5), base::InputError);
  EXPECT_THROW(make_annex_engine(5000, 16), base::InputError);
}

}  // namespace
}  // namespace starnuma::rtl

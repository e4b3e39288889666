// SPDX-License-Identifier: Apache-2.0
// The snoop filter against numbers of Xerxes (FAST '26, github.com/Halifuda/Xerxes at 097b6de),
// another public CXL simulator. The host is as there: every access is exclusive, and it drops lines
// without notice, so that entries become stale.
#include <gtest/gtest.h>

#include <list>
#include <ostream>
#include <unordered_map>

#include "models/base/random.h"
#include "models/pool/snoop_filter_function.h"

namespace starnuma::pool::snoop_filter_xerxes_test {
namespace {

/// Fully associative cache of a host, with the least recently used line as victim.
class HostCache {
 public:
  explicit HostCache(std::size_t lines) : lines_(lines) {}

  /// Returns true if the line is present, which counts as a use.
  bool hits(std::uint64_t line) {
    const auto found = place_.find(line);
    if (found == place_.end()) return false;
    order_.splice(order_.begin(), order_, found->second);
    return true;
  }
  void fill(std::uint64_t line) {
    order_.push_front(line);
    place_[line] = order_.begin();
    if (order_.size() > lines_) drop(order_.back());
  }
  void drop(std::uint64_t line) {
    const auto found = place_.find(line);
    if (found == place_.end()) return;
    order_.erase(found->second);
    place_.erase(found);
  }

 private:
  std::size_t lines_;
  std::list<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> place_;
};

struct Counts {
  int hits = 0;
  int requests = 0;
  int invalidations = 0;
};

/// Accesses lines through a host's cache above a filter.
template <class NextLine>
Counts access(SnoopFilter& filter, HostCache& cache, int accesses, const NextLine& next_line) {
  Counts counts;
  for (int i = 0; i < accesses; ++i) {
    const std::uint64_t line = next_line();
    if (cache.hits(line)) {
      ++counts.hits;
      continue;
    }
    ++counts.requests;
    if (filter.find({line}) == nullptr) {
      if (filter.full({line})) {
        SnoopFilter::Entry* const victim = filter.victim({line});
        cache.drop(filter.line_of(*victim).value);
        filter.remove(*victim);
        ++counts.invalidations;
      }
      filter.insert({line});
    }
    cache.fill(line);
  }
  return counts;
}

/// Size of the filter over that of the host's cache.
struct Size {
  double ratio;
  double invalidations_per_1000;
  double hits;
};

std::ostream& operator<<(std::ostream& out, const Size& size) { return out << size.ratio; }

class FilterSize : public testing::TestWithParam<Size> {};

TEST_P(FilterSize, InvalidatesAndHitsAsOftenAsThere) {
  constexpr std::uint64_t kLines = 2048;
  constexpr std::size_t kCache = 1024;
  constexpr int kAccesses = 20'000;
  constexpr int kWays = 16;
  const Size expected = GetParam();
  SnoopFilter filter(static_cast<std::uint64_t>(expected.ratio * kCache) / kWays, kWays);
  HostCache cache(kCache);
  base::Random random(1);
  const Counts counts = access(filter, cache, kAccesses, [&] { return random.below(kLines); });
  const double invalidations = 1000.0 * counts.invalidations / kAccesses;
  EXPECT_NEAR(invalidations, expected.invalidations_per_1000,
              0.04 * expected.invalidations_per_1000);
  EXPECT_NEAR(1.0 * counts.hits / kAccesses, expected.hits, 0.015);
}

INSTANTIATE_TEST_SUITE_P(Xerxes, FilterSize,
                         testing::Values(Size{2, 0, 0.479}, Size{1.5, 221, 0.475},
                                         Size{1, 461, 0.482}, Size{0.75, 592, 0.367},
                                         Size{0.5, 720, 0.252}, Size{0.25, 851, 0.133},
                                         Size{0.125, 922, 0.069}, Size{0.0625, 954, 0.041}));

/// Victim policy, range of its invalidations over six runs, and hits.
struct Policy {
  VictimPolicy policy;
  int least;
  int most;
  double hits;
};

std::ostream& operator<<(std::ostream& out, const Policy& policy) {
  return out << static_cast<int>(policy.policy);
}

class FilterVictim : public testing::TestWithParam<Policy> {};

TEST_P(FilterVictim, InvalidatesAndHitsAsOftenAsThere) {
  constexpr std::uint64_t kLines = 16'384;
  constexpr std::uint64_t kHot = 1'638;
  constexpr int kAccesses = 30'000;
  constexpr int kWays = 8;
  constexpr double kMargin = 0.04;
  const Policy expected = GetParam();
  SnoopFilter filter(3280 / kWays, kWays, {1, base::Bytes(base::kLineBytes)}, expected.policy);
  HostCache cache(209'920);
  base::Random random(1);
  const Counts counts = access(filter, cache, kAccesses, [&] {
    return random.below(10) < 9 ? random.below(kHot) : kHot + random.below(kLines - kHot);
  });
  EXPECT_GE(counts.invalidations, expected.least * (1 - kMargin));
  EXPECT_LE(counts.invalidations, expected.most * (1 + kMargin));
  EXPECT_NEAR(1.0 * counts.hits / kAccesses, expected.hits, 0.015);
}

INSTANTIATE_TEST_SUITE_P(Xerxes, FilterVictim,
                         testing::Values(Policy{VictimPolicy::kFifo, 2238, 2378, 0.815},
                                         Policy{VictimPolicy::kLru, 2211, 2443, 0.816},
                                         Policy{VictimPolicy::kLfi, 1140, 1279, 0.852},
                                         Policy{VictimPolicy::kLifo, 1162, 1220, 0.852},
                                         Policy{VictimPolicy::kMru, 1159, 1311, 0.852}));

}  // namespace
}  // namespace starnuma::pool::snoop_filter_xerxes_test

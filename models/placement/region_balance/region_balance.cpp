// SPDX-License-Identifier: Apache-2.0
#include "models/placement/region_balance/region_balance.h"

#include <algorithm>

namespace starnuma::placement {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class Rotate : public RegionPolicy {
 public:
  std::vector<RegionMove> plan(const std::vector<RegionLocationUse>& regions,
                               std::vector<std::uint64_t> room) override {
    const int servers = static_cast<int>(room.size());
    for (std::size_t tried = 0; tried < regions.size(); ++tried) {
      const std::size_t r = next_++ % regions.size();
      const RegionLocationUse& region = regions[r];
      if (!region.may_move) continue;
      for (int step = 1; step < servers; ++step) {
        const int to = (region.server + step) % servers;
        if (room[at(to)] >= region.pages) return {{static_cast<std::uint32_t>(r), to}};
      }
    }
    return {};
  }

 private:
  std::size_t next_ = 0;
};

class Counters : public RegionPolicy {
 public:
  explicit Counters(const CounterThresholds& thresholds) : thresholds_(thresholds) {}

  std::vector<RegionMove> plan(const std::vector<RegionLocationUse>& regions,
                               std::vector<std::uint64_t> room) override {
    std::vector<Candidate> candidates;
    for (std::uint32_t r = 0; r < regions.size(); ++r) {
      const RegionLocationUse& region = regions[r];
      if (!region.may_move) continue;
      const auto top = std::max_element(region.uses.begin(), region.uses.end());
      const auto most = static_cast<double>(*top);
      const auto own = static_cast<double>(region.uses[at(region.server)]);
      const double gain = most - own;
      const double least = thresholds_.min_uses * static_cast<double>(region.pages);
      if (most <= thresholds_.factor * own || gain < least) continue;
      candidates.push_back({gain, r, static_cast<int>(top - region.uses.begin())});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
    std::vector<RegionMove> moves;
    for (const Candidate& candidate : candidates) {
      if (moves.size() == at(thresholds_.max_moves)) break;
      const std::uint64_t pages = regions[candidate.region].pages;
      if (room[at(candidate.to)] < pages) continue;
      room[at(candidate.to)] -= pages;
      moves.push_back({candidate.region, candidate.to});
    }
    return moves;
  }

 private:
  struct Candidate {
    double gain;
    std::uint32_t region;
    int to;
  };
  CounterThresholds thresholds_;
};

}  // namespace

std::unique_ptr<RegionPolicy> make_region_policy(RegionBalance balance,
                                                 const CounterThresholds& thresholds) {
  switch (balance) {
    case RegionBalance::kRotate:
      return std::make_unique<Rotate>();
    case RegionBalance::kCounters:
      return std::make_unique<Counters>(thresholds);
    case RegionBalance::kNone:
      break;
  }
  return nullptr;
}

}  // namespace starnuma::placement

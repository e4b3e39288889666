// SPDX-License-Identifier: Apache-2.0
#include "models/placement/starnuma/starnuma.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/placement/free_pages.h"
#include "models/placement/sharing.h"

namespace starnuma::placement {
namespace {

int count_of(std::uint32_t sharers) { return __builtin_popcount(sharers); }

class Planner {
 public:
  /// Updates both histories.
  Planner(const PhaseKnowledge& knowledge, const RegionRules& rules, Thresholds& adapting,
          MoveHistory& history)
      : knowledge_(knowledge),
        rules_(rules),
        adapting_(adapting),
        history_(history),
        room_(knowledge) {
    if (rules.counter_bits > 0) adapting.high = std::min(adapting.high, most_high());
    history.resize(knowledge.regions.size());
    victim_cursor_.assign(static_cast<std::size_t>(knowledge.sockets) + 1, 0);
    moved_.assign(knowledge.regions.size(), false);
  }

  Plan plan() {
    for (const std::uint64_t region : hot_regions()) consider(region);
    adapt();
    return std::move(plan_);
  }

 private:
  /// Destination of a region: one socket, or all pool devices together.
  struct Destination {
    bool pool = false;
    base::NodeId socket{};
  };

  bool hot(std::uint64_t region) const {
    const RegionUse& use = knowledge_.regions[region];
    if (rules_.counter_bits == 0) return count_of(use.sharers) == knowledge_.sockets;
    return static_cast<double>(use.misses) > adapting_.high;
  }
  /// Returns the hot regions in the order in which they may move.
  std::vector<std::uint64_t> hot_regions() const {
    std::vector<std::uint64_t> regions;
    for (std::uint64_t region = 0; region < knowledge_.regions.size(); ++region) {
      if (hot(region)) regions.push_back(region);
    }
    if (rules_.order == CandidateOrder::kHottestFirst) {
      const auto heat = [&](std::uint64_t region) {
        const RegionUse& use = knowledge_.regions[region];
        return std::pair(use.misses, count_of(use.sharers));
      };
      std::stable_sort(regions.begin(), regions.end(),
                       [&](std::uint64_t a, std::uint64_t b) { return heat(a) > heat(b); });
    }
    return regions;
  }
  bool cold(std::uint64_t region) const {
    const RegionUse& use = knowledge_.regions[region];
    if (rules_.counter_bits == 0) {
      return count_of(use.sharers) <= pool_sharers(knowledge_.sockets);
    }
    return static_cast<double>(use.misses) <= adapting_.low;
  }

  void consider(std::uint64_t region) {
    const Destination destination = destination_of(region);
    const std::vector<std::uint64_t> pages = pages_elsewhere(region, destination);
    if (pages.empty()) {
      plan_.counts.already_there += region_end(region) - first_page(region);
      return;
    }
    plan_.counts.candidates += pages.size();
    if (history_.ping_pongs(region, knowledge_.phase)) {
      plan_.counts.ping_pong += pages.size();
    } else if (full_stop_ || plan_.moves.size() + pages.size() > knowledge_.limit) {
      full_stop_ = true;
      plan_.counts.over_limit += pages.size();
    } else if (!make_room(region, destination, pages.size())) {
      plan_.counts.no_room += pages.size();
    } else {
      move(region, pages, destination);
    }
  }

  Destination destination_of(std::uint64_t region) const {
    const std::uint32_t sharers = knowledge_.regions[region].sharers;
    if (count_of(sharers) > pool_sharers(knowledge_.sockets) && knowledge_.pool_devices > 0) {
      return {true, {}};
    }
    return {false, random_sharer(region)};
  }

  /// Returns a random sharer of the region, or any socket if the region has none.
  base::NodeId random_sharer(std::uint64_t region) const {
    std::uint32_t sharers = knowledge_.regions[region].sharers;
    if (sharers == 0) sharers = (std::uint64_t{1} << knowledge_.sockets) - 1;
    base::Random random = random_for(knowledge_, region);
    for (std::uint64_t skip = random.below(static_cast<std::uint64_t>(count_of(sharers))); skip > 0;
         --skip) {
      sharers &= sharers - 1;
    }
    return static_cast<base::NodeId>(__builtin_ctz(sharers));
  }

  std::uint64_t first_page(std::uint64_t region) const { return region * knowledge_.region_pages; }
  std::uint64_t region_end(std::uint64_t region) const {
    return std::min<std::uint64_t>(first_page(region) + knowledge_.region_pages,
                                   knowledge_.homes.size());
  }
  bool lies_at(std::uint64_t page, const Destination& place) const {
    return place.pool ? room_.is_pool(room_.home(page)) : room_.home(page) == place.socket;
  }
  bool evictable(std::uint64_t page, const Destination& place) const {
    return may_move(knowledge_, page) && lies_at(page, place);
  }
  std::vector<std::uint64_t> pages_elsewhere(std::uint64_t region, const Destination& place) const {
    std::vector<std::uint64_t> pages;
    for (std::uint64_t page = first_page(region); page < region_end(region); ++page) {
      if (may_move(knowledge_, page) && !lies_at(page, place)) pages.push_back(page);
    }
    return pages;
  }
  std::uint64_t room_at(const Destination& place) const {
    return place.pool ? room_.in_pool() : room_.on(place.socket);
  }

  /// Moves cold regions out until `place` has `needed` free pages; returns true on success.
  bool make_room(std::uint64_t region, const Destination& place, std::uint64_t needed) {
    while (room_at(place) < needed) {
      const std::optional<std::uint64_t> victim = next_victim(region, place);
      if (!victim || !evict(*victim, place, needed)) return false;
    }
    return true;
  }

  /// Returns the next cold region with pages at `place`; each region is examined once.
  std::optional<std::uint64_t> next_victim(std::uint64_t region, const Destination& place) {
    const std::size_t at = place.pool ? static_cast<std::size_t>(knowledge_.sockets)
                                      : static_cast<std::size_t>(place.socket);
    for (std::uint64_t& r = victim_cursor_[at]; r < knowledge_.regions.size();) {
      const std::uint64_t candidate = r++;
      if (candidate == region || moved_[candidate] || !cold(candidate)) continue;
      for (std::uint64_t page = first_page(candidate); page < region_end(candidate); ++page) {
        if (evictable(page, place)) return candidate;
      }
    }
    return std::nullopt;
  }

  /// Moves the victim's pages at `place` away. Returns false if no move would remain for the
  /// candidate, or if no socket has capacity.
  bool evict(std::uint64_t victim, const Destination& place, std::uint64_t needed) {
    std::vector<Move> moves;
    int socket = base::index_of(random_sharer(victim));
    for (std::uint64_t page = first_page(victim); page < region_end(victim); ++page) {
      if (!evictable(page, place)) continue;
      int tries = knowledge_.sockets;
      const auto unfit = [&](int s) {
        const auto node = static_cast<base::NodeId>(s);
        return room_.on(node) <= moves.size() || (!place.pool && node == place.socket);
      };
      for (; tries > 0 && unfit(socket); --tries) socket = (socket + 1) % knowledge_.sockets;
      if (tries == 0) return false;
      moves.push_back({page, static_cast<base::NodeId>(socket)});
    }
    if (plan_.moves.size() + moves.size() + needed > knowledge_.limit) return false;
    for (const Move& move : moves) make(move);
    plan_.counts.evicted += moves.size();
    note_moved(victim);
    return true;
  }

  void move(std::uint64_t region, const std::vector<std::uint64_t>& pages,
            const Destination& destination) {
    for (const std::uint64_t page : pages) {
      make({page, destination.pool ? room_.device_for(page) : destination.socket});
    }
    (destination.pool ? plan_.counts.to_pool : plan_.counts.to_socket) += pages.size();
    note_moved(region);
  }
  void make(const Move& move) {
    room_.move(move.page, move.to);
    plan_.moves.push_back(move);
  }
  void note_moved(std::uint64_t region) {
    moved_[region] = true;
    history_.note(region);
  }

  /// Upper bound of HI; a saturated counter exceeds it.
  double most_high() const { return static_cast<double>(rules_.most_counted - 1); }
  std::uint64_t cold_pages() const {
    std::uint64_t pages = 0;
    for (std::uint64_t region = 0; region < knowledge_.regions.size(); ++region) {
      if (cold(region)) pages += region_end(region) - first_page(region);
    }
    return pages;
  }
  /// Computes HI and LO of the next phase.
  void adapt() {
    if (knowledge_.limit == 0 || rules_.counter_bits == 0) return;
    double& high = adapting_.high;
    double& low = adapting_.low;
    const bool few_moves = 2 * plan_.moves.size() < knowledge_.limit;
    if (plan_.counts.no_room > 0) {
      low *= 2;
    } else if (!few_moves && cold_pages() > 2 * knowledge_.limit) {
      low *= 1.5;
    }
    low = std::min(low, rules_.low_most);
    if (plan_.counts.candidates > 2 * knowledge_.limit) {
      high *= 2;
    } else if (few_moves) {
      high *= 0.75;
    }
    high = std::min(std::max(high, low), most_high());
  }

  const PhaseKnowledge& knowledge_;
  const RegionRules& rules_;
  Thresholds& adapting_;
  MoveHistory& history_;
  FreePages room_;
  Plan plan_;
  bool full_stop_ = false;  ///< The limit has been reached.
  /// Position of the victim search, by socket, then the pool.
  std::vector<std::uint64_t> victim_cursor_;
  std::vector<bool> moved_;  ///< Regions that move in this plan.
};

}  // namespace

Starnuma::Starnuma(const PolicySetup& setup)
    : Starnuma({setup.config.traits().counter_bits, setup.phase.low_most, setup.most_counted,
                setup.config.candidate_order},
               {setup.phase.high, setup.phase.low}, MoveHistory(setup.phase.region_pages)) {}

Plan Starnuma::on_phase(const PhaseKnowledge& knowledge) {
  return Planner(knowledge, rules_, adapting_, history_).plan();
}

}  // namespace starnuma::placement

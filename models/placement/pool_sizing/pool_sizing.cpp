// SPDX-License-Identifier: Apache-2.0
#include "models/placement/pool_sizing/pool_sizing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace starnuma::placement {
namespace {

using Pages = std::uint64_t;
using PagesByServer = std::vector<Pages>;

std::size_t position(int server) { return static_cast<std::size_t>(server); }

class Sizer {
 public:
  Sizer(const std::vector<ServerUse>& servers, const std::vector<RegionLocationUse>& regions,
        const SizingRules& rules)
      : servers_(servers), regions_(regions), rules_(rules), hosted_(servers.size(), 0) {
    for (const RegionLocationUse& region : regions_)
      hosted_[position(region.server)] += region.pages;
  }

  Sizing size() {
    const Sizing as_it_is{now(), {}, false};
    PagesByServer split = least();
    const Pages pooled = std::accumulate(hosted_.begin(), hosted_.end(), Pages{0});
    std::optional<Pages> left = room_beside(split, pooled);
    if (!left) return as_it_is;
    give_out(split, *left);
    PagesByServer kept = with_hysteresis(split);
    for (PagesByServer* each :
         {&kept, &split}) {  // the allocated private memory may leave no capacity
      Sizing sizing{*each, {}, true};
      if (room_beside(*each, pooled) && place_regions(sizing)) return sizing;
    }
    return as_it_is;
  }

 private:
  PagesByServer now() const {
    PagesByServer split;
    for (const ServerUse& server : servers_) split.push_back(server.now_private);
    return split;
  }
  PagesByServer least() const {
    PagesByServer split;
    for (const ServerUse& server : servers_) split.push_back(up(server.holds, server));
    return split;
  }
  Pages up(Pages pages, const ServerUse& server) const {
    return std::min(server.memory, (pages + rules_.step - 1) / rules_.step * rules_.step);
  }
  Pages wanted(const ServerUse& server) const {
    const double spare = rules_.spare * static_cast<double>(server.memory);
    return up(std::max(server.holds, server.wants) + static_cast<Pages>(spare), server);
  }
  /// Returns the number of pages that neither private memory nor regions need; nothing if they do
  /// not fit.
  std::optional<Pages> room_beside(const PagesByServer& split, Pages pooled) const {
    Pages all = 0;
    Pages used = pooled;
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      all += servers_[s].memory;
      used += split[s];
    }
    return used <= all ? std::optional(all - used) : std::nullopt;
  }

  /// Distributes free pages by priority. If the demands of one priority exceed the rest, it is
  /// divided equally.
  void give_out(PagesByServer& split, Pages left) const {
    std::vector<std::size_t> order(servers_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return servers_[a].priority > servers_[b].priority;
    });
    for (auto first = order.begin(); first != order.end();) {
      const double priority = servers_[*first].priority;
      const auto last = std::find_if(
          first, order.end(), [&](std::size_t s) { return servers_[s].priority != priority; });
      // Servers with the least demand come first, so that others receive their remainder.
      std::stable_sort(first, last, [&](std::size_t a, std::size_t b) {
        return missing(split, a) < missing(split, b);
      });
      for (; first != last; ++first) {
        const Pages part = left / static_cast<Pages>(last - first);
        const Pages given = std::min(missing(split, *first), part / rules_.step * rules_.step);
        split[*first] += given;
        left -= given;
      }
    }
  }
  Pages missing(const PagesByServer& split, std::size_t s) const {
    return wanted(servers_[s]) - std::min(wanted(servers_[s]), split[s]);
  }

  PagesByServer with_hysteresis(PagesByServer split) const {
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      const ServerUse& server = servers_[s];
      const double change =
          std::abs(static_cast<double>(split[s]) - static_cast<double>(server.now_private));
      const bool small = change < rules_.hysteresis * static_cast<double>(server.memory);
      if (small && server.now_private >= server.holds) split[s] = server.now_private;
    }
    return split;
  }

  /// Returns false if the regions, which are indivisible, do not fit.
  bool place_regions(Sizing& sizing) const {
    std::vector<std::int64_t> room;
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      room.push_back(static_cast<std::int64_t>(servers_[s].memory - sizing.private_pages[s]) -
                     static_cast<std::int64_t>(hosted_[s]));
    }
    for (std::size_t s = 0; s < servers_.size(); ++s) {
      for (const std::uint32_t region : least_used_first(static_cast<int>(s))) {
        if (room[s] >= 0) break;
        const auto to = best_for(region, room);
        if (!to) continue;
        const auto pages = static_cast<std::int64_t>(regions_[region].pages);
        room[s] += pages;
        room[position(*to)] -= pages;
        sizing.moves.push_back({region, *to});
      }
      if (room[s] < 0) return false;
    }
    return true;
  }
  std::vector<std::uint32_t> least_used_first(int server) const {
    std::vector<std::uint32_t> own;
    for (std::uint32_t r = 0; r < regions_.size(); ++r) {
      if (regions_[r].server == server && regions_[r].may_move) own.push_back(r);
    }
    std::stable_sort(own.begin(), own.end(), [&](std::uint32_t a, std::uint32_t b) {
      return regions_[a].uses[position(server)] < regions_[b].uses[position(server)];
    });
    return own;
  }
  std::optional<int> best_for(std::uint32_t region, const std::vector<std::int64_t>& room) const {
    std::optional<int> best;
    const RegionLocationUse& own = regions_[region];
    for (int s = 0; s < static_cast<int>(servers_.size()); ++s) {
      if (s == own.server || room[position(s)] < static_cast<std::int64_t>(own.pages)) continue;
      if (!best || own.uses[position(s)] > own.uses[position(*best)]) best = s;
    }
    return best;
  }

  const std::vector<ServerUse>& servers_;
  const std::vector<RegionLocationUse>& regions_;
  const SizingRules& rules_;
  PagesByServer hosted_;
};

}  // namespace

Sizing size_pool(const std::vector<ServerUse>& servers,
                 const std::vector<RegionLocationUse>& regions, const SizingRules& rules) {
  return Sizer(servers, regions, rules).size();
}

}  // namespace starnuma::placement

// SPDX-License-Identifier: Apache-2.0
#include "models/transport/switch_routes.h"

#include <algorithm>
#include <limits>

namespace starnuma::transport {
namespace {

/// Length of a missing link or route; the sum of two fits.
constexpr RouteLength kUnreached{std::numeric_limits<std::int64_t>::max() / 4, 0};

}  // namespace

SwitchRoutes::SwitchRoutes(std::vector<Ends> ends, std::vector<Link> links)
    : ends_(std::move(ends)), links_(std::move(links)) {
  std::vector<Link> weighted = links_;
  for (Link& link : links_) link.length.tie = 0;
  measure();
  if (distribute()) return;
  links_ = std::move(weighted);
  measure();
  distribute();
}

/// Computes the least lengths (Floyd and Warshall).
void SwitchRoutes::measure() {
  const int count = static_cast<int>(ends_.size());
  const std::size_t pairs = ends_.size() * ends_.size();
  step_.assign(pairs, kUnreached);
  for (const Link& link : links_) {
    step_[place(link.a, link.b)] = step_[place(link.b, link.a)] = link.length;
  }
  least_ = step_;
  for (int s = 0; s < count; ++s) least_[place(s, s)] = {};
  for (int by = 0; by < count; ++by) {
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b) {
        least_[place(a, b)] =
            std::min(least_[place(a, b)], least_[place(a, by)] + least_[place(by, b)]);
      }
    }
  }
}

/// Returns true if the step to `by` is the first one of a shortest route whose parts are routes.
bool SwitchRoutes::contains_routes(int from, int by, int to) const {
  if (!(step_[place(from, by)] + least_[place(by, to)] == least_[place(from, to)])) return false;
  if (by == to) return true;
  const int last = next(to, by);
  return last != kNone && next(from, last) == by;
}

/// Returns the traffic of the busiest link and of all links of a candidate route.
std::pair<std::int64_t, std::int64_t> SwitchRoutes::traffic(int from, int by, int to) const {
  std::int64_t most = traffic_[place(from, by)];
  std::int64_t sum = most;
  for (int node = by; node != to; node = next(node, to)) {
    const std::int64_t own = traffic_[place(node, next(node, to))];
    most = std::max(most, own);
    sum += own;
  }
  return {most, sum};
}

void SwitchRoutes::take(int from, int by, int to) {
  const auto count = [](const Ends& a, const Ends& b) {
    return static_cast<std::int64_t>(a.hosts) * b.devices;
  };
  const Ends& a = ends_[static_cast<std::size_t>(from)];
  const Ends& b = ends_[static_cast<std::size_t>(to)];
  next_[place(from, to)] = by;
  next_[place(to, from)] = by == to ? from : next(to, by);
  for (int node = from; node != to; node = next(node, to)) {
    const int ahead = next(node, to);
    traffic_[place(node, ahead)] += count(a, b) + count(b, a);
    traffic_[place(ahead, node)] = traffic_[place(node, ahead)];
  }
}

/// Selects the routes; returns false if a pair has no route that contains the routes of its parts.
bool SwitchRoutes::distribute() {
  const int count = static_cast<int>(ends_.size());
  next_.assign(least_.size(), kNone);
  traffic_.assign(least_.size(), 0);
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) {
      if (least_[place(a, b)] < kUnreached) pairs.emplace_back(a, b);
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [this](const auto& x, const auto& y) {
    return least_[place(x.first, x.second)] < least_[place(y.first, y.second)];
  });
  for (const auto& [a, b] : pairs) {
    int best = kNone;
    for (int by = 0; by < count; ++by) {
      if (by == a || !contains_routes(a, by, b)) continue;
      if (best == kNone || traffic(a, by, b) < traffic(a, best, b)) best = by;
    }
    if (best == kNone) return false;
    take(a, best, b);
  }
  return true;
}

}  // namespace starnuma::transport

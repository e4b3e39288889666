// SPDX-License-Identifier: Apache-2.0
// Routes between the switches of a fabric, over which traffic is distributed.
//
// Contract:
// - Each route is a shortest one, and its reverse is the route back. A part of a route is the route
//   between its ends, so forwarding by destination follows the routes.
// - In the order of length and numbers, each pair of switches has the route with the least traffic
//   on its busiest link, and then on all its links. If a pair has no route that contains the routes
//   of its parts, the links' weights decide between equal routes of all pairs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace starnuma::transport {

/// Length of a route: latency and hops, then the links' weights among equals.
struct RouteLength {
  std::int64_t latency_and_hops = 0;
  std::uint64_t tie = 0;

  friend bool operator<(const RouteLength& a, const RouteLength& b) {
    return a.latency_and_hops != b.latency_and_hops ? a.latency_and_hops < b.latency_and_hops
                                                    : a.tie < b.tie;
  }
  friend bool operator==(const RouteLength& a, const RouteLength& b) {
    return a.latency_and_hops == b.latency_and_hops && a.tie == b.tie;
  }
  friend RouteLength operator+(const RouteLength& a, const RouteLength& b) {
    return {a.latency_and_hops + b.latency_and_hops, a.tie + b.tie};
  }
};

class SwitchRoutes {
 public:
  struct Link {
    int a;
    int b;
    RouteLength length;
  };
  /// Number of hosts and devices at a switch.
  struct Ends {
    int hosts = 0;
    int devices = 0;
  };

  SwitchRoutes() = default;
  /// The switches are numbered like `ends`. Precondition: no two links join the same switches.
  SwitchRoutes(std::vector<Ends> ends, std::vector<Link> links);

  /// Returns the next switch on the route; -1 at its end or without a route.
  int next(int from, int to) const { return next_[place(from, to)]; }

 private:
  static constexpr int kNone = -1;
  std::size_t place(int from, int to) const {
    return static_cast<std::size_t>(from) * ends_.size() + static_cast<std::size_t>(to);
  }
  void measure();
  bool distribute();
  bool contains_routes(int from, int by, int to) const;
  std::pair<std::int64_t, std::int64_t> traffic(int from, int by, int to) const;
  void take(int from, int by, int to);

  std::vector<Ends> ends_;
  std::vector<Link> links_;
  // By pair of switches:
  std::vector<RouteLength> step_;  ///< Length of the link.
  std::vector<RouteLength> least_;
  std::vector<int> next_;
  std::vector<std::int64_t> traffic_;  ///< Pairs of host and device whose route has the link.
};

}  // namespace starnuma::transport

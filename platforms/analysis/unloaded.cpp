// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/unloaded.h"

#include <algorithm>

namespace starnuma::analysis {

Unloaded::Unloaded(const assembly::MachineConfig& config)
    : config_(config), wiring_(assembly::wire(config)), nodes_(config.nodes()) {
  for (int from = 0; from < nodes_; ++from) {
    for (int to = 0; to < nodes_; ++to) {
      const auto reaches = [&](int a, int b) {
        return a < config.sockets() &&
               wiring_.reaches(static_cast<base::SocketId>(a), static_cast<base::NodeId>(b));
      };
      const bool in_use = reaches(from, to) || reaches(to, from);
      legs_.push_back(
          in_use ? wiring_.topology.path_latency(wiring_.node_of(static_cast<base::NodeId>(from)),
                                                 wiring_.node_of(static_cast<base::NodeId>(to)))
                 : base::Time(0));
    }
  }
}

/// Returns the time of cache lookups up to the LLC miss, and of the path to the fabric and back.
base::Time Unloaded::socket_part(int requester) const {
  const assembly::SocketConfig& socket = config_.socket[requester];
  const base::ClockRatio clock(socket.core.frequency);
  return clock.time_of(socket.private_caches.l1_latency.value +
                       socket.private_caches.l2_latency.value +
                       socket.shared_cache.llc_latency.value) +
         socket.shared_cache.fabric_latency * 2;
}

base::Time Unloaded::access(base::SocketId requester, base::NodeId home) const {
  const int r = base::index_of(requester);
  const int h = base::index_of(home);
  const base::Time way = socket_part(r) + leg(r, h) + leg(h, r);
  const base::Time path = way + config_.memory_at(home).channel.unloaded_read();
  if (!wiring_.agents.is_pool(home)) return path + config_.home_at(home).directory_latency;
  const pool::DeviceConfig& device = config_.pool[h - wiring_.agents.sockets].device;
  return path + device.fabric_latency * 2 + device.directory_latency;
}

base::Time Unloaded::block_transfer(base::SocketId requester, base::SocketId owner,
                                    base::NodeId home, bool dirty) const {
  const int r = base::index_of(requester);
  const int o = base::index_of(owner);
  const int h = base::index_of(home);
  const base::Time snoop = config_.socket[o].shared_cache.snoop_latency;
  if (!wiring_.agents.is_pool(home)) {
    return socket_part(r) + leg(r, h) + config_.home_at(home).directory_latency + leg(h, o) +
           snoop + leg(o, r);
  }
  const pool::DeviceConfig& device = config_.pool[h - wiring_.agents.sockets].device;
  const base::Time in = device.fabric_latency + device.directory_latency;
  const base::Time out = device.fabric_latency;
  const base::Time to_owner = out + leg(h, o);
  const base::Time from_owner = leg(o, h) + in;
  base::Time answered = to_owner + snoop + from_owner;
  if (dirty) {
    answered += to_owner + from_owner;  // MemWr and Cmp precede BIRspI
  } else {
    answered = std::max(answered, config_.memory_at(home).channel.unloaded_read());
  }
  return socket_part(r) + leg(r, h) + in + answered + out + leg(h, r);
}

/// Returns the mean latency between two different sockets of the same chassis or of different
/// chassis.
double Unloaded::mean_leg(bool same_chassis) const {
  double sum = 0;
  int count = 0;
  for (int a = 0; a < wiring_.agents.sockets; ++a) {
    for (int b = 0; b < wiring_.agents.sockets; ++b) {
      if (a == b || !same_host(a, b)) continue;
      if ((config_.chassis_of(a) == config_.chassis_of(b)) != same_chassis) continue;
      sum += leg(a, b).ns();
      ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

Unloaded::ThreeHopMeans Unloaded::three_hop_means() const {
  const int n = wiring_.agents.sockets;
  struct Mean {
    double sum = 0;
    double count = 0;
    void add(double ns) {
      sum += ns;
      ++count;
    }
    double value() const { return count > 0 ? sum / count : 0; }
  };
  Mean all;
  Mean r_not_o;
  Mean distinct;
  for (int r = 0; r < n; ++r) {
    for (int h = 0; h < n; ++h) {
      for (int o = 0; o < n; ++o) {
        if (!same_host(r, h) || !same_host(r, o)) continue;
        const double ns =
            block_transfer(static_cast<base::SocketId>(r), static_cast<base::SocketId>(o),
                           static_cast<base::NodeId>(h), false)
                .ns();
        all.add(ns);
        if (r != o) r_not_o.add(ns);
        if (r != o && r != h && o != h) distinct.add(ns);
      }
    }
  }
  // Published definition of the mean: a leg stays in the chassis with probability 1/chassis and
  // then counts as one link even inside a socket.
  const std::vector<int> sockets = config_.sockets_of(0);
  const int chassis = config_.chassis_of(sockets.back()) - config_.chassis_of(sockets.front()) + 1;
  const double near = mean_leg(true);
  const double far = mean_leg(false);
  const base::Time no_network =
      block_transfer(base::SocketId{0}, base::SocketId{0}, base::NodeId{0}, false);
  return {no_network.ns() + 3 * (near / chassis + far * (chassis - 1) / chassis), all.value(),
          r_not_o.value(), distinct.value()};
}

}  // namespace starnuma::analysis

// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/pool_limits.h"

#include <algorithm>
#include <cmath>

#include "models/protocol/channel.h"
#include "platforms/analysis/readable.h"

namespace starnuma::analysis {

namespace {

using transport::Direction;

/// Least share of the bandwidth of memory and links that the device should pass on.
constexpr double kExpectedShare = 0.75;

/// Collects limits; `use` is the time for which a fetched line occupies one of `units`.
class Limits {
 public:
  void add(std::string resource, double units, double use_ps, std::string field = "") {
    constexpr double kPicoseconds = 1e12;
    if (use_ps <= 0) return;
    list_.push_back(
        {std::move(resource), std::move(field), units * base::kLineBytes * kPicoseconds / use_ps});
  }
  std::vector<Limit> take() { return std::move(list_); }

 private:
  std::vector<Limit> list_;
};

double ps(base::Time time) { return static_cast<double>(time.ps()); }

void add_links(const PoolResources& of, const PoolTraffic& traffic, Limits& limits) {
  const auto use = [&](Direction direction, double headers, double lines) {
    return headers * ps(of.link.service(direction, false)) +
           lines * ps(of.link.service(direction, true));
  };
  const std::string unit = of.in_flits ? "flit slots of links" : "links";
  const double requests = 1 + traffic.clean_evictions;
  const double answers =
      traffic.completions + traffic.clean_evictions + traffic.write_backs + traffic.snoops;
  limits.add(unit + " to the device", of.links,
             use(transport::kForward, requests + traffic.snoops, traffic.write_backs));
  limits.add(unit + " to hosts", of.links, use(transport::kBackward, answers, 1));
  limits.add("request credits of links", static_cast<double>(of.links) * of.request_credits,
             requests * ps(of.credit_time));
}

void add_device(const PoolResources& of, const PoolTraffic& traffic, Limits& limits) {
  const double evicted = traffic.clean_evictions + traffic.write_backs;
  limits.add("directory look-ups", of.queued.directory_slices,
             (1 + evicted + traffic.snoops) * ps(of.queued.directory_interval),
             "directory_interval");
  const double held = ps(of.directory) * (1 + traffic.clean_evictions) + ps(of.memory) +
                      std::min(1.0, traffic.snoops) * ps(of.snoop);
  limits.add("request table", of.queued.request_entries, held, "request_entries");
  limits.add("write table", of.queued.write_entries, traffic.write_backs * ps(of.directory),
             "write_entries");
}

}  // namespace

std::vector<Limit> limits_of(const PoolResources& of, const PoolTraffic& traffic) {
  Limits limits;
  add_links(of, traffic, limits);
  add_device(of, traffic, limits);
  if (of.outstanding > 0) {
    limits.add("outstanding reads of hosts", of.outstanding, ps(of.round_trip));
  }
  std::vector<Limit> list = limits.take();
  list.push_back({"memory, " + of.reads.bound_rule, "",
                  of.reads.bound * of.channels / (1 + traffic.write_backs)});
  return list;
}

Limit binding(const std::vector<Limit>& limits) {
  return *std::min_element(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) {
    return a.bytes_per_second < b.bytes_per_second;
  });
}

PoolResources pool_resources(const assembly::MachineConfig& machine, const Unloaded& unloaded,
                             int device, int sockets, const ChannelReads& reads) {
  const assembly::PoolConfig& pool = machine.pool[device];
  const base::NodeId node = machine.agents().device_node(device);
  const bool switched = (pool.cxl_switch || machine.cxl_fabric) && sockets > 1;
  const int at_device =
      unloaded.wiring().topology.edges_at(unloaded.wiring().node_of(node)).front();
  const transport::LinkConfig& link =
      switched ? link_of(machine, unloaded.wiring(), at_device) : pool.link;
  PoolResources of;
  of.queued = pool.device.queued;
  of.directory = pool.device.directory_latency;
  of.memory = pool.memory.channel.unloaded_read();
  of.channels = pool.memory.channels;
  of.reads = reads;
  of.link = link.rate();
  of.in_flits = link.is_cxl();
  of.request_credits = link.credits_of(static_cast<int>(protocol::CreditClass::kRequest),
                                       of.link.service(transport::kForward, true));
  of.credit_time = link.one_way() * 2 + pool.device_port.latency + pool.device.fabric_latency;
  std::vector<int> attached = pool.attached.of(machine.sockets());
  const int counted = std::min(sockets, static_cast<int>(attached.size()));
  attached.resize(static_cast<std::size_t>(counted));
  for (const int s : attached) {
    const assembly::SocketConfig& host = machine.socket[s];
    of.outstanding += host.cores * host.private_caches.mshrs;
    of.round_trip = std::max(of.round_trip, unloaded.access(static_cast<base::SocketId>(s), node));
  }
  of.snoop = of.round_trip - of.memory;
  const int groups = pool.cxl_switch ? pool.switch_of(counted - 1) + 1 : 1;
  of.links =
      switched
          ? groups * unloaded.wiring().topology.edges()[static_cast<std::size_t>(at_device)].links
          : counted * pool.links_per_socket;
  return of;
}

void warn_of_device_limits(const assembly::MachineConfig& machine, base::Problems& warnings) {
  if (machine.pool.count == 0) return;
  const Unloaded unloaded(machine);
  for (int d = 0; d < machine.pool.count; ++d) {
    const assembly::MemoryConfig& memory = machine.pool[d].memory;
    ChannelReads peak;
    peak.bound = static_cast<double>(memory.channel.bandwidth().value);
    peak.bound_rule = "data bus";
    std::vector<Limit> limits =
        limits_of(pool_resources(machine, unloaded, d, machine.sockets(), peak), {});
    const auto of_device = std::stable_partition(
        limits.begin(), limits.end(), [](const Limit& limit) { return limit.field.empty(); });
    const double others = binding({limits.begin(), of_device}).bytes_per_second;
    const Limit lowest = binding({of_device, limits.end()});
    if (lowest.bytes_per_second >= kExpectedShare * others) continue;
    warnings.add(
        "pool.device.queued." + lowest.field,
        "in queued delivery the " + lowest.resource + " of device " + std::to_string(d) +
            " limit reads to " + readable(base::Bandwidth(std::llround(lowest.bytes_per_second))) +
            "; memory, links and hosts reach " + readable(base::Bandwidth(std::llround(others))));
  }
}

}  // namespace starnuma::analysis

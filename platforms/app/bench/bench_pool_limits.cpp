// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_limits.h"

#include <algorithm>
#include <optional>
#include <string>

namespace starnuma::app {

using analysis::Limit;
using pool_bench::BenchRun;

namespace {

constexpr double kPicoseconds = 1e12;

/// Returns a statistic of a run, or 0.
double value_of(const BenchRun& run, const std::vector<accounting::Stat>& stats,
                const std::string& path) {
  const auto found = std::find_if(stats.begin(), stats.end(), [&](const accounting::Stat& stat) {
    return stat.path == run.name + "." + path;
  });
  return found == stats.end() ? 0 : found->value;
}

/// Returns the rate of lines if all heads use `run.traffic.lines` lines, whose transfers are
/// serial.
double transfers(const BenchRun& run, const analysis::PoolResources& resources, double snoops) {
  const auto one = static_cast<double>(resources.directory.ps()) +
                   std::min(1.0, snoops) * static_cast<double>(resources.snoop.ps());
  return run.traffic.lines * base::kLineBytes * kPicoseconds / one;
}

/// Returns the bytes per second that the heads offer; nothing if one offers the most it can.
std::optional<double> offered_load(const BenchRun& run) {
  double sum = 0;
  for (int h = 0; h < run.traffic.heads; ++h) {
    const base::Time gap = run.host_of(h).gap;
    if (gap == base::Time(0)) return std::nullopt;
    sum += base::kLineBytes * kPicoseconds / static_cast<double>(gap.ps());
  }
  return sum;
}

}  // namespace

analysis::PoolResources resources_of(const BenchRun& run, const analysis::ChannelReads& reads) {
  const pool_bench::DeviceSetup& device = run.device;
  analysis::PoolResources of;
  of.queued = device.device.queued;
  of.directory = device.device.directory_latency;
  of.memory = device.channel.unloaded_read();
  of.channels = device.channels;
  of.reads = reads;
  of.links = run.traffic.heads;
  of.link = device.link;
  of.in_flits = device.in_flits;
  of.request_credits = device.request_credits;
  of.credit_time = device.path;
  of.round_trip = device.path * 2 + of.directory + of.memory;
  of.snoop = device.path * 2 + run.host.snoop_latency + of.directory;
  for (int h = 0; h < run.traffic.heads; ++h) of.outstanding += run.host_of(h).outstanding;
  return of;
}

Limit limit_of(const BenchRun& run, const analysis::ChannelReads& reads,
               const std::vector<accounting::Stat>& stats) {
  const double requests = std::max(1.0, value_of(run, stats, "device.requests"));
  const auto each = [&](const char* path) { return value_of(run, stats, path) / requests; };
  analysis::PoolTraffic traffic;
  traffic.clean_evictions = each("device.clean_evictions");
  traffic.write_backs = each("device.write_backs");
  traffic.snoops = each("device.back_invalidations");
  traffic.completions = 1;
  const analysis::PoolResources resources = resources_of(run, reads);
  std::vector<Limit> limits = limits_of(resources, traffic);
  if (run.traffic.sharing != pool_bench::Sharing::kPrivate) {
    limits.push_back({"serial transfers of " + std::to_string(run.traffic.lines) + " lines", "",
                      transfers(run, resources, traffic.snoops)});
  }
  if (const auto offered = offered_load(run)) limits.push_back({"offered load", "", *offered});
  Limit lowest = binding(limits);
  if (value_of(run, stats, "throttled") > 0) lowest.resource += "; hosts throttle by DevLoad";
  return lowest;
}

}  // namespace starnuma::app

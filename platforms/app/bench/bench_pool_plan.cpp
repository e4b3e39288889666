// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_plan.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "models/protocol/channel.h"
#include "platforms/app/bench/bench_pool_limits.h"

namespace starnuma::app {

using base::Time;
using pool_bench::BenchRun;
using pool_bench::Sharing;

namespace {

/// Multiple of all hosts' lines at which a filter causes no evictions.
constexpr std::uint64_t kRoomyFilter = 2;
constexpr Time kHitLatency(20'000);  ///< latency of a host's cache; applies to hits only (assumed)

/// Returns the device of the machine with hosts that fit into its filter, without traffic.
BenchRun base_run(const assembly::MachineConfig& machine, const PoolBenchOptions& options) {
  const assembly::PoolConfig& pool = machine.pool[0];
  BenchRun run;
  run.device.device = pool.device;
  run.device.path = pool.cpu_port.latency + pool.retimer.latency * pool.retimers +
                    pool.link.latency + pool.device_port.latency + pool.device.fabric_latency;
  run.device.link = pool.link.rate();
  run.device.in_flits = pool.link.is_cxl();
  run.device.request_credits =
      pool.link.credits_of(static_cast<int>(protocol::CreditClass::kRequest),
                           run.device.link.service(transport::kForward, true));
  run.device.channels = pool.memory.channels;
  run.device.interleave = pool.memory.interleave;
  run.device.channel = pool.memory.channel;
  run.device.filter_lines = kRoomyFilter * static_cast<std::uint64_t>(options.cache_lines) *
                            static_cast<std::uint64_t>(options.heads);
  run.host.outstanding = options.outstanding;
  run.host.cache_lines = options.cache_lines;
  run.host.hit_latency = kHitLatency;
  run.host.snoop_latency = machine.socket[0].shared_cache.snoop_latency;
  run.traffic.heads = options.heads;
  run.traffic.seed = options.seed;
  run.duration = options.duration;
  run.longest_delay = options.longest_delay;
  return run;
}

/// Plans accesses of all heads to few lines, half of them writes.
std::vector<BenchRun> storm(const BenchRun& base) {
  std::vector<BenchRun> plan;
  for (const int lines : {1, 2, 4, 8, 16, 64, 256}) {
    BenchRun run = base;
    run.name = "lines" + std::to_string(lines);
    run.traffic.sharing = Sharing::kShared;
    run.traffic.lines = lines;
    run.traffic.write_percent = 50;
    plan.push_back(run);
  }
  return plan;
}

/// Plans a point per sharing pattern, each with more lines than a host caches.
std::vector<BenchRun> mix(const BenchRun& base) {
  std::vector<BenchRun> plan;
  const auto add = [&](const std::string& name, Sharing sharing, int write_percent, int lines) {
    BenchRun run = base;
    run.name = name;
    run.traffic.sharing = sharing;
    run.traffic.write_percent = write_percent;
    run.traffic.lines = lines;
    plan.push_back(run);
  };
  const int many = 16 * base.host.cache_lines;
  const int few = base.host.cache_lines;
  add("private_read", Sharing::kPrivate, 0, many);
  add("private_write_30", Sharing::kPrivate, 30, many);
  add("shared_read", Sharing::kShared, 0, many);
  add("shared_write_10", Sharing::kShared, 10, few);
  add("migratory", Sharing::kMigratory, 0, few);
  add("producer_consumer", Sharing::kProducerConsumer, 20, few);
  add("false_sharing", Sharing::kFalseSharing, 100, few);
  return plan;
}

/// Returns the bandwidth of reads that links and device admit, in bytes per second.
double reachable_of(const BenchRun& run, const analysis::ChannelReads& reads) {
  analysis::PoolResources resources = resources_of(run, reads);
  resources.outstanding = 0;
  analysis::PoolTraffic traffic;
  traffic.completions = 1;
  return binding(limits_of(resources, traffic)).bytes_per_second;
}

/// Returns twice the outstanding accesses of a host that `bytes_per_second` needs without queueing;
/// at least 64.
int outstanding_for(const BenchRun& run, double bytes_per_second) {
  const double seconds = resources_of(run, {}).round_trip.ns() * 1e-9;
  const double lines = bytes_per_second / base::kLineBytes / run.traffic.heads * seconds;
  return std::max(64, static_cast<int>(std::ceil(2 * lines)));
}

/// Plans three groups: loaded latency in shares of the reachable bandwidth; heads at full rate,
/// without and with DevLoad throttling; and shares of a device with few request entries, by round
/// robin and by weights.
std::vector<BenchRun> fairness(const BenchRun& base, const analysis::ChannelReads& reads) {
  std::vector<BenchRun> plan;
  BenchRun run = base;
  run.traffic.sharing = Sharing::kPrivate;
  run.traffic.lines = 64 * base.host.cache_lines;
  run.host.throttle = false;
  const double reachable = reachable_of(run, reads);
  run.host.outstanding = std::max(outstanding_for(run, reachable), base.host.outstanding);
  for (const int percent : {5, 10, 20, 30, 40, 50, 60, 70, 80}) {
    run.name = "load" + std::to_string(percent);
    run.host.gap = Time(
        std::llround(base::kLineBytes * 1e12 * base.traffic.heads / (reachable * percent / 100)));
    plan.push_back(run);
  }
  run.host.gap = Time(0);
  run.name = "all_they_can";
  plan.push_back(run);
  run.host.throttle = true;
  run.name = "dev_load";
  plan.push_back(run);
  run.host.throttle = false;
  run.device.link.bandwidth =
      run.device.link.bandwidth * base.traffic.heads;  // no head waits for its link
  pool::QueuedConfig& queued = run.device.device.queued;
  queued.request_entries = std::min(queued.request_entries, 2 * base.traffic.heads);
  queued.arbitration = timing::Arbitration::kRoundRobin;
  run.name = "round_robin";
  plan.push_back(run);
  queued.arbitration = timing::Arbitration::kWeighted;
  for (int h = 0; h < base.traffic.heads; ++h) run.device.weights.push_back(h % 2 == 0 ? 3 : 1);
  run.name = "weights_3_1";
  plan.push_back(run);
  return plan;
}

/// Plans a point per victim policy: nine of ten accesses are to the hot tenth of a head's lines,
/// a cache holds a fifth of them, and the filter has as many entries as all caches have lines.
std::vector<BenchRun> victims(const BenchRun& base) {
  std::vector<BenchRun> plan;
  BenchRun run = base;
  run.traffic.sharing = Sharing::kPrivate;
  run.traffic.lines = 5 * base.host.cache_lines;
  run.traffic.hot_lines = base.host.cache_lines / 2;
  run.device.filter_lines = static_cast<std::uint64_t>(base.host.cache_lines * base.traffic.heads);
  const auto& names = base::EnumNames<pool::VictimPolicy>::kNames;
  for (std::size_t p = 0; p < names.size(); ++p) {
    run.name = std::string(names[p]);
    run.device.device.snoop_filter_victim = static_cast<pool::VictimPolicy>(p);
    plan.push_back(run);
  }
  return plan;
}

/// Plans snoop filters from twice to a sixteenth of the lines of all hosts' caches.
std::vector<BenchRun> filter(const BenchRun& base) {
  std::vector<BenchRun> plan;
  const double cached = static_cast<double>(base.host.cache_lines) * base.traffic.heads;
  for (const double coverage : {2.0, 1.5, 1.0, 0.75, 0.5, 0.25, 0.125, 0.0625}) {
    BenchRun run = base;
    run.name = "coverage" + std::to_string(std::lround(coverage * 10'000)) + "e-4";
    run.device.filter_lines =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(coverage * cached));
    run.traffic.sharing = Sharing::kPrivate;
    run.traffic.lines = 2 * base.host.cache_lines;
    run.traffic.write_percent = 30;
    plan.push_back(run);
  }
  return plan;
}

}  // namespace

std::vector<BenchRun> chosen_points(std::vector<BenchRun> plan,
                                    const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const BenchRun& run : plan) known.push_back(run.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw base::InputError("bench pool: --point: no point \"" + name + "\", " +
                           base::suggestion(name, known));
  }
  const auto unwanted = [&](const BenchRun& run) {
    return !names.empty() && std::find(names.begin(), names.end(), run.name) == names.end();
  };
  plan.erase(std::remove_if(plan.begin(), plan.end(), unwanted), plan.end());
  return plan;
}

std::vector<BenchRun> plan_pool_bench(const std::string& which,
                                      const assembly::MachineConfig& machine,
                                      const PoolBenchOptions& options) {
  const BenchRun base = base_run(machine, options);
  if (which == "storm") return storm(base);
  if (which == "mix") return mix(base);
  if (which == "fairness") return fairness(base, options.reads);
  if (which == "victims") return victims(base);
  return filter(base);
}

}  // namespace starnuma::app

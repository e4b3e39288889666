// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_plan.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "models/protocol/channel.h"
#include "platforms/app/bench/bench_pool_limits.h"
#include "platforms/app/bench/bench_pool_recording.h"
#include "platforms/app/bench/reachable_bandwidth.h"
#include "platforms/assembly/scaling/snoop_filters.h"
#include "platforms/config/override.h"

namespace starnuma::app {

using base::Time;
using pool_bench::BenchRun;
using pool_bench::HostSetup;
using pool_bench::TrafficConfig;

namespace {

/// Multiple of all hosts' lines at which a filter causes no evictions.
constexpr double kRoomyFilter = 2;
constexpr Time kHitLatency(20'000);  ///< latency of a host's cache; applies to hits only (assumed)
constexpr int kRecordedOutstanding = 4096;    ///< Recorded requests wait for no others.
constexpr int kRecordedCacheLines = 1 << 24;  ///< Recorded evictions are the only ones.

/// Returns the device of the machine.
pool_bench::DeviceSetup device_of(const assembly::MachineConfig& machine) {
  const assembly::PoolConfig& pool = machine.pool[0];
  pool_bench::DeviceSetup device;
  device.device = pool.device;
  device.path = pool.cpu_port.latency + pool.retimer.latency * pool.retimers + pool.link.one_way() +
                pool.device_port.latency + pool.device.fabric_latency;
  device.link = pool.link.rate();
  device.in_flits = pool.link.is_cxl();
  device.request_credits = pool.link.credits_of(static_cast<int>(protocol::CreditClass::kRequest),
                                                device.link.service(transport::kForward, true));
  device.channels = pool.memory.channels;
  device.interleave = pool.memory.interleave;
  device.channel = pool.memory.channel;
  return device;
}

/// Returns the bandwidth of reads that links and device admit, in bytes per second.
double reachable_of(const BenchRun& run, const analysis::ChannelReads& reads) {
  analysis::PoolResources resources = resources_of(run, reads);
  resources.outstanding = 0;
  analysis::PoolTraffic traffic;
  traffic.completions = 1;
  return std::min(binding(limits_of(resources, traffic)).bytes_per_second,
                  reads.bytes_per_second * resources.channels);
}

/// Returns twice the outstanding accesses of a host that `bytes_per_second` needs without queueing;
/// at least 64.
int outstanding_for(const BenchRun& run, double bytes_per_second) {
  const double seconds = resources_of(run, {}).round_trip.ns() * 1e-9;
  const double lines = bytes_per_second / base::kLineBytes / run.traffic.heads * seconds;
  return std::max(64, static_cast<int>(std::ceil(2 * lines)));
}

/// Translates the text of one point.
class PointPlan {
 public:
  PointPlan(const PointText& text, const assembly::MachineConfig& machine,
            const analysis::ChannelReads& reads, const PoolBenchOptions& options)
      : text_(text), options_(options) {
    run_.name = text.name;
    run_.duration = options.duration;
    run_.longest_delay = options.longest_delay.value_or(text.delay.value_or(Time(0)));
    run_.device = device_of(machine);
    run_.traffic.heads = text.head_count.value_or(options.heads);
    run_.traffic.seed = options.seed;
    run_.host.snoop_latency = machine.socket[0].shared_cache.snoop_latency;
    run_.host.outstanding = options.outstanding;
    reachable_ = reachable_of(run_, reads);
  }

  BenchRun take(const assembly::MachineConfig& machine) {
    const HostSetup host = run_.host;
    const TrafficConfig traffic = run_.traffic;
    set(text_, run_.host, run_.traffic);
    for (const HeadsText& text : text_.heads) {
      pool_bench::HeadSetup own{host, traffic};
      set(text, own.host, own.traffic);
      for (const int head : text.heads.of(run_.traffic.heads)) {
        if (head < run_.traffic.heads) run_.heads[head] = own;
      }
    }
    separate();
    set_device(machine);
    if (text_.recording) play(*text_.recording);
    return std::move(run_);
  }

 private:
  void set(const TrafficText& text, HostSetup& host, TrafficConfig& traffic) const {
    host.cache_lines = text.cache_lines.value_or(options_.cache_lines);
    host.hit_latency = text.hit_latency.value_or(kHitLatency);
    host.snoop_latency = text.snoop_latency.value_or(host.snoop_latency);
    host.outstanding = text.outstanding.value_or(host.outstanding);
    if (text.least_outstanding) {
      host.outstanding = std::max(host.outstanding, outstanding_for(run_, reachable_));
    }
    host.throttle =
        text.dev_load.value_or(cache::DevLoadIs::kFollowed) == cache::DevLoadIs::kFollowed;
    host.silent_drops = text.clean_evictions == cache::CleanEvictionsAre::kSilent;
    host.burst = text.burst.value_or(1);
    host.gap = gap_of(text);
    const auto times_cache = [&](double multiple) {
      return static_cast<int>(multiple * host.cache_lines);
    };
    traffic.sharing = text.sharing.value_or(pool_bench::Sharing::kPrivate);
    traffic.pattern = text.pattern.value_or(pool_bench::Pattern::kUniform);
    traffic.lines =
        std::max(1, text.lines ? *text.lines : times_cache(text.lines_per_cache.value_or(0)));
    traffic.hot_lines =
        text.hot_lines ? *text.hot_lines : times_cache(text.hot_lines_per_cache.value_or(0));
    traffic.hot_lines = std::min(traffic.hot_lines, traffic.lines - 1);
    traffic.hot_percent = text.hot_percent.value_or(traffic.hot_percent);
    traffic.write_percent = text.write_percent.value_or(0);
    traffic.stride = text.stride.value_or(1);
  }

  Time gap_of(const TrafficText& text) const {
    double bytes_per_second = 0;
    if (text.load) bytes_per_second = reachable_ * *text.load / run_.traffic.heads;
    if (text.rate) bytes_per_second = static_cast<double>(text.rate->value);
    if (bytes_per_second == 0) return Time(0);
    return Time(std::llround(base::kLineBytes * 1e12 / bytes_per_second));
  }

  /// Separates the private lines of heads with different numbers of them.
  void separate() {
    int most = run_.traffic.lines;
    for (const auto& [head, own] : run_.heads) most = std::max(most, own.traffic.lines);
    run_.traffic.spacing = most;
    for (auto& [head, own] : run_.heads) own.traffic.spacing = most;
  }

  /// Returns the lines that the filter holds. Recorded hosts have the machine's filter.
  std::uint64_t filter_lines(const assembly::MachineConfig& machine) const {
    if (text_.filter_entries) return *text_.filter_entries;
    if (text_.recording && !text_.filter_per_cache) {
      return assembly::snoop_filter(machine, machine.pool[0]).lines();
    }
    const double cached = static_cast<double>(run_.host.cache_lines) * run_.traffic.heads;
    return static_cast<std::uint64_t>(text_.filter_per_cache.value_or(kRoomyFilter) * cached);
  }

  void set_device(const assembly::MachineConfig& machine) {
    const int heads = run_.traffic.heads;
    run_.device.filter_lines = std::max<std::uint64_t>(1, filter_lines(machine));
    if (text_.link_bandwidth.value_or(LinkBandwidthOf::kOneHead) == LinkBandwidthOf::kAllHeads) {
      run_.device.link.bandwidth = run_.device.link.bandwidth * heads;
    }
    int& entries = run_.device.device.queued.request_entries;
    if (text_.request_entries_per_head) {
      entries = std::min(entries, *text_.request_entries_per_head * heads);
    }
  }

  void play(const std::string& log) {
    const auto folder = std::filesystem::path(text_.origin.file).parent_path();
    const std::string file = (folder / log).lexically_normal().string();
    const PoolRecording recording = read_recording(file);
    if (recording.heads.size() > static_cast<std::size_t>(run_.traffic.heads)) {
      throw base::InputError(file, ": a log of ", recording.heads.size(),
                             " hosts, expected at most ", run_.traffic.heads,
                             " as the bench has (--heads)");
    }
    run_.host.outstanding = kRecordedOutstanding;
    run_.host.cache_lines = kRecordedCacheLines;
    run_.host.throttle = false;
    for (int h = 0; h < run_.traffic.heads; ++h) {
      const auto head = static_cast<std::size_t>(h);
      pool_bench::HeadSetup& own = run_.heads[h] = {run_.host, run_.traffic};
      own.host.recording = head < recording.heads.size()
                               ? recording.heads[head]
                               : std::make_shared<const pool_bench::HeadRecording>();
    }
    // The warm-up takes a tenth of the measured time. The last request is before the end.
    constexpr Time kAfter(1'000);
    run_.duration = std::min(run_.duration, (recording.length + kAfter) * 10 / 11);
  }

  const PointText& text_;
  const PoolBenchOptions& options_;
  BenchRun run_;
  double reachable_ = 0;
};

void check_pool(const assembly::MachineConfig& config, const std::string& name) {
  if (config.pool.count == 0) throw base::InputError("bench pool: ", name, " has no pool device");
}

}  // namespace

PoolMachine open_pool_machine(const std::string& name, const std::vector<std::string>& sets) {
  PoolMachine machine{open_target(name, sets), name, {}, {}};
  machine.config = read_machine(machine.target).machine;
  check_pool(machine.config, name);
  machine.reads = ReachableBandwidth()(machine.config.pool[0].memory.channel).random;
  return machine;
}

std::vector<PointText> chosen_points(std::vector<PointText> points,
                                     const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const PointText& point : points) known.push_back(point.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw base::InputError("bench pool: --point: no point \"", name, "\", ",
                           base::suggestion(name, known));
  }
  const auto unwanted = [&](const PointText& point) {
    return !names.empty() && std::find(names.begin(), names.end(), point.name) == names.end();
  };
  points.erase(std::remove_if(points.begin(), points.end(), unwanted), points.end());
  return points;
}

std::vector<PoolPoint> plan_pool_bench(const std::vector<PointText>& points,
                                       const PoolMachine& machine,
                                       const PoolBenchOptions& options) {
  std::vector<PoolPoint> plan;
  const config::Catalog catalog = open_catalog();
  for (const PointText& point : points) {
    assembly::MachineConfig config = machine.config;
    analysis::ChannelReads reads = machine.reads;
    if (!point.sets.empty()) {
      Target own = machine.target;
      for (const auto& [path, value] : point.sets) {
        config::Override(path, value).apply(own.experiment.machine.tree, catalog, own.diagnostics);
      }
      config = read_machine(std::move(own)).machine;
      check_pool(config, machine.name);
      reads = ReachableBandwidth()(config.pool[0].memory.channel).random;
    }
    plan.push_back({PointPlan(point, config, reads, options).take(config), reads});
  }
  return plan;
}

}  // namespace starnuma::app

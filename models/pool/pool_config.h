// SPDX-License-Identifier: Apache-2.0
// Configuration of a multi-headed device.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/filter_size.h"
#include "models/base/power_of_two.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/base/weights.h"
#include "models/pool/block_snoops.h"
#include "models/pool/snoop_filter_function.h"
#include "models/timing/arbiter.h"

template <>
struct starnuma::base::EnumNames<starnuma::timing::Arbitration> {
  static constexpr std::array<std::string_view, 2> kNames{"round_robin", "weighted"};
};

template <>
struct starnuma::base::EnumNames<starnuma::pool::VictimPolicy> {
  static constexpr std::array<std::string_view, 7> kNames{"lru", "fifo",   "lifo",          "mru",
                                                          "lfi", "random", "fewest_sharers"};
};

namespace starnuma::pool {

/// Implementation of the directory of a device.
enum class DeviceImpl : std::uint8_t {
  kModel,
  kRtl,
  kBoth  ///< RTL, and the golden function on each row that it executes.
};

/// Egress port congestion of QoS telemetry (CXL 3.1, 3.3.4): share of recent samples in which
/// messages waited for a head's link.
struct EgressConfig {
  int moderate_percent = 0;
  int severe_percent = 0;
  base::Time sample_interval;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("moderate_percent", moderate_percent,
            "percent of the samples with waiting messages from which a head reports at least "
            "moderate overload",
            base::between(1, 100));
    v.field("severe_percent", severe_percent,
            "percent of the samples from which it reports severe overload", base::between(1, 100));
    v.field("sample_interval", sample_interval, "time between samples; the last 100 count",
            base::between(1'000, 15'000));
  }
  void check(base::Problems& problems) const {
    if (moderate_percent <= severe_percent) return;
    problems.add_misfit({"moderate_percent", "severe_percent"},
                        "expected moderate_percent <= severe_percent");
  }
};

/// Bandwidth of the heads, and of the logical devices behind each head.
struct QosConfig {
  std::optional<base::Weights> shares = std::nullopt;
  std::optional<base::Weights> limits = std::nullopt;
  std::optional<base::Weights> logical_device_shares = std::nullopt;
  std::optional<base::Weights> logical_device_limits = std::nullopt;
  std::optional<EgressConfig> egress = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("shares", shares,
            "weights of the heads: for arbitration: weighted, and for the part of an overload that "
            "a head causes; none: equal");
    v.field("limits", limits,
            "highest bandwidth of each head, in percent of the peak of the device's memory; 0, or "
            "none: no limit");
    v.field("logical_device_shares", logical_device_shares,
            "weights of the logical devices of a head, by number; none: equal");
    v.field("logical_device_limits", logical_device_limits,
            "highest bandwidth of each logical device of a head, in the same unit as limits");
    v.optional_group("egress", egress,
                     "congestion of the heads' links reported as DevLoad; absent: not reported");
  }
  void check(base::Problems& problems) const {
    check_shares("shares", shares, problems);
    check_shares("logical_device_shares", logical_device_shares, problems);
  }

 private:
  static void check_shares(const char* key, const std::optional<base::Weights>& shares,
                           base::Problems& problems) {
    if (!shares) return;
    for (const int weight : shares->each) {
      if (weight == 0) return problems.add(key, "a weight is 0, expected weights above 0");
    }
  }
};

/// Parameters of queued delivery only: runs with `simulation.delivery: queued`, and `bench pool`.
struct QueuedConfig {
  base::Time directory_interval;
  int directory_slices = 1;
  timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
  int request_entries = 0;
  int write_entries = 0;
  double optimal_load = 0;
  double moderate_load = 0;
  double severe_load = 0;
  std::optional<QosConfig> qos = std::nullopt;
  static constexpr int kSnoopTags = 4096;  ///< BITags of a link: 12 bits (CXL 3.1, 3.3.8).
  int snoop_tags = kSnoopTags;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("directory_interval", directory_interval,
            "time from one look-up of a directory slice to its next",
            base::between(1, 1'000'000'000));
    v.field("directory_slices", directory_slices,
            "slices of the directory, a power of two; a hash of the address selects one",
            base::between(1, 64));
    v.field("arbitration", arbitration,
            "arbitration between heads and their logical devices; weighted: by qos.shares");
    v.field("request_entries", request_entries,
            "requests of all heads that the device serves concurrently", base::between(1, 4096));
    v.field("write_entries", write_entries,
            "lines written back (RwD) that wait in the device until its memory accepts them",
            base::between(1, 4096));
    v.field("optimal_load", optimal_load,
            "requests in the device and at its heads, in multiples of request_entries, from which "
            "it reports optimal load (DevLoad); below, it reports light load",
            base::between(0, 64));
    v.field("moderate_load", moderate_load,
            "requests, in the same unit, from which it reports moderate overload",
            base::between(0, 64));
    v.field("severe_load", severe_load,
            "requests, in the same unit, from which it reports severe overload",
            base::between(0, 64));
    v.field("snoop_tags", snoop_tags,
            "outstanding Back-Invalidate snoops of a head (BITag); further ones wait",
            base::between(1, kSnoopTags));
    v.optional_group("qos", qos, "bandwidth of heads and logical devices; absent: equal shares");
  }
  void check(base::Problems& problems) const {
    const bool weights = qos && (qos->shares || qos->logical_device_shares);
    if (arbitration == timing::Arbitration::kWeighted && !weights) {
      problems.add_misfit({"arbitration", "qos.shares"},
                          "weighted needs qos.shares or qos.logical_device_shares, expected them, "
                          "or round_robin");
    }
    if (!base::is_power_of_two(directory_slices)) {
      problems.add("directory_slices", directory_slices,
                   " is not a power of two, expected 1, 2, 4 to 64");
    }
    if (optimal_load <= moderate_load && moderate_load <= severe_load) return;
    problems.add_misfit({"moderate_load", "optimal_load", "severe_load"},
                        "expected optimal_load <= moderate_load <= severe_load");
  }
};

struct DeviceConfig {
  base::Time fabric_latency;
  base::Time directory_latency;
  int snoop_filter_ways = 0;
  base::FilterSize snoop_filter_size;
  base::Bytes snoop_filter_sector{base::kLineBytes};
  VictimPolicy snoop_filter_victim = VictimPolicy::kLru;
  QueuedConfig queued = {};
  DeviceImpl impl = DeviceImpl::kModel;
  std::optional<double> look_up_pj = std::nullopt;
  std::optional<double> sram_usd_per_mib = std::nullopt;
  std::optional<int> speculative_entries = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("impl", impl,
            "implementation of the directory; both compares rtl with the golden function");
    v.field("fabric_latency", fabric_latency,
            "on-chip fabric and arbitration between a head and the directory, each way");
    v.field("directory_latency", directory_latency,
            "latency of the look-up for each incoming message");
    v.field("snoop_filter_ways", snoop_filter_ways, "associativity of the snoop filter",
            base::between(1, 256));
    v.field("snoop_filter_size", snoop_filter_size,
            "size of the snoop filter as SRAM, in entries or in multiples of the lines of all "
            "caches; the first two are those of the machine at full size");
    v.field("snoop_filter_sector", snoop_filter_sector,
            "bytes that an entry covers, a power of two; each of its lines has a state and hosts",
            base::between(base::kLineBytes, kMostSectorLines * base::kLineBytes));
    v.field(
        "snoop_filter_victim", snoop_filter_victim,
        "entry of a full set that is back-invalidated: oldest or newest by use (lru, mru) or by "
        "insertion (fifo, lifo), fewest insertions of its line (lfi), fewest_sharers, or random");
    v.field("look_up_pj", look_up_pj, "energy of a directory look-up in pJ; none: not counted",
            base::between(0, 1'000'000));
    v.field("sram_usd_per_mib", sram_usd_per_mib,
            "price of a MiB of snoop filter in US dollars; none: not counted",
            base::between(0, 1'000'000));
    v.field("speculative_entries", speculative_entries,
            "lines read for MemSpecRd that the device holds until a request takes "
            "them; none: it drops each MemSpecRd",
            base::between(1, 1024));
    v.group("queued", queued, "parameters of queued delivery and of bench pool");
  }
  /// Cycles of the directory RTL from a request to its grant, without the read of memory.
  static constexpr int kRtlCycles = 7;
  int sector_lines() const {
    return static_cast<int>(snoop_filter_sector.value / base::kLineBytes);
  }
  bool has_rtl() const { return impl != DeviceImpl::kModel; }
  void check(base::Problems& problems) const {
    if (snoop_filter_size.amount <= 0) {
      problems.add("snoop_filter_size",
                   "a filter that holds no line admits none, expected more than 0");
    }
    if (!base::is_power_of_two(snoop_filter_sector.value)) {
      problems.add("snoop_filter_sector", base::to_string(snoop_filter_sector),
                   ", expected 64 B, 128 B, 256 B, 512 B or 1 KiB");
    }
  }
};

}  // namespace starnuma::pool

template <>
struct starnuma::base::EnumNames<starnuma::pool::DeviceImpl> {
  static constexpr std::array<std::string_view, 3> kNames{"model", "rtl", "both"};
};

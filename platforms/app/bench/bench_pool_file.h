// SPDX-License-Identifier: Apache-2.0
// Points of a pool bench as written in a file of kind `pool_bench`.
//
// Contract:
// - `all:` has keys of every point; the keys of a point override them, and the keys of an entry of
//   its `heads:` override those of the point for these heads.
// - Numbers of lines and entries are absolute or multiples of the lines of a host's cache.
// - `set:` has fields of the machine, as --set.
#pragma once

#include <boost/json/object.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/base/fields.h"
#include "models/base/index_set.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/cache/cache_config.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::app {

enum class Outstanding : std::uint8_t {
  kEnough  ///< twice what the reachable bandwidth needs without queueing, at least 64
};
enum class LinkBandwidthOf : std::uint8_t { kOneHead, kAllHeads };

/// Traffic of a head.
struct TrafficText {
  std::optional<pool_bench::Sharing> sharing;
  std::optional<pool_bench::Pattern> pattern;
  std::optional<int> lines;
  std::optional<double> lines_per_cache;
  std::optional<int> write_percent;
  std::optional<int> hot_lines;
  std::optional<double> hot_lines_per_cache;
  std::optional<int> hot_percent;
  std::optional<int> stride;
  std::optional<int> outstanding;
  std::optional<Outstanding> least_outstanding;
  std::optional<double> load;
  std::optional<base::Bandwidth> rate;
  std::optional<int> burst;
  std::optional<int> cache_lines;
  std::optional<base::Time> hit_latency;
  std::optional<base::Time> snoop_latency;
  std::optional<cache::DevLoadIs> dev_load;
  std::optional<cache::CleanEvictionsAre> clean_evictions;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("sharing", sharing, "lines that heads share; none: private");
    v.field("pattern", pattern, "order in which a head uses its lines; none: uniform");
    v.field("lines", lines, "lines of each head, or of all if they share them",
            base::between(1, 1 << 26));
    v.field("lines_per_cache", lines_per_cache, "lines in multiples of those of a host's cache",
            base::between(0, 1 << 20));
    v.field("write_percent", write_percent, "percent of the accesses that write; none: 0",
            base::between(0, 100));
    v.field("hot_lines", hot_lines, "lines that get hot_percent of the accesses",
            base::between(0, 1 << 26));
    v.field("hot_lines_per_cache", hot_lines_per_cache,
            "hot lines in multiples of those of a host's cache", base::between(0, 1 << 20));
    v.field("hot_percent", hot_percent, "percent of the accesses to hot lines; none: 90",
            base::between(0, 100));
    v.field("stride", stride, "lines from an access to the next, for pattern: strided",
            base::between(1, 1 << 20));
    v.field("outstanding", outstanding, "outstanding accesses of a host; none: --outstanding",
            base::between(1, 4096));
    v.field("least_outstanding", least_outstanding,
            "enough: at least twice what the reachable bandwidth needs without queueing");
    v.field(
        "load", load,
        "offered accesses of all hosts as a share of the reachable bandwidth; none: hosts offer "
        "the most they can",
        base::between(0, 16));
    v.field("rate", rate, "offered accesses of a host in bytes of lines per second");
    v.field("burst", burst, "accesses that are offered at a time; none: 1",
            base::between(1, 1 << 16));
    v.field("cache_lines", cache_lines, "lines of a host's cache; none: --cache-lines",
            base::between(1, 1 << 20));
    v.field("hit_latency", hit_latency, "latency of a host's cache; none: 20 ns (assumed)");
    v.field("snoop_latency", snoop_latency, "from a snoop to its response; none: the machine's");
    v.field("dev_load", dev_load, "whether hosts throttle by DevLoad; none: followed");
    v.field("clean_evictions", clean_evictions, "notice of clean owned lines; none: notified");
  }
  void check(base::Problems& problems) const;
};

/// Heads of a point that differ.
struct HeadsText : TrafficText {
  base::IndexSet heads;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("heads", heads, "numbers of these heads");
    TrafficText::visit(v);
  }
};

struct PointText : TrafficText {
  std::string name;
  std::optional<int> head_count;
  std::optional<std::uint64_t> filter_entries;
  std::optional<double> filter_per_cache;
  std::optional<int> request_entries_per_head;
  std::optional<LinkBandwidthOf> link_bandwidth;
  std::optional<base::Time> delay;
  std::optional<std::string> recording;
  // Read by point_texts_of().
  std::vector<HeadsText> heads = {};
  std::vector<std::pair<std::string, config::Node>> sets = {};
  config::Origin origin = {};

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of the point in tables and results");
    TrafficText::visit(v);
    v.field("head_count", head_count, "hosts; none: --heads",
            base::between(1, pool_bench::kMostHeads));
    v.field("filter_entries", filter_entries, "lines that the snoop filter holds");
    v.field("filter_per_cache", filter_per_cache,
            "lines of the filter in multiples of those of all hosts' caches; none: 2, or the "
            "machine's filter for a recording",
            base::between(0, 1 << 20));
    v.field("request_entries_per_head", request_entries_per_head,
            "at most this many entries of the request table for each head", base::between(1, 4096));
    v.field("link_bandwidth", link_bandwidth,
            "all_heads: the link of each head is as fast as all of them");
    v.field("delay", delay, "longest random delay of a message; none: 0");
    v.field("recording", recording,
            "log of CXL.mem messages whose requests the hosts send, by path from this file");
  }
};

/// Returns the file of a bench: a path, or a shipped bench by its name. Throws InputError.
std::filesystem::path pool_bench_file(const std::string& name_or_path);

/// Reads the points of a bench's file, in its order.
std::vector<PointText> point_texts_of(const config::Node& file, config::Diagnostics& diagnostics);

/// Returns the JSON schema of the keys of a bench's file.
boost::json::object pool_bench_properties();

}  // namespace starnuma::app

template <>
struct starnuma::base::EnumNames<starnuma::pool_bench::Sharing> {
  static constexpr auto kNames = starnuma::pool_bench::kSharingNames;
};
template <>
struct starnuma::base::EnumNames<starnuma::pool_bench::Pattern> {
  static constexpr std::array<std::string_view, 3> kNames{"uniform", "sequential", "strided"};
};
template <>
struct starnuma::base::EnumNames<starnuma::app::Outstanding> {
  static constexpr std::array<std::string_view, 1> kNames{"enough"};
};
template <>
struct starnuma::base::EnumNames<starnuma::app::LinkBandwidthOf> {
  static constexpr std::array<std::string_view, 2> kNames{"one_head", "all_heads"};
};

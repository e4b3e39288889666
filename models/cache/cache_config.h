// SPDX-License-Identifier: Apache-2.0
// Configuration fields of the private caches, the LLC and the caching agent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"

namespace starnuma::cache {

/// Reports a size that is not a whole number of sets of `ways` lines.
inline void check_sets(const std::vector<std::string>& keys, base::Bytes size, int ways,
                       base::Problems& problems) {
  if (size.value % (base::kLineBytes * ways) == 0) return;
  problems.add_misfit(keys, base::to_string(size), " is not a whole number of sets of ", ways,
                      " ways of 64 B");
}

struct PrivateCacheConfig {
  base::Bytes l1_size;
  int l1_ways = 0;
  base::Cycles l1_latency;
  base::Bytes l2_size;
  int l2_ways = 0;
  base::Cycles l2_latency;
  int mshrs = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("l1_size", l1_size, "capacity of the first-level data cache",
            base::between(512, 1 << 30));
    v.field("l1_ways", l1_ways, "associativity of the L1", base::between(1, 64));
    v.field("l1_latency", l1_latency, "load-to-use time of an L1 hit");
    v.field("l2_size", l2_size, "capacity of the private L2, inclusive of the L1",
            base::between(512, 1 << 30));
    v.field("l2_ways", l2_ways, "associativity of the L2", base::between(1, 64));
    v.field("l2_latency", l2_latency, "time of an L2 look-up, after the L1 missed");
    v.field("mshrs", mshrs, "most outstanding misses of the private caches",
            base::between(1, 1024));
  }
  void check(base::Problems& problems) const {
    check_sets({"l1_size", "l1_ways"}, l1_size, l1_ways, problems);
    check_sets({"l2_size", "l2_ways"}, l2_size, l2_ways, problems);
    if (l2_size < l1_size) {
      problems.add_misfit({"l2_size", "l1_size"}, base::to_string(l2_size),
                          " is less than the L1 that it includes, ", base::to_string(l1_size));
    }
  }
};

enum class DevLoadIs : std::uint8_t { kIgnored, kFollowed };
enum class CleanEvictionsAre : std::uint8_t { kNotified, kSilent };
enum class LineStoresAre : std::uint8_t { kFetched, kUnfetched };
enum class SpeculativeReadsAre : std::uint8_t { kUnsent, kSent };

struct SocketCacheConfig {
  base::Bytes llc_size_per_core;
  int llc_ways = 0;
  int private_tag_ways = 0;
  base::Cycles llc_latency;
  base::Cycles private_snoop_latency;
  base::Time fabric_latency;
  base::Time snoop_latency;
  std::optional<DevLoadIs> dev_load = std::nullopt;
  std::optional<CleanEvictionsAre> clean_evictions = std::nullopt;
  std::optional<LineStoresAre> line_stores = std::nullopt;
  std::optional<SpeculativeReadsAre> speculative_reads = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("llc_size_per_core", llc_size_per_core,
            "capacity of the shared last-level cache per core of the socket",
            base::between(512, 1 << 30));
    v.field("llc_ways", llc_ways, "associativity of the LLC", base::between(1, 32));
    v.field("private_tag_ways", private_tag_ways,
            "ways of each LLC set that track lines held only by private caches",
            base::between(1, 32));
    v.field("llc_latency", llc_latency, "time of an LLC look-up, after the L2 missed");
    v.field("private_snoop_latency", private_snoop_latency,
            "added when another core of the socket holds the line writable");
    v.field("fabric_latency", fabric_latency,
            "latency between the LLC and the socket's fabric ports, each way");
    v.field("snoop_latency", snoop_latency, "time from a snoop's arrival to its response");
    v.field(
        "dev_load", dev_load,
        "queued delivery: whether the socket limits its outstanding requests to a pool device that "
        "reports overload (DevLoad); none: followed");
    v.field("clean_evictions", clean_evictions,
            "whether the socket notifies a pool device that it evicts a clean line which it owns "
            "(MemClnEvct); none: notified");
    v.field("line_stores", line_stores,
            "whether a store of a whole line fetches the line from a pool device, or obtains its "
            "ownership without data (MemInv); none: fetched");
    v.field("speculative_reads", speculative_reads,
            "whether the socket sends MemSpecRd to a pool device when it starts to look "
            "the LLC up for data of the device; none: unsent");
  }
};

}  // namespace starnuma::cache

template <>
struct starnuma::base::EnumNames<starnuma::cache::DevLoadIs> {
  static constexpr std::array<std::string_view, 2> kNames{"ignored", "followed"};
};
template <>
struct starnuma::base::EnumNames<starnuma::cache::CleanEvictionsAre> {
  static constexpr std::array<std::string_view, 2> kNames{"notified", "silent"};
};
template <>
struct starnuma::base::EnumNames<starnuma::cache::LineStoresAre> {
  static constexpr std::array<std::string_view, 2> kNames{"fetched", "unfetched"};
};
template <>
struct starnuma::base::EnumNames<starnuma::cache::SpeculativeReadsAre> {
  static constexpr std::array<std::string_view, 2> kNames{"unsent", "sent"};
};

// SPDX-License-Identifier: Apache-2.0
// Fields of a logical pool: its address maps, and the migration of its regions.
#pragma once

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "models/paging/fine_map.h"
#include "models/placement/pool_sizing/pool_sizing.h"
#include "models/placement/region_balance/region_balance.h"

namespace starnuma::assembly {

/// Lookup buffer in front of a map.
struct MapBufferConfig {
  base::Time latency;
  int entries = 1;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("latency", latency, "latency of a lookup that hits the buffer");
    v.field("entries", entries, "entries of the buffer; others are read from the server's memory",
            base::between(1, 1 << 16));
  }
};

struct RegionBalanceConfig {
  placement::RegionBalance policy = placement::RegionBalance::kNone;
  base::Time period;
  double factor = 2;
  double min_uses = 16;
  int max_moves = 4;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("policy", policy,
            "regions that move: none; rotate, one in each period to the next server (for tests); "
            "counters, to the server that requests most of their lines");
    v.field("period", period, "simulated time between two decisions", base::at_least(1));
    v.field("factor", factor,
            "minimum ratio of another server's uses to those of the region's own server");
    v.field("min_uses", min_uses, "minimum difference of these uses, in requests per page");
    v.field("max_moves", max_moves, "regions that move in a period", base::between(1, 1 << 16));
  }

  placement::CounterThresholds thresholds() const { return {factor, min_uses, max_moves}; }
};

/// Mover of each server.
struct RegionMoverConfig {
  int lines_in_flight = 1;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("lines_in_flight", lines_in_flight,
            "outstanding line reads, and outstanding line writes", base::between(1, 1 << 16));
  }
};

struct PoolSizingConfig {
  placement::PoolSizing policy = placement::PoolSizing::kNone;
  base::Bytes private_capacity;
  double spare = 0.05;
  double hysteresis = 0.1;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("policy", policy,
            "policy of resizing: none; wants, in each balance period, to the size of its programs' "
            "pages");
    v.field("private_capacity", private_capacity,
            "part of each server's memory that is private at the start");
    v.field("spare", spare,
            "share of a server's memory that is private in addition to its programs' pages",
            base::between(0, 1));
    v.field("hysteresis", hysteresis,
            "share of a server's memory below which the split does not change",
            base::between(0, 1));
  }

  /// Returns true if private memory can exceed the memory before the regions.
  bool any() const {
    return policy != placement::PoolSizing::kNone || private_capacity > base::Bytes(0);
  }
};

struct LogicalPoolConfig {
  /// Largest region; maps name a page of a region by 31 bits.
  static constexpr std::int64_t kMostRegion =
      static_cast<std::int64_t>(paging::PoolPage::kMostPages) * base::kPageBytes;
  base::Bytes region;
  base::Bytes incoming_capacity;
  MapBufferConfig coarse;
  MapBufferConfig fine;
  RegionMoverConfig mover;
  RegionBalanceConfig balance;
  PoolSizingConfig sizing;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("region", region, "memory that one entry of the coarse map covers",
            base::between(base::kPageBytes, kMostRegion));
    v.field("incoming_capacity", incoming_capacity,
            "part of each server's memory for regions from other servers");
    v.group("coarse", coarse, "each server's replica of the coarse map, region to server");
    v.group("fine", fine, "each server's fine map, page of a region to frame");
    v.group("mover", mover, "each server's mover, which copies incoming regions");
    v.group("balance", balance, "how regions follow their users");
    v.group("sizing", sizing, "how much of each server's room is private");
  }
};

}  // namespace starnuma::assembly

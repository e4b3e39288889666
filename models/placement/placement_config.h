// SPDX-License-Identifier: Apache-2.0
// Configuration of placement and migration. Sizes and counts are those of the full-scale machine
// and program; phase_scale.h defines their scaling.
#pragma once

#include <optional>

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/base/weights.h"
#include "models/placement/numa_balancing_config.h"
#include "models/placement/page_cache/page_cache_config.h"
#include "models/placement/policy_table.h"

namespace starnuma::placement {

/// Core that runs the operating system's migration code.
enum class OsCore : std::uint8_t {
  kOwn,    ///< an additional core on socket 0
  kShared  ///< core 0 of the program, which loses that time
};
/// Method of invalidating the translations of a migrating page.
enum class Shootdown : std::uint8_t {
  kTlbDirectory,  ///< hardware invalidates the TLBs of the cores that a TLB directory lists
  kIpi            ///< an inter-processor interrupt to every core
};
/// Source of the counts of a policy that uses regions.
enum class MissCounts : std::uint8_t {
  kIdeal,   ///< exact misses of the phase, at no cost
  kTracker  ///< the tracking hardware's metadata, which are scanned and reset
};
/// Order of the candidates of Algorithm 1, up to the limit.
enum class CandidateOrder : std::uint8_t {
  kHottestFirst,  ///< most misses first, as in the publication's artifact
  kRegion         ///< one pass over the regions, as in the publication's text
};
/// Time of the allocation of pages.
enum class AllocatedAt : std::uint8_t {
  kBuilt,  ///< before the run, by the thread that built them according to the workload
  kDemand  ///< in simulated time, at the first touch
};
/// Location of page tables.
enum class PageTables : std::uint8_t {
  /// A single table; a page-table page is on the initial node of one of the pages that it covers.
  kWithPages,
  /// A replica on each socket for the walks of its cores; updates of an entry write all replicas.
  kEverySocket
};
/// Private state that a core retains after a task has moved to another core.
enum class TaskState : std::uint8_t {
  kFlushed,  ///< neither lines in private caches nor translations of the program
  kLeft      ///< all state; coherence and shootdowns still reach it
};
/// Costs of migration, which can be disabled to measure their effect.
enum class Cost : std::uint8_t { kModelled, kFree };

struct MigrationCosts {
  Cost copy = Cost::kModelled;
  Cost stall = Cost::kModelled;
  Cost initiator = Cost::kModelled;
  Cost shootdown = Cost::kModelled;
  Cost page_table = Cost::kModelled;
  Cost scan = Cost::kModelled;
  Cost tracker = Cost::kModelled;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("copy", copy, "traffic and time of copying lines");
    v.field("stall", stall, "stalls of accesses to a moving page until it has moved");
    v.field("initiator", initiator, "instructions of the migrating core");
    v.field("shootdown", shootdown, "time to invalidate translations");
    v.field("page_table", page_table, "writes of page-table entries");
    v.field("scan", scan, "traffic and time of reading and resetting metadata, where counts are");
    v.field("tracker", tracker, "traffic and time of metadata updates, which still take effect");
  }
};

struct PlacementConfig {
  PolicyId policy{};
  double pool_share = 0;
  std::optional<base::Weights> weights;
  AllocatedAt allocation = AllocatedAt::kBuilt;
  PageTables page_tables = PageTables::kWithPages;
  MissCounts counts = MissCounts::kIdeal;
  int phase_instructions = 0;
  int min_phases = 0;
  base::Bytes region;
  int high_threshold = 0;
  int low_threshold = 0;
  int low_threshold_max = 0;
  CandidateOrder candidate_order = CandidateOrder::kHottestFirst;
  int page_limit = 0;
  OsCore os_core = OsCore::kOwn;
  int os_cores = 1;
  base::Cycles page_cycles;
  int lines_in_flight = 0;
  Shootdown shootdown = Shootdown::kTlbDirectory;
  base::Time directory_latency;
  base::Time invalidate_latency;
  base::Cycles ipi_cycles;
  base::Cycles write_fault_cycles;
  base::Cycles page_fault_cycles;
  base::Cycles task_cycles;
  TaskState task_state = TaskState::kFlushed;
  base::Cycles capacity_cycles;
  NumaBalancingConfig numa_balancing;
  LacxConfig lacx;
  PageCacheConfig page_cache;
  MigrationCosts costs;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("policy", policy, "policy of page placement and migration");
    v.field("pool_share", pool_share,
            "policy pool_share: share of each program's pages on the pool", base::between(0, 1));
    v.field("weights", weights,
            "policy weighted_interleave: consecutive pages of each node, in the order sockets, "
            "pool devices, memory nodes");
    v.field("allocation", allocation,
            "when pages get memory: before the run, or at their first touch in simulated time");
    v.field("page_tables", page_tables, "nodes that hold page tables");
    v.field("counts", counts, "source of a starnuma policy's counts of misses by region");
    v.field("phase_instructions", phase_instructions,
            "instructions of each thread in a phase, at full scale",
            base::between(1000, 2'000'000'000));
    v.field("min_phases", min_phases, "minimum number of phases; a short run has shorter phases",
            base::between(1, 1000));
    v.field("region", region, "memory that is tracked and moved together, at full scale",
            base::between(base::kPageBytes, 1 << 30));
    v.field("high_threshold", high_threshold,
            "HI: misses in a phase above which a region is a candidate to move, at full scale; "
            "initial value",
            base::between(1, 1 << 30));
    v.field("low_threshold", low_threshold,
            "LO: misses in a phase up to which a region may be evicted, at full scale; initial "
            "value",
            base::between(0, 1 << 30));
    v.field("low_threshold_max", low_threshold_max, "upper limit of LO, at full scale",
            base::between(0, 1 << 30));
    v.field("candidate_order", candidate_order, "order in which candidates move, until the limit");
    v.field("page_limit", page_limit, "most pages moved after a phase, at full scale",
            base::between(0, 1 << 30));
    v.field("os_core", os_core, "cores that migrate pages");
    v.field("os_cores", os_cores, "cores that migrate pages, all on socket 0",
            base::between(1, 64));
    v.field("page_cycles", page_cycles, "cycles of the migrating core per page, without the copy");
    v.field("lines_in_flight", lines_in_flight, "lines that the migrating core copies concurrently",
            base::between(1, base::kLinesPerPage));
    v.field("shootdown", shootdown, "how translations of a moving page are invalidated");
    v.field("directory_latency", directory_latency,
            "latency of a look-up in the directory of TLBs");
    v.field("invalidate_latency", invalidate_latency,
            "time from an invalidation's arrival at a core's "
            "TLB to its acknowledgement");
    v.field("ipi_cycles", ipi_cycles, "cycles of a core per inter-processor interrupt");
    v.field(
        "write_fault_cycles", write_fault_cycles,
        "cycles of a core that writes to a page with read-only copies, without their invalidation");
    v.field("page_fault_cycles", page_fault_cycles,
            "cycles of a core per page fault, without memory accesses",
            base::between(0, 1'000'000));
    v.field("task_cycles", task_cycles,
            "cycles of a task that moves to another core, without the flush",
            base::between(0, 100'000'000));
    v.field("task_state", task_state,
            "private cache lines and translations of a core that a task leaves");
    v.field("capacity_cycles", capacity_cycles,
            "cycles of the migrating core per event of dynamic capacity, without page migration",
            base::between(0, 100'000'000));
    v.group("numa_balancing", numa_balancing, "parameters of policies that use hint faults");
    v.group("lacx", lacx, "parameters of the policy lacx");
    v.group("page_cache", page_cache, "parameters of the policy page_cache");
    v.group("costs", costs, "costs that can be switched off");
  }
  /// Returns true if the policy uses the tracking hardware's metadata.
  bool reads_trackers() const { return traits().sees_regions() && counts == MissCounts::kTracker; }
  const PolicyTraits& traits() const { return row_of(policy).traits; }
  bool on_demand() const { return allocation == AllocatedAt::kDemand; }
  /// Returns true if the operating system is active while the program runs.
  bool needs_os() const { return traits().moves_pages() || on_demand(); }

  void check(base::Problems& problems) const {
    if (region.value % base::kPageBytes != 0) {
      problems.add("region", base::to_string(region), " is not a whole number of 4 KiB pages");
    }
    if (os_cores > 1 && os_core == OsCore::kShared) {
      problems.add_misfit({"os_cores", "os_core"},
                          "one core of the program is shared, expected 1 or os_core: own");
    }
    if (low_threshold_max < low_threshold) {
      problems.add_misfit({"low_threshold_max", "low_threshold"}, "LO starts at ", low_threshold,
                          " and grows, expected at least that");
    }
  }
};

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::OsCore> {
  static constexpr std::array<std::string_view, 2> kNames{"own", "shared"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::Shootdown> {
  static constexpr std::array<std::string_view, 2> kNames{"tlb_directory", "ipi"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::AllocatedAt> {
  static constexpr std::array<std::string_view, 2> kNames{"built", "demand"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::PageTables> {
  static constexpr std::array<std::string_view, 2> kNames{"with_pages", "every_socket"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::TaskState> {
  static constexpr std::array<std::string_view, 2> kNames{"flushed", "left"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::MissCounts> {
  static constexpr std::array<std::string_view, 2> kNames{"ideal", "tracker"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::CandidateOrder> {
  static constexpr std::array<std::string_view, 2> kNames{"hottest_first", "region"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::Cost> {
  static constexpr std::array<std::string_view, 2> kNames{"modelled", "free"};
};

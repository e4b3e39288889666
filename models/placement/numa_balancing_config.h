// SPDX-License-Identifier: Apache-2.0
// Configuration of policies that use hint faults. Times and sizes are those of the full-size
// program; hint_faults/hint_scan.h defines their scaling.
#pragma once

#include <string>

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"

namespace starnuma::placement {

/// Movement of tasks to their pages.
enum class TaskPlacement : std::uint8_t {
  kIdleCores,  ///< to an idle core of the node with most private faults of the task
  kStay
};
/// Treatment of a page that was moved as shared.
enum class Mark : std::uint8_t {
  kSet,  ///< a mark, which excludes the page from NUMA balancing
  kUnset
};

struct NumaBalancingConfig {
  int scan_delay_ms = 0;
  int scan_period_min_ms = 0;
  int scan_period_max_ms = 0;
  base::Bytes scan_size;
  base::Bandwidth scan_rate;
  base::Bandwidth migration_rate;
  int early_passes = 0;
  TaskPlacement tasks = TaskPlacement::kIdleCores;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("scan_delay_ms", scan_delay_ms,
            "time from the window's opening to the first scan, at full scale",
            base::between(0, 1'000'000));
    v.field("scan_period_min_ms", scan_period_min_ms,
            "least time in which all of a program's memory is scanned, at full scale",
            base::between(1, 1'000'000));
    v.field("scan_period_max_ms", scan_period_max_ms,
            "longest time in which all of a program's memory is scanned, at full scale",
            base::between(1, 1'000'000));
    v.field("scan_size", scan_size, "memory that a scan unmaps, at full scale",
            base::at_least(base::kPageBytes));
    v.field("scan_rate", scan_rate, "most memory that is scanned in a second, at full scale");
    v.field("migration_rate", migration_rate,
            "most memory that the policy moves in a second, at full scale");
    v.field("early_passes", early_passes,
            "passes over a program's memory during which a first fault already moves a page",
            base::between(0, 1000));
    v.field("tasks", tasks, "whether tasks are moved to their pages");
  }
  void check(base::Problems& problems) const {
    if (scan_period_max_ms < scan_period_min_ms) {
      problems.add_misfit({"scan_period_max_ms", "scan_period_min_ms"}, scan_period_max_ms,
                          " is less than scan_period_min_ms, ", scan_period_min_ms);
    }
  }
};

struct LacxConfig {
  Mark mark = Mark::kSet;
  int promote_after = 0;
  double usage_threshold = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("mark", mark, "whether pages moved for being shared are kept from the balancer");
    v.field("promote_after", promote_after,
            "consecutive faults from one node after which such a page moves there; 0: never",
            base::between(0, 1'000'000));
    v.field("usage_threshold", usage_threshold,
            "share of the sockets' memory in use above which shared pages move",
            base::between(0, 1));
  }
};

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::TaskPlacement> {
  static constexpr std::array<std::string_view, 2> kNames{"idle_cores", "stay"};
};
template <>
struct starnuma::base::EnumNames<starnuma::placement::Mark> {
  static constexpr std::array<std::string_view, 2> kNames{"set", "unset"};
};

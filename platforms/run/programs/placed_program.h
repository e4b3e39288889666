// SPDX-License-Identifier: Apache-2.0
// Program of a run: its memory contents, its cores and its start time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/base/arena.h"
#include "models/placement/policy.h"
#include "stimulus/workload.h"

namespace starnuma::run {

/// Workload built in simulated memory, ready to run on machines of one shape.
class Program {
 public:
  Program(std::unique_ptr<stimulus::Workload> workload, int threads);

  stimulus::Workload& workload() { return *workload_; }
  const base::Arena& arena() const { return arena_; }
  void clear_line(base::VirtualAddress address) { arena_.clear_line(address); }
  const base::SimArray<std::uint64_t>& team_lines() const { return team_lines_; }

 private:
  base::Arena arena_;
  std::unique_ptr<stimulus::Workload> workload_;
  base::SimArray<std::uint64_t> team_lines_;
};

/// Protection of a program's pages on other servers.
struct Protection {
  int pages = 0;    ///< Pages of a stripe, each on a different server; 0: no protection.
  int backups = 0;  ///< Backups of a stripe.

  bool any() const { return backups > 0; }
};

struct PlacedProgram {
  std::shared_ptr<Program> program;
  placement::Policy& policy;             ///< Policy instance of this program and run.
  placement::PlacementConfig placement;  ///< Configuration of `policy`.
  std::vector<base::CoreId> cores;       ///< Core of each thread.
  /// Name of the result block `program.<name>`; empty for the run's only program, whose results are
  /// the run's.
  std::string name;
  /// Start after the windows have opened; 0: runs from the start, and its window opens with the
  /// others.
  base::Time start;
  /// Function that builds the program again in fresh memory; empty: the program is not repeated.
  std::function<std::shared_ptr<Program>()> rebuild_pages;

  base::Bytes memory_limit;  ///< Limit of its pages; 0: none.
  /// Extent of pool memory that it uses; empty: the default of host_memory.h.
  std::string extent = {};

  /// True if the program runs on one host whose capacity changes during the run.
  bool capacity_changes = false;
  Protection protection = {};

  /// Returns true if the operating system works for the program during the run.
  bool needs_os() const { return capacity_changes || protection.any() || placement.needs_os(); }
  bool late() const { return start > base::Time(0); }
};

}  // namespace starnuma::run

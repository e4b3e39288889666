// SPDX-License-Identifier: Apache-2.0
// A program of a run: what is in its memory, and where and since when it runs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/base/arena.h"
#include "models/placement/policy.h"
#include "stimulus/workload.h"

namespace starnuma::run {

/// A workload built in simulated memory, ready to run on machines of one shape.
class Program {
 public:
  Program(std::unique_ptr<stimulus::Workload> workload, int threads);

  stimulus::Workload& workload() { return *workload_; }
  const base::Arena& arena() const { return arena_; }
  const base::SimArray<std::uint64_t>& team_lines() const { return team_lines_; }

 private:
  base::Arena arena_;
  std::unique_ptr<stimulus::Workload> workload_;
  base::SimArray<std::uint64_t> team_lines_;
};

/// Of a program's pages on other servers.
struct Protection {
  int pages = 0;    ///< Of a stripe, each on another server; 0: none is protected.
  int backups = 0;  ///< Of it.

  bool any() const { return backups > 0; }
};

struct PlacedProgram {
  std::shared_ptr<Program> program;
  placement::Policy& policy;             ///< Made for this program and run.
  placement::PlacementConfig placement;  ///< What it was made from.
  std::vector<base::CoreId> cores;       ///< Thread t runs on cores[t].
  /// Of its result block, `program.<name>`; empty: the run's only program, whose block is the
  /// run's.
  std::string name;
  /// After the windows have opened; 0: it runs from the start, and its window opens with others'.
  base::Time start;
  /// The same again, in fresh memory; empty: the program is not repeated.
  std::function<std::shared_ptr<Program>()> build_again;

  base::Bytes memory_limit;  ///< Of its pages; 0: none.
  std::string extent = {};   ///< Of pool memory that it takes; empty: as host_memory.h says.

  /// It runs on one host, which gets memory or gives it back meanwhile.
  bool capacity_changes = false;
  Protection protection = {};

  /// Whether the operating system has something to do for it while it runs.
  bool needs_os() const { return capacity_changes || protection.any() || placement.needs_os(); }
  bool late() const { return start > base::Time(0); }
};

}  // namespace starnuma::run

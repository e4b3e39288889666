// SPDX-License-Identifier: Apache-2.0
// Part of a run that statistics refer to: the whole run or one program.
//
// Contract: created while simulated time does not advance. Observers registered by watch() get the
// misses of the scope's programs. In a scope of several programs, addresses are as if the address
// spaces were concatenated in program order.
#pragma once

#include <string>
#include <vector>

#include "models/kernel/miss_observer.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/programs/running_program.h"

namespace starnuma::run {

/// Distributor of misses to observers of the whole run and to observers of one program.
class ProgramMisses : private kernel::MissObserver {
 public:
  using Programs = std::vector<std::unique_ptr<RunningProgram>>;

  /// With one program, observers register at the machine itself.
  ProgramMisses(assembly::Machine& machine, const Programs& programs);

  void watch_all(kernel::MissObserver& observer);
  void watch(std::size_t program, kernel::MissObserver& observer);

 private:
  using Event = void (kernel::MissObserver::*)(const kernel::Miss&);

  void on_miss(const kernel::Miss& miss) override { forward(miss, &MissObserver::on_miss); }
  void on_upgrade(const kernel::Miss& miss) override { forward(miss, &MissObserver::on_upgrade); }
  void on_walk(const kernel::Miss& miss) override { forward(miss, &MissObserver::on_walk); }
  /// Calls `event` of the program's observers, then of those of all programs.
  void forward(const kernel::Miss& miss, Event event) const;

  struct Part {
    std::uint64_t first_address = 0;
    std::vector<kernel::MissObserver*> observers;
  };

  assembly::Machine& machine_;
  std::vector<Part> parts_;  ///< Parts by program.
  std::vector<kernel::MissObserver*> observers_;
};

class Scope {
 public:
  /// Creates the scope of the whole run.
  Scope(assembly::Machine& machine, ProgramMisses& misses, const ProgramMisses::Programs& programs);
  /// Creates the scope of one program.
  Scope(assembly::Machine& machine, ProgramMisses& misses, const ProgramMisses::Programs& programs,
        std::size_t program);

  void watch(kernel::MissObserver& observer) const;

  assembly::Machine& machine() const { return machine_; }
  const std::string& path() const { return path_; }
  bool is_run() const { return path_ == "run"; }
  /// Returns the number of threads; each core of the scope runs one.
  int threads() const { return static_cast<int>(cores_.size()); }
  const std::vector<base::CoreId>& cores() const { return cores_; }
  /// Returns the scope's cores and the cores to which its tasks have moved.
  std::vector<base::CoreId> visited_cores() const;
  const std::vector<RunningProgram*>& programs() const { return programs_; }
  /// Returns the only program of the scope, or null if there are several.
  RunningProgram* program() const { return programs_.size() == 1 ? programs_.front() : nullptr; }
  std::uint64_t pages() const;
  /// Returns true if pages of any program of the scope can move.
  bool pages_move() const;
  bool pages_fault() const;
  /// Returns the home of each page; address spaces are concatenated in program order.
  std::vector<base::NodeId> homes() const;

  /// Returns each program's barrier lines at the concatenated addresses that observers see.
  std::vector<base::SimArray<std::uint64_t>> barriers() const;

  /// Returns the instructions of the scope's cores since statistics were reset.
  std::int64_t instructions() const;
  core::Waiting waiting() const;

 private:
  assembly::Machine& machine_;
  ProgramMisses& misses_;
  std::size_t which_;  ///< Index of the program; the number of programs: all.
  std::string path_;
  std::vector<RunningProgram*> programs_;
  std::vector<base::CoreId> cores_;
};

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// The part of a run that figures are of: the whole of it, or one of its programs.
//
// Contract: made while the machine stands still. Misses that are given to watch()ers come from the
// scope's programs; in a scope of several, addresses are as if the programs' spaces came one after
// the other, in their order.
#pragma once

#include <string>
#include <vector>

#include "models/kernel/miss_observer.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/running_program.h"

namespace starnuma::run {

/// Gives on the misses of a run: to those who watch it all, and to those who watch one program.
class ProgramMisses : private kernel::MissObserver {
 public:
  using Programs = std::vector<std::unique_ptr<RunningProgram>>;

  /// With one program all watch the machine itself.
  ProgramMisses(assembly::Machine& machine, const Programs& programs);

  void watch_all(kernel::MissObserver& observer);
  void watch(std::size_t program, kernel::MissObserver& observer);

 private:
  void on_miss(const kernel::Miss& miss) override;
  void on_upgrade(base::VirtualAddress address, base::CoreId core) override;

  struct Part {
    std::uint64_t first_address = 0;
    std::vector<kernel::MissObserver*> observers;
  };

  assembly::Machine& machine_;
  std::vector<Part> parts_;  ///< By program.
  std::vector<kernel::MissObserver*> observers_;
};

class Scope {
 public:
  /// The whole run.
  Scope(assembly::Machine& machine, ProgramMisses& misses, const ProgramMisses::Programs& programs);
  /// One program.
  Scope(assembly::Machine& machine, ProgramMisses& misses, const ProgramMisses::Programs& programs,
        std::size_t program);

  void watch(kernel::MissObserver& observer) const;

  assembly::Machine& machine() const { return machine_; }
  const std::string& path() const { return path_; }
  bool is_run() const { return path_ == "run"; }
  /// Threads, one on each of its cores.
  int threads() const { return static_cast<int>(cores_.size()); }
  const std::vector<base::CoreId>& cores() const { return cores_; }
  /// These, and those to which tasks of its programs have moved.
  std::vector<base::CoreId> visited_cores() const;
  const std::vector<RunningProgram*>& programs() const { return programs_; }
  /// The only program of the scope; null where there are several.
  RunningProgram* program() const { return programs_.size() == 1 ? programs_.front() : nullptr; }
  std::uint64_t pages() const;
  /// Of any of its programs.
  bool pages_move() const;
  bool pages_fault() const;
  /// By page, space after space.
  std::vector<base::NodeId> homes() const;

  /// Lines of each program's barrier, where misses are seen to come from them.
  std::vector<base::SimArray<std::uint64_t>> barriers() const;

  /// Of its cores since statistics were reset.
  std::int64_t instructions() const;
  core::Waiting waiting() const;

 private:
  assembly::Machine& machine_;
  ProgramMisses& misses_;
  std::size_t which_;  ///< Program; as many as there are: all.
  std::string path_;
  std::vector<RunningProgram*> programs_;
  std::vector<base::CoreId> cores_;
};

}  // namespace starnuma::run

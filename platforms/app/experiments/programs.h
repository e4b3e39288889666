// SPDX-License-Identifier: Apache-2.0
// Conversion of an experiment's programs from the user's text to the run's form.
//
// Contract: a text such as "bfs:scale=14@socket0-3 + stream@socket4" names several programs, like a
// scenario's file with defaults for all but workload and cores. A workload alone is a single
// program without a name on all cores. A conflict with the machine or between programs is a problem
// at its location in the file, or an InputError for a text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/base/footprint.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/scenario.h"
#include "platforms/run/programs/placed_program.h"
#include "stimulus/workload.h"

namespace starnuma::app {

struct ProgramPlan {
  std::string name;  ///< Name of its results; empty: the only program, whose results are the run's.
  std::string workload;                       ///< Workload with every option spelled out.
  std::string measured;                       ///< Value of Workload::measured().
  std::vector<base::CoreId> cores;            ///< Cores in ascending order, one for each thread.
  base::Time start;                           ///< Start; 0: from the start of the run.
  base::Bytes memory_limit;                   ///< Limit; 0: none.
  std::string extent;                         ///< Extent; empty: the default of host_memory.h.
  std::optional<placement::PolicyId> policy;  ///< Policy; none: the machine's.
  std::string protection{"none"};             ///< Protection as written.

  run::Protection backups() const;
};

/// Returns true if a workload's text names several programs or cores.
bool names_programs(const std::string& text);
/// Returns its programs in the form of a scenario's file.
std::vector<config::ScenarioProgram> split_programs(const std::string& text);

/// Returns the text of one or several programs with `change` applied to each workload.
std::string each_workload(const std::string& text,
                          const std::function<std::string(const std::string&)>& change);

/// Plans the programs for this machine.
std::vector<ProgramPlan> plan_programs(const std::vector<config::ScenarioProgram>& written,
                                       const assembly::MachineConfig& machine, std::uint64_t seed,
                                       config::Diagnostics& diagnostics);
/// Plans a workload alone.
ProgramPlan plan_workload(const std::string& spec, const assembly::MachineConfig& machine,
                          std::uint64_t seed);

/// Builds the plan's workload again.
std::unique_ptr<stimulus::Workload> workload_of(const ProgramPlan& plan,
                                                const assembly::MachineConfig& machine,
                                                std::uint64_t seed);
/// Returns the machine's placement with the program's changes.
placement::PlacementConfig placement_of(const ProgramPlan& plan,
                                        const assembly::MachineConfig& machine);

/// Simulated memory and host memory of all programs.
struct MemoryNeeds {
  base::Footprint footprint;
  base::Bytes host;
};
MemoryNeeds needs_of(const std::vector<ProgramPlan>& plans, const assembly::MachineConfig& machine,
                     std::uint64_t seed);

/// Returns the index of the plan that uses the core, if any.
std::optional<std::size_t> program_on(base::CoreId core, const std::vector<ProgramPlan>& plans);

/// Returns "bfs:...@socket0-3 + stream:...@socket4"; the plain text of a workload alone.
std::string text_of(const std::vector<ProgramPlan>& plans, const assembly::MachineConfig& machine);
/// Returns the `programs:` of a scenario's file.
std::string yaml_of(const std::vector<ProgramPlan>& plans, const assembly::MachineConfig& machine);

}  // namespace starnuma::app

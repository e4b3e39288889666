// SPDX-License-Identifier: Apache-2.0
// The programs of an experiment: from what a user writes to what a run takes.
//
// Contract: a text such as "bfs:scale=14@socket0-3 + stream@socket4" names several, in the form of
// a scenario's file but with defaults for all but workload and cores. A workload alone is a single
// program without a name, on all cores. What does not fit the machine, or each other, is a problem
// where it is written; of a text an InputError.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/base/footprint.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/config/scenario.h"
#include "platforms/run/placed_program.h"
#include "stimulus/workload.h"

namespace starnuma::app {

struct ProgramPlan {
  std::string name;      ///< Of its results; empty: the only one, whose results are the run's.
  std::string workload;  ///< With every option spelled out.
  std::string measured;  ///< Workload::measured().
  std::vector<base::CoreId> cores;            ///< In rising order, one for each thread.
  base::Time start;                           ///< 0: from the start.
  base::Bytes memory_limit;                   ///< 0: none.
  std::string extent;                         ///< Empty: as host_memory.h says.
  std::optional<placement::PolicyId> policy;  ///< None: the machine's.
  std::string protection{"none"};             ///< As written.

  run::Protection backups() const;
};

/// Whether a workload's text is one of several programs, or says where one runs.
bool names_programs(const std::string& text);
/// Its programs as a scenario's file would have them.
std::vector<config::ScenarioProgram> split_programs(const std::string& text);

/// Returns the text of one or several programs with each workload as `change` says.
std::string each_workload(const std::string& text,
                          const std::function<std::string(const std::string&)>& change);

/// The programs as they run on this machine.
std::vector<ProgramPlan> plan_programs(const std::vector<config::ScenarioProgram>& written,
                                       const assembly::MachineConfig& machine, std::uint64_t seed,
                                       config::Diagnostics& diagnostics);
/// A workload alone.
ProgramPlan plan_workload(const std::string& spec, const assembly::MachineConfig& machine,
                          std::uint64_t seed);

/// Makes its workload anew.
std::unique_ptr<stimulus::Workload> workload_of(const ProgramPlan& plan,
                                                const assembly::MachineConfig& machine,
                                                std::uint64_t seed);
/// The machine's placement, as the program has it.
placement::PlacementConfig placement_of(const ProgramPlan& plan,
                                        const assembly::MachineConfig& machine);

/// What all of them take of simulated memory, and of the host's.
struct MemoryNeeds {
  base::Footprint footprint;
  base::Bytes host;
};
MemoryNeeds needs_of(const std::vector<ProgramPlan>& plans, const assembly::MachineConfig& machine,
                     std::uint64_t seed);

/// Index of the plan that has the core, if one has.
std::optional<std::size_t> program_on(base::CoreId core, const std::vector<ProgramPlan>& plans);

/// "bfs:...@socket0-3 + stream:...@socket4"; of a workload alone its text.
std::string text_of(const std::vector<ProgramPlan>& plans, const assembly::MachineConfig& machine);
/// The `programs:` of a scenario's file.
std::string yaml_of(const std::vector<ProgramPlan>& plans, const assembly::MachineConfig& machine);

}  // namespace starnuma::app

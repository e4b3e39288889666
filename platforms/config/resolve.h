// SPDX-License-Identifier: Apache-2.0
// What a user names on the command line, as a complete machine tree: the front door of this room.
//
//   const auto target = config::open_target("starnuma16", {"pool.link.bandwidth=3 GB/s"},
//   platforms); const auto machine = config::read<MachineConfig>(target.machine.tree);
//
// Contract: `catalog` is of the folder that holds machines/ and parts/; a path converts to it. A
// problem in a file carries file, line and column and leaves a tree that is incomplete there, good
// for finding more problems only; a wrong command line throws ConfigError. Nothing is known here
// about fields.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/input_file.h"
#include "platforms/config/node.h"
#include "platforms/config/scenario.h"
#include "platforms/config/scenario_capacity.h"
#include "platforms/config/scenario_faults.h"
#include "platforms/config/sweep.h"

namespace starnuma::config {

struct ResolvedMachine {
  Node tree;  ///< fields only: extends, parts and sets resolved, bookkeeping keys gone
  std::string name;
  std::string summary;  ///< of its own file
};

/// `kind: experiment`, `kind: scenario`, which has programs and no workload, or a machine alone,
/// which has neither workload nor seed.
struct Experiment {
  ResolvedMachine machine;
  std::string workload;
  std::vector<ScenarioProgram> programs;
  Repeat repeat = Repeat::kUntilAllDone;
  std::vector<ScenarioFault> faults;
  std::vector<ScenarioCapacity> capacity;
  std::vector<InputFile> inputs;
  std::uint64_t seed = 0;
  Origin workload_origin;
  bool has_workload = false;
  bool is_scenario = false;
  bool has_seed = false;
  std::optional<Sweep> sweep;
};

/// Takes a machine's name, or a file of a machine, an experiment or a scenario; each of `sets` is
/// a.b.c=VALUE.
Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const Catalog& catalog, Diagnostics& diagnostics);
/// The same, throwing ConfigError with all problems.
Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const Catalog& catalog);

/// The machine, experiment or scenario whose file was loaded; `kind` says which.
Experiment resolve(Node file, const std::string& kind, const Catalog& catalog,
                   Diagnostics& diagnostics);

/// The programs of a scenario's file, whatever its machine is.
Experiment open_programs(const std::filesystem::path& file, Diagnostics& diagnostics);

struct MachineInfo {
  std::string name;
  std::string summary;
};
/// The machines of the folder, by name.
std::vector<MachineInfo> list_machines(const std::filesystem::path& platforms);

}  // namespace starnuma::config

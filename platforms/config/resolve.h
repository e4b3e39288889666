// SPDX-License-Identifier: Apache-2.0
// Resolution of a command-line target to a complete machine tree; main entry point of this library.
//
//   const auto target =
//       config::open_target("starnuma16", {"pool.link.bandwidth=3 GB/s"}, platforms);
//   const auto machine = config::read<MachineConfig>(target.machine.tree);
//
// Contract:
// - `catalog` refers to the folder that holds machines/ and parts/; a path converts to it.
// - A problem in a file has file, line and column and leaves a tree that is incomplete there,
//   suitable only for finding further problems. A wrong command line throws ConfigError.
// - Fields of the machine are not interpreted here.
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
  Node tree;  ///< fields only: extends, parts and sets are resolved, bookkeeping keys removed
  std::string name;
  std::string summary;  ///< summary of the machine's own file
};

/// Contents of `kind: experiment`, of `kind: scenario`, which has programs and no workload, or of a
/// machine alone, which has neither workload nor seed.
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

/// Opens a machine by name, or a file of a machine, an experiment or a scenario; each of `sets` is
/// a.b.c=VALUE.
Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const Catalog& catalog, Diagnostics& diagnostics);
/// Overload that throws ConfigError with all problems.
Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const Catalog& catalog);

/// Resolves a loaded file of this `kind`: machine, experiment or scenario.
Experiment resolve(Node file, const std::string& kind, const Catalog& catalog,
                   Diagnostics& diagnostics);

/// Reads the programs of a scenario's file, independent of its machine.
Experiment open_programs(const std::filesystem::path& file, Diagnostics& diagnostics);

struct MachineInfo {
  std::string name;
  std::string summary;
};
/// Returns the machines of the folder, sorted by name.
std::vector<MachineInfo> list_machines(const std::filesystem::path& platforms);

}  // namespace starnuma::config

// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/open_machine.h"

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "platforms/analysis/host_memory.h"
#include "platforms/app/experiments/workload_files.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/assembly/config/method.h"
#include "platforms/assembly/scaling/scaling.h"

namespace starnuma::app {

config::Catalog open_catalog() {
  std::vector<std::filesystem::path> search;
  const char* value = std::getenv("STARNUMA_PATH");
  std::istringstream folders(value == nullptr ? "" : value);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty()) continue;
    std::error_code impossible;
    if (!std::filesystem::is_directory(folder, impossible)) {
      throw base::InputError("STARNUMA_PATH: there is no folder ", config::in_quotes(folder));
    }
    search.emplace_back(folder);
  }
  return {platforms_folder(), std::move(search)};
}

Target open_target(const std::string& target, const std::vector<std::string>& sets) {
  Target opened;
  opened.experiment = config::open_target(target, sets, open_catalog(), opened.diagnostics);
  if (opened.diagnostics.empty()) place_workloads(opened.experiment);
  return opened;
}

OpenedMachine read_machine(Target target, std::optional<std::size_t> sweep_point) {
  config::Diagnostics& diagnostics = target.diagnostics;
  OpenedMachine opened;
  opened.experiment = std::move(target.experiment);
  if (const auto& sweep = opened.experiment.sweep; sweep && sweep_point) {
    sweep->apply(*sweep_point, opened.experiment.machine.tree, open_catalog(), diagnostics);
  }
  opened.machine = assembly::with_method(
      config::read<assembly::MachineConfig>(opened.experiment.machine.tree, diagnostics));
  diagnostics.throw_if_any();
  return opened;
}

OpenedMachine open_machine(const std::string& target, const std::vector<std::string>& sets) {
  return read_machine(open_target(target, sets));
}

void check_scaling(const OpenedMachine& opened, const base::Footprint& programs) {
  config::Diagnostics diagnostics;
  base::Problems problems;
  assembly::scaled(opened.machine, programs, problems);
  config::Reader(opened.experiment.machine.tree, "machine", diagnostics).place(problems);
  diagnostics.throw_if_any();
}

std::string memory_note(base::Bytes needed) {
  const base::Bytes host = analysis::memory_of_host();
  if (needed <= host / 2) return "";
  return "a run takes about " + analysis::rounded(needed) + " of memory, this host has " +
         analysis::rounded(host);
}

void check_memory(const assembly::MachineConfig& machine, const base::Footprint& programs,
                  base::Bytes host) {
  const base::Bytes needed =
      analysis::run_on_host(assembly::scaled(machine, programs).config, host);
  const std::string note = memory_note(needed);
  if (needed > analysis::memory_of_host()) throw base::InputError(note);
  if (!note.empty()) std::cerr << note << "\n";
}

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// check: all problems of configuration files, without building a machine; conservation laws of
// result folders.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "models/base/check.h"
#include "platforms/analysis/host_memory.h"
#include "platforms/analysis/lint.h"
#include "platforms/analysis/unused.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/bench/bench_pool_file.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/experiments/capacity_plans.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/fault_plans.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/workload_files.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/files/result_files.h"
#include "platforms/app/process/report_program.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/config/check.h"
#include "platforms/run/programs/policy_setup.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Returns the YAML files below a folder in path order, without hidden ones.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code of_a_link;  // dangling link, which is reported when it is read
  try {
    for (auto at = fs::recursive_directory_iterator(folder); at != fs::end(at); ++at) {
      const fs::path& path = at->path();
      if (path.filename().string().front() == '.') {
        if (at->is_directory(of_a_link)) at.disable_recursion_pending();
      } else if (!at->is_directory(of_a_link) && config::is_yaml_name(path)) {
        files.push_back(path);
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw base::InputError(folder.string(), ": cannot read this folder (", error.code().message(),
                           ")");
  }
  if (files.empty()) throw base::InputError(folder.string(), ": no YAML file in this folder");
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> files_of(const std::string& argument, const config::Catalog& catalog) {
  std::error_code impossible;
  if (fs::is_directory(argument, impossible)) return files_below(argument);
  if (config::file_exists(argument)) return {argument};
  if (const auto machine = catalog.find(config::Shelf::kMachines, argument)) return {*machine};
  if (!config::looks_like_path(argument)) {
    throw base::InputError(catalog.unknown(config::Shelf::kMachines, argument));
  }
  throw base::InputError(argument, ": no such file");
}

std::string kind_of(const fs::path& file) {
  config::Diagnostics ignored;
  const config::Node tree = config::load_file(file, ignored);
  const config::Node* kind = tree.find("kind");
  return kind != nullptr && kind->is_scalar() ? kind->text : "";
}

/// Checks a plan or box with the Python package that reads it; returns the exit code.
int check_by_package(const fs::path& file) {
  const std::string kind = kind_of(file);
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const std::string platforms = platforms_folder().string();
  if (kind == "plan") {
    return run_module("starnuma.campaign",
                      {option("cli", program), option("platforms", platforms), "--check"},
                      {file.string()});
  }
  if (kind != "box") return 0;
  return run_module("starnuma.fit", {option("program", program), option("platforms", platforms)},
                    {file.string()});
}

/// Checks the points of a pool bench; other files pass.
void check_bench(const fs::path& file, config::Diagnostics& diagnostics) {
  if (kind_of(file) == "pool_bench") {
    point_texts_of(config::load_file(file, diagnostics), diagnostics);
  }
}

/// Returns true if the argument is the result folder of a run, even if its files cannot be read.
bool is_result(const std::string& argument) {
  const auto has = [&](const char* file) {
    std::error_code unreachable;  // a link to itself holds no files
    return fs::exists(fs::symlink_status(fs::path(argument) / file, unreachable));
  };
  return has(kStats) && has(kEffective);
}

/// Returns the programs of an experiment or scenario after noting their problems; none for a
/// machine.
std::vector<ProgramPlan> programs_of(const config::Experiment& experiment,
                                     const assembly::MachineConfig& machine,
                                     config::Diagnostics& diagnostics) {
  if (experiment.is_scenario) {
    auto plans = plan_programs(experiment.programs, machine, experiment.seed, diagnostics);
    const auto faults = plan_faults(experiment.faults, machine, plans, diagnostics);
    plan_capacity(experiment.capacity, machine, plans, faults, diagnostics);
    return plans;
  }
  if (!experiment.has_workload) return {};
  try {
    if (!names_programs(experiment.workload)) {
      return {plan_workload(experiment.workload, machine, experiment.seed)};
    }
    return plan_programs(split_programs(experiment.workload), machine, experiment.seed,
                         diagnostics);
  } catch (const base::InputError& error) {
    diagnostics.add(experiment.workload_origin, "experiment.workload", error.what());
  }
  return {};
}

void check_workload(const config::Experiment& experiment, const assembly::MachineConfig& machine,
                    config::Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.noted();
  const std::vector<ProgramPlan> plans = programs_of(experiment, machine, diagnostics);
  if (plans.empty() || diagnostics.noted() != before) return;
  base::Problems problems;
  assembly::scaled(machine, needs_of(plans, machine, experiment.seed).footprint, problems);
  config::Reader(experiment.machine.tree, "machine", diagnostics).place(problems);
}

/// Adds a warning of each program whose phases are much shorter than published ones, scaled with
/// the programs. A program whose length is unknown before it is built has none.
void warn_of_short_phases(const std::vector<ProgramPlan>& plans,
                          const assembly::MachineConfig& machine, std::uint64_t seed,
                          const base::Footprint& footprint, base::Problems& problems) {
  constexpr double kShortest = 0.5;
  for (const ProgramPlan& plan : plans) {
    const placement::PlacementConfig placement = placement_of(plan, machine);
    const auto workload = workload_of(plan, machine, seed);
    const bool has_phases = placement.traits().moves_pages() && placement.traits().drops_moves();
    if (!has_phases || workload->expected_instructions() == 0) continue;
    const auto threads = static_cast<int>(plan.cores.size());
    const double share =
        run::phase_of(machine.scaling, placement, footprint, *workload, threads).share;
    if (share >= kShortest) continue;
    problems.add("placement.min_phases",

                 "warning: phases of ", plan.workload, " have ", std::lround(100 * share),
                 " % of a published phase, scaled with the program; below 50 % moves cost more "
                 "and come later than published");
  }
}

/// Prints warnings about valid files; they do not change the exit code.
void print_warnings(const config::Checked<assembly::MachineConfig>& checked) {
  const config::Experiment& experiment = checked.experiment;
  const assembly::MachineConfig& machine = checked.machine;
  std::optional<base::Bytes> footprint;  // none for a machine alone
  base::Bytes host = analysis::boxes_on_host(machine);
  config::Diagnostics warnings;
  base::Problems problems;
  const std::vector<ProgramPlan> plans = programs_of(experiment, machine, warnings);
  if (!plans.empty()) {
    const MemoryNeeds needs = needs_of(plans, machine, experiment.seed);
    footprint = needs.footprint.size;
    host = analysis::run_on_host(assembly::scaled(machine, needs.footprint).config, needs.host);
    warn_of_short_phases(plans, machine, experiment.seed, needs.footprint, problems);
  }
  for (const base::Problem& warning : analysis::lint(machine, footprint)) {
    problems.add(warning.paths.front(), "warning: ", warning.message);
  }
  std::vector<placement::PolicyId> policies;
  for (const ProgramPlan& plan : plans) {
    if (plan.policy) policies.push_back(*plan.policy);
  }
  for (const base::Problem& warning :
       analysis::unused(machine, experiment.machine.tree, std::move(policies))) {
    problems.add(warning.paths.front(), "warning: ", warning.message);
  }
  const std::string note = memory_note(host);
  if (!note.empty()) problems.add("socket", "warning: ", note);
  config::Reader(experiment.machine.tree, "machine", warnings).place(problems);
  for (const std::string& line : warnings.lines()) std::cout << line << "\n";
}

/// Prints the user's files to which names were resolved.
void print_found(const std::vector<config::Catalog::Found>& files) {
  for (const config::Catalog::Found& found : files) {
    std::cout << to_string(found.named) << ": " << config::in_quotes(found.name) << " is "
              << config::one_line(found.file.string())
              << (found.hides_shipped ? ", not the shipped one" : "") << "\n";
  }
}

}  // namespace

int run_check(const Arguments& arguments) {
  const config::Catalog catalog = open_catalog();
  config::Diagnostics diagnostics;
  int code = 0;
  std::vector<std::string> results;
  for (const std::string& argument : arguments.positional) {
    if (is_result(argument)) {
      results.push_back(argument);
      continue;
    }
    for (const fs::path& file : files_of(argument, catalog)) {
      const std::size_t before = diagnostics.noted();
      auto checked = config::check_file<assembly::MachineConfig>(file, catalog, diagnostics);
      if (checked) place_workloads(checked->experiment);
      if (checked) check_workload(checked->experiment, checked->machine, diagnostics);
      const auto found = catalog.take_found();
      if (diagnostics.noted() != before) continue;
      print_found(found);
      if (checked) print_warnings(*checked);
      if (!checked) code = std::max(code, check_by_package(file));
      if (!checked) check_bench(file, diagnostics);
    }
  }
  if (!results.empty()) code = std::max(code, run_module("starnuma.laws", {}, results));
  diagnostics.throw_if_any();
  return code;
}

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/programs.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/app/experiments/core_list.h"
#include "platforms/app/experiments/shipped_traces.h"
#include "platforms/app/experiments/workload_path.h"
#include "platforms/config/text.h"
#include "platforms/run/programs/program_hosts.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;
using config::ScenarioProgram;

namespace {

stimulus::MachineShape shape_for(const ProgramPlan& plan, const MachineConfig& machine) {
  stimulus::MachineShape shape = analysis::shape_of(machine);
  if (static_cast<int>(plan.cores.size()) < shape.threads()) shape.cores = plan.cores;
  return shape;
}

std::unique_ptr<stimulus::Workload> workload_named(const std::string& spec,
                                                   const stimulus::MachineShape& shape,
                                                   std::uint64_t seed) {
  return stimulus::make_workload(with_trace_folder(spec), shape, seed);
}

/// Planner of programs.
class Planner {
 public:
  Planner(const MachineConfig& machine, std::uint64_t seed, config::Diagnostics& diagnostics)
      : machine_(machine), seed_(seed), diagnostics_(diagnostics) {}

  std::vector<ProgramPlan> plan(const std::vector<ScenarioProgram>& programs);

 private:
  /// Runs `work` and reports its exception at the location of the key.
  void at(const ScenarioProgram& program, const char* key, const std::function<void()>& work);
  void plan_one(const ScenarioProgram& written, ProgramPlan& plan);
  void choose_cores(const ScenarioProgram& written, ProgramPlan& plan);
  void check_extent(const ProgramPlan& plan) const;
  void choose_policy(const ScenarioProgram& written, ProgramPlan& plan) const;
  void check_protection(const ProgramPlan& plan) const;
  void name_all(const std::vector<ScenarioProgram>& programs, std::vector<ProgramPlan>& plans);

  const MachineConfig& machine_;
  std::uint64_t seed_;
  config::Diagnostics& diagnostics_;
  std::size_t index_ = 0;
  std::map<base::CoreId, std::size_t> taken_;  ///< Index of the program that uses each core.
};

void Planner::at(const ScenarioProgram& program, const char* key,
                 const std::function<void()>& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    if (program.written.origin.line == 0) {
      throw base::InputError("program ", index_ + 1, ", ", program.workload, ": ", error.what());
    }
    diagnostics_.add(program.origin_of(key),
                     "scenario.programs." + std::to_string(index_) + "." + key, error.what());
  }
}

std::vector<ProgramPlan> Planner::plan(const std::vector<ScenarioProgram>& programs) {
  std::vector<ProgramPlan> plans(programs.size());
  for (index_ = 0; index_ < programs.size(); ++index_) {
    plan_one(programs[index_], plans[index_]);
  }
  name_all(programs, plans);
  const bool all_late = std::all_of(programs.begin(), programs.end(), [](const auto& program) {
    return program.start > base::Time(0);
  });
  index_ = 0;
  if (programs.empty() || !all_late) return plans;
  at(programs[0], "start", [] {
    throw base::InputError("every program starts late; expected one at least to start at 0 ns");
  });
  return plans;
}

void Planner::plan_one(const ScenarioProgram& written, ProgramPlan& plan) {
  plan.start = written.start;
  plan.memory_limit = written.memory_limit;
  plan.extent = written.extent;
  at(written, "cores", [&] { choose_cores(written, plan); });
  at(written, "extent", [&] { check_extent(plan); });
  at(written, "policy", [&] { choose_policy(written, plan); });
  plan.protection = written.protection;
  at(written, "protection", [&] { check_protection(plan); });
  at(written, "workload", [&] {
    const stimulus::MachineShape shape = shape_for(plan, machine_);
    plan.measured = workload_named(written.workload, shape, seed_)->measured();
    plan.workload = stimulus::canonical_spec(with_whole_path(written.workload), shape);
  });
  at(written, "name", [&] {
    if (index_ < base::PageId::kSpaces) return;
    throw base::InputError("a machine has at most ", base::PageId::kSpaces,
                           " address spaces, one for each program");
  });
}

void Planner::choose_cores(const ScenarioProgram& written, ProgramPlan& plan) {
  const int per_socket = machine_.cores_per_socket();
  std::string text = written.cores;
  std::vector<base::CoreId> own = run::all_cores(machine_);
  if (!written.host.empty()) own = cores_of_host(written.host, machine_);
  if (text.empty()) text = names_of(own, per_socket);
  plan.cores = cores_named(text, machine_.sockets(), per_socket);
  for (const base::CoreId core : plan.cores) {
    if (std::binary_search(own.begin(), own.end(), core)) continue;
    throw base::InputError(names_of({core}, per_socket), " is not of host ", written.host,
                           ", which has ", names_of(own, per_socket));
  }
  const auto cores = static_cast<int>(plan.cores.size());
  if (written.threads > cores) {
    throw base::InputError(written.threads, " threads on the ", cores, " cores of ", text,
                           "; expected at most one thread on each core");
  }
  if (written.threads > 0) plan.cores.resize(static_cast<std::size_t>(written.threads));
  for (const base::CoreId core : plan.cores) {
    const auto [there, is_free] = taken_.emplace(core, index_);
    if (is_free) continue;
    throw base::InputError(names_of({core}, per_socket), " runs program ", there->second + 1,
                           " already; expected at most one thread on each of the machine's ",
                           machine_.sockets() * per_socket, " cores");
  }
}

/// Checks that the program's hosts have or share the required memory.
void Planner::check_extent(const ProgramPlan& plan) const {
  if (plan.cores.empty()) return;  // reported already
  run::place_in_hosts(machine_, plan.cores, plan.extent, "");
}

void Planner::choose_policy(const ScenarioProgram& written, ProgramPlan& plan) const {
  if (written.policy == ScenarioProgram::kMachinesPolicy) return;
  const auto& names = base::EnumNames<placement::PolicyId>::kNames;
  std::vector<std::string> known(names.begin(), names.end());
  if (std::find(known.begin(), known.end(), written.policy) == known.end()) {
    known.emplace_back(ScenarioProgram::kMachinesPolicy);
    throw base::InputError("unknown policy ", config::in_quotes(written.policy), ", ",
                           base::suggestion(written.policy, known));
  }
  plan.policy = placement::policy_named(written.policy);
  MachineConfig own = machine_;
  own.placement.policy = *plan.policy;
  base::Problems problems;
  own.check(problems);
  if (!problems.list().empty()) throw base::InputError(problems.list().front().message);
}

/// Checks that the program suits backups: they need pages that stay, and hosts with one socket
/// each.
void Planner::check_protection(const ProgramPlan& plan) const {
  if (!plan.backups().any() || plan.cores.empty()) return;
  const auto hosts = static_cast<std::size_t>(machine_.host_count());
  if (hosts < 2 || hosts != static_cast<std::size_t>(machine_.sockets()) ||
      run::hosts_of(machine_, plan.cores).size() > 1) {
    throw base::InputError("expected a program on one of several hosts with a socket each");
  }
  if (!placement_of(plan, machine_).needs_os()) return;
  throw base::InputError(
      "expected a policy with which pages have memory from the start and stay where they are");
}

/// Assigns names: the user's, or those of the workloads, numbered if several are equal.
void Planner::name_all(const std::vector<ScenarioProgram>& programs,
                       std::vector<ProgramPlan>& plans) {
  const auto workload = [](const ScenarioProgram& program) {
    return stimulus::short_name(program.workload);
  };
  std::map<std::string, int> alike;
  for (const ScenarioProgram& program : programs) {
    if (program.name.empty()) ++alike[workload(program)];
  }
  std::map<std::string, int> next;
  std::set<std::string> names;
  for (index_ = 0; index_ < programs.size(); ++index_) {
    const ScenarioProgram& program = programs[index_];
    std::string& name = plans[index_].name;
    name = program.name;
    if (name.empty()) {
      name = workload(program);
      if (alike[name] > 1) name += std::to_string(next[name]++);
    }
    at(program, "name", [&] {
      if (!config::is_name(name) || name.find('.') != name.npos) {
        throw base::InputError("expected a name of letters, digits, _ and -, found ",
                               config::in_quotes(name));
      }
      if (names.insert(name).second) return;
      throw base::InputError("two programs are called ", config::in_quotes(name));
    });
  }
}

}  // namespace

std::vector<ProgramPlan> plan_programs(const std::vector<ScenarioProgram>& written,
                                       const MachineConfig& machine, std::uint64_t seed,
                                       config::Diagnostics& diagnostics) {
  return Planner(machine, seed, diagnostics).plan(written);
}

ProgramPlan plan_workload(const std::string& spec, const MachineConfig& machine,
                          std::uint64_t seed) {
  ProgramPlan plan;
  const stimulus::MachineShape shape = analysis::shape_of(machine);
  plan.measured = workload_named(spec, shape, seed)->measured();
  plan.workload = stimulus::canonical_spec(with_whole_path(spec), shape);
  for (int core = 0; core < shape.threads(); ++core) {
    plan.cores.push_back(static_cast<base::CoreId>(core));
  }
  return plan;
}

std::unique_ptr<stimulus::Workload> workload_of(const ProgramPlan& plan,
                                                const MachineConfig& machine, std::uint64_t seed) {
  return workload_named(plan.workload, shape_for(plan, machine), seed);
}

run::Protection ProgramPlan::backups() const {
  if (protection == "none") return {};
  if (protection == "replicate") return {1, 1};
  run::Protection coded;
  char end = 0;
  const int read =
      std::sscanf(protection.c_str(), "erasure(%2d ,%2d )%c", &coded.pages, &coded.backups, &end);
  const bool whole = read == 2 && protection.back() == ')';
  if (whole && coded.pages > 0 && coded.backups > 0 && coded.pages + coded.backups <= 16) {
    return coded;
  }
  throw base::InputError("expected none, replicate or erasure(K, M) with K + M up to 16, found ",
                         config::in_quotes(protection));
}

placement::PlacementConfig placement_of(const ProgramPlan& plan, const MachineConfig& machine) {
  placement::PlacementConfig placement = machine.placement;
  if (plan.policy) placement.policy = *plan.policy;
  return placement;
}

MemoryNeeds needs_of(const std::vector<ProgramPlan>& plans, const MachineConfig& machine,
                     std::uint64_t seed) {
  MemoryNeeds needs;
  for (const ProgramPlan& plan : plans) {
    const auto workload = workload_of(plan, machine, seed);
    needs.footprint += workload->footprint();
    needs.host += workload->host_bytes();
  }
  return needs;
}

std::optional<std::size_t> program_on(base::CoreId core, const std::vector<ProgramPlan>& plans) {
  const auto found = std::find_if(plans.begin(), plans.end(), [&](const ProgramPlan& plan) {
    return std::binary_search(plan.cores.begin(), plan.cores.end(), core);
  });
  if (found == plans.end()) return std::nullopt;
  return static_cast<std::size_t>(found - plans.begin());
}

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/fault_plans.h"

#include <algorithm>
#include <set>

#include "models/base/nearest.h"
#include "platforms/assembly/wiring.h"
#include "platforms/config/field_text.h"
#include "platforms/config/text.h"

namespace starnuma::app {

using config::FaultKind;
using config::ScenarioFault;

namespace {

/// Plans faults one after the other.
class FaultPlanner {
 public:
  FaultPlanner(const assembly::MachineConfig& machine, const std::vector<ProgramPlan>& programs,
               config::Diagnostics& diagnostics)
      : machine_(machine),
        programs_(programs),
        wiring_(assembly::wire(machine)),
        diagnostics_(diagnostics) {}

  run::Fault plan(const ScenarioFault& written);
  void next() { ++index_; }

 private:
  void problem(const ScenarioFault& fault, const char* key, const std::string& message) {
    diagnostics_.add(fault.origin_of(key), "scenario.faults." + std::to_string(index_) + "." + key,
                     message);
  }
  void refuse_key_of_others(const ScenarioFault& fault, const char* key, const char* whose) {
    if (fault.written.find(key) == nullptr) return;
    problem(fault, key,
            std::string("is of ") + whose + ", and the kind is " +
                config::FieldText<FaultKind>::print(fault.kind));
  }
  /// Its place among the names, 0 where it is not there.
  int named(const ScenarioFault& fault, const char* key, const std::string& name,
            const std::vector<std::string>& names);
  void plan_link(const ScenarioFault& written, run::Fault& fault);
  void plan_crash(const ScenarioFault& written, run::Fault& fault);

  const assembly::MachineConfig& machine_;
  const std::vector<ProgramPlan>& programs_;
  assembly::Wiring wiring_;
  config::Diagnostics& diagnostics_;
  std::size_t index_ = 0;
  std::set<int> crashed_;
};

int FaultPlanner::named(const ScenarioFault& fault, const char* key, const std::string& name,
                        const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  const std::string what = key;
  if (names.empty()) {
    problem(fault, key, "the machine has no " + what + "s");
  } else if (name.empty()) {
    problem(fault, key, "missing, expected a " + what + " of the machine, such as " + names.back());
  } else {
    problem(
        fault, key,
        "unknown " + what + " " + config::in_quotes(name) + ", " + base::suggestion(name, names));
  }
  return 0;
}

void FaultPlanner::plan_link(const ScenarioFault& written, run::Fault& fault) {
  std::vector<std::string> names;
  for (int e = 0; e < static_cast<int>(wiring_.topology.edges().size()); ++e) {
    names.push_back(assembly::name_of_edge(wiring_, e));
  }
  fault.edge = named(written, "link", written.link, names);
  fault.bit_error_rate = written.bit_error_rate;
  refuse_key_of_others(written, "host", "host_crash");
  if (fault.kind != run::Fault::Kind::kLinkErrors) {
    refuse_key_of_others(written, "bit_error_rate", "link_errors");
  } else if (!(fault.bit_error_rate > 0 && fault.bit_error_rate <= run::Fault::kMostBitErrors)) {
    problem(written, "bit_error_rate", "expected a share of wrong bits above 0 and up to 0.0001");
  }
}

void FaultPlanner::plan_crash(const ScenarioFault& written, run::Fault& fault) {
  refuse_key_of_others(written, "link", "faults of links");
  refuse_key_of_others(written, "bit_error_rate", "link_errors");
  refuse_key_of_others(written, "lasts", "faults that end; a crashed host stays away");
  if (!machine_.several_hosts()) {
    problem(written, "kind", "the machine has one host; expected others that go on");
    return;
  }
  if (machine_.logical_pool) {
    problem(
        written, "kind",
        "regions of the machine may have moved (logical_pool), and a crash takes what lay on the "
        "host at first; expected a machine without maps");
    return;
  }
  std::vector<std::string> names;
  for (int host = 0; host < machine_.host_count(); ++host) {
    names.push_back(machine_.host_name(host));
  }
  fault.host = named(written, "host", written.host, names);
  if (!crashed_.insert(fault.host).second) {
    problem(written, "host", "host " + machine_.host_name(fault.host) + " crashes twice");
  }
  for (const ProgramPlan& program : programs_) {
    const placement::PlacementConfig placement = placement_of(program, machine_);
    if (!placement.needs_os()) continue;
    problem(written, "kind",
            "program " + program.name + " has policy " +
                std::string(placement::name_of(placement.policy)) +
                "; with a crash expected are policies with which pages have memory from the start "
                "and stay where they are");
  }
}

run::Fault FaultPlanner::plan(const ScenarioFault& written) {
  run::Fault fault;
  fault.at = written.at;
  fault.lasts = written.lasts;
  switch (written.kind) {
    case FaultKind::kLinkErrors:
      fault.kind = run::Fault::Kind::kLinkErrors;
      plan_link(written, fault);
      break;
    case FaultKind::kLinkHalfWidth:
      fault.kind = run::Fault::Kind::kLinkHalfWidth;
      plan_link(written, fault);
      break;
    case FaultKind::kHostCrash:
      fault.kind = run::Fault::Kind::kHostCrash;
      plan_crash(written, fault);
      break;
  }
  return fault;
}

}  // namespace

std::vector<run::Fault> plan_faults(const std::vector<ScenarioFault>& written,
                                    const assembly::MachineConfig& machine,
                                    const std::vector<ProgramPlan>& programs,
                                    config::Diagnostics& diagnostics) {
  std::vector<run::Fault> faults;
  if (written.empty()) return faults;
  FaultPlanner planner(machine, programs, diagnostics);
  for (const ScenarioFault& fault : written) {
    faults.push_back(planner.plan(fault));
    planner.next();
  }
  return faults;
}

}  // namespace starnuma::app

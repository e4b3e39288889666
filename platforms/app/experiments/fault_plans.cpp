// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/fault_plans.h"

#include <algorithm>

#include "models/base/check.h"
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
  FaultPlanner(const assembly::MachineConfig& machine, config::Diagnostics& diagnostics)
      : wiring_(assembly::wire(machine)), diagnostics_(diagnostics) {}

  run::Fault plan(const ScenarioFault& written);
  void next() { ++index_; }

 private:
  void problem(const ScenarioFault& fault, const char* key, const std::string& message) {
    diagnostics_.add(fault.origin_of(key), "scenario.faults." + std::to_string(index_) + "." + key,
                     message);
  }
  int edge_of(const ScenarioFault& fault);

  assembly::Wiring wiring_;
  config::Diagnostics& diagnostics_;
  std::size_t index_ = 0;
};

int FaultPlanner::edge_of(const ScenarioFault& fault) {
  std::vector<std::string> names;
  for (int e = 0; e < static_cast<int>(wiring_.topology.edges().size()); ++e) {
    names.push_back(assembly::name_of_edge(wiring_, e));
  }
  const auto found = std::find(names.begin(), names.end(), fault.link);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  if (names.empty()) {
    problem(fault, "link", "the machine has no links");
  } else if (fault.link.empty()) {
    problem(fault, "link", "missing, expected a link of the machine, such as " + names.back());
  } else {
    problem(fault, "link",
            "unknown link " + config::in_quotes(fault.link) + ", " +
                base::suggestion(fault.link, names));
  }
  return 0;
}

run::Fault FaultPlanner::plan(const ScenarioFault& written) {
  run::Fault fault;
  fault.at = written.at;
  fault.lasts = written.lasts;
  fault.edge = edge_of(written);
  fault.bit_error_rate = written.bit_error_rate;
  const bool errors = written.kind == FaultKind::kLinkErrors;
  fault.kind = errors ? run::Fault::Kind::kLinkErrors : run::Fault::Kind::kLinkHalfWidth;
  const bool fits =
      errors ? fault.bit_error_rate > 0 && fault.bit_error_rate <= run::Fault::kMostBitErrors
             : fault.bit_error_rate == 0;
  if (!fits) {
    problem(written, "bit_error_rate",
            errors ? "expected a share of wrong bits above 0 and up to 0.0001"
                   : "is of link_errors, and the kind is " +
                         config::FieldText<FaultKind>::print(written.kind));
  }
  return fault;
}

}  // namespace

std::vector<run::Fault> plan_faults(const std::vector<ScenarioFault>& written,
                                    const assembly::MachineConfig& machine,
                                    config::Diagnostics& diagnostics) {
  std::vector<run::Fault> faults;
  if (written.empty()) return faults;
  FaultPlanner planner(machine, diagnostics);
  for (const ScenarioFault& fault : written) {
    faults.push_back(planner.plan(fault));
    planner.next();
  }
  return faults;
}

}  // namespace starnuma::app

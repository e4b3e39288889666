// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/fault_plans.h"

#include <algorithm>
#include <set>

#include "models/base/nearest.h"
#include "platforms/assembly/wiring/wiring.h"
#include "platforms/config/field_text.h"
#include "platforms/config/text.h"

namespace starnuma::app {

using config::FaultKind;
using config::ScenarioFault;

namespace {

/// Key that only some kinds have.
struct Key {
  const char* name;
  const char* whose;  ///< end of the message "is of ..."
  std::vector<FaultKind> kinds;
};

const std::vector<Key>& keys() {
  using K = FaultKind;
  static const std::vector<Key> kKeys{
      {"link",
       "faults of links",
       {K::kLinkErrors, K::kLinkHalfWidth, K::kLinkDown, K::kHeadRemoved, K::kHeadReset,
        K::kHeadAdded, K::kFlr, K::kCxlReset}},
      {"host", "host_crash", {K::kHostCrash}},
      {"device",
       "faults of devices",
       {K::kCxlReset, K::kDeviceReset, K::kDeviceSilent, K::kDeviceViral}},
      {"contents", "cxl_reset", {K::kCxlReset}},
      {"host_caches", "cxl_reset", {K::kCxlReset}},
      {"memory", "faults of memory", {K::kMemoryCorrected, K::kMemoryUncorrected, K::kMemoryScrub}},
      {"bit_error_rate", "link_errors", {K::kLinkErrors}},
      {"rate", "errors in memory", {K::kMemoryCorrected, K::kMemoryUncorrected}},
      {"correction", "memory_corrected", {K::kMemoryCorrected}},
      {"completion_timeout", "link_down and device_silent", {K::kLinkDown, K::kDeviceSilent}},
      {"period", "memory_scrub", {K::kMemoryScrub}},
      {"lasts",
       "faults that end",
       {K::kLinkErrors, K::kLinkHalfWidth, K::kLinkDown, K::kHeadRemoved, K::kHeadReset,
        K::kCxlReset, K::kMemoryCorrected, K::kMemoryUncorrected, K::kMemoryScrub}}};
  return kKeys;
}

/// Returns true for faults that can make a program's pages inaccessible; such pages must not move.
bool stops_programs(FaultKind kind) {
  return kind > FaultKind::kLinkHalfWidth && kind != FaultKind::kMemoryScrub &&
         kind != FaultKind::kFlr;
}

/// Planner of faults.
class FaultPlanner {
 public:
  FaultPlanner(const assembly::MachineConfig& machine, const std::vector<ProgramPlan>& programs,
               config::Diagnostics& diagnostics)
      : machine_(machine),
        programs_(programs),
        wiring_(assembly::wire(machine)),
        diagnostics_(diagnostics) {}

  run::HardwareFault plan(const ScenarioFault& written);
  void next() { ++index_; }

 private:
  void problem(const ScenarioFault& fault, const char* key, const std::string& message) {
    diagnostics_.add(fault.origin_of(key), "scenario.faults." + std::to_string(index_) + "." + key,
                     message);
  }
  void refuse_keys_of_others(const ScenarioFault& fault);
  /// Returns the index of the name, or 0 after noting that it is unknown.
  int named(const ScenarioFault& fault, const char* key, const std::string& name,
            const std::vector<std::string>& names);
  void plan_link(const ScenarioFault& written, run::HardwareFault& fault);
  void plan_head(const ScenarioFault& written, run::HardwareFault& fault);
  void plan_cxl_reset(const ScenarioFault& written, run::HardwareFault& fault);
  void plan_crash(const ScenarioFault& written, run::HardwareFault& fault);
  void plan_device(const ScenarioFault& written, run::HardwareFault& fault);
  void plan_memory(const ScenarioFault& written, run::HardwareFault& fault);
  void refuse_pages_that_move(const ScenarioFault& written);
  void refuse_rtl(const ScenarioFault& written);

  const assembly::MachineConfig& machine_;
  const std::vector<ProgramPlan>& programs_;
  assembly::Wiring wiring_;
  config::Diagnostics& diagnostics_;
  std::size_t index_ = 0;
  std::set<int> crashed_;
};

void FaultPlanner::refuse_keys_of_others(const ScenarioFault& fault) {
  for (const Key& key : keys()) {
    const bool its_own =
        std::find(key.kinds.begin(), key.kinds.end(), fault.kind) != key.kinds.end();
    if (its_own || fault.written.find(key.name) == nullptr) continue;
    problem(fault, key.name,
            std::string("is of ") + key.whose + ", and the kind is " +
                config::FieldText<FaultKind>::print(fault.kind));
  }
}

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

void FaultPlanner::plan_link(const ScenarioFault& written, run::HardwareFault& fault) {
  std::vector<std::string> names;
  for (int e = 0; e < static_cast<int>(wiring_.topology.edges().size()); ++e) {
    names.push_back(assembly::name_of_edge(wiring_, e));
  }
  fault.edge = named(written, "link", written.link, names);
  fault.bit_error_rate = written.bit_error_rate;
  if (fault.kind != run::HardwareFaultKind::kLinkErrors) return;
  if (!(fault.bit_error_rate > 0 && fault.bit_error_rate <= run::HardwareFault::kMostBitErrors)) {
    problem(written, "bit_error_rate", "expected a share of wrong bits above 0 and up to 0.0001");
  }
}

/// Plans the fault of a head, which is named by the link that ends in it.
void FaultPlanner::plan_head(const ScenarioFault& written, run::HardwareFault& fault) {
  std::vector<std::string> names;
  std::vector<int> edges;
  for (int e = 0; e < static_cast<int>(wiring_.topology.edges().size()); ++e) {
    const int far = wiring_.topology.edges()[static_cast<std::size_t>(e)].b;
    const auto& devices = wiring_.devices;
    if (std::find(devices.begin(), devices.end(), far) == devices.end()) continue;
    edges.push_back(e);
    names.push_back(assembly::name_of_edge(wiring_, e));
  }
  const int found = named(written, "link", written.link, names);
  if (!edges.empty()) fault.edge = edges[static_cast<std::size_t>(found)];
}

void FaultPlanner::plan_cxl_reset(const ScenarioFault& written, run::HardwareFault& fault) {
  fault.flushed = written.host_caches == config::HostCaches::kFlushed;
  fault.clears = written.contents == config::ResetContents::kCleared;
  if (written.link.empty()) {
    fault.edge = run::HardwareFault::kNoEdge;
    return plan_device(written, fault);
  }
  plan_head(written, fault);
  if (!written.device.empty()) {
    problem(written, "device", "a reset is of a head or of a device; expected link or device");
  }
  if (fault.clears) {
    problem(
        written, "contents",
        "heads share the memory that would be cleared; expected kept, or device instead of link");
  }
}

void FaultPlanner::plan_crash(const ScenarioFault& written, run::HardwareFault& fault) {
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
}

void FaultPlanner::plan_device(const ScenarioFault& written, run::HardwareFault& fault) {
  std::vector<std::string> names;
  for (int d = 0; d < machine_.pool.count; ++d) {
    names.push_back(wiring_.object_of(wiring_.agents.device_node(d)));
  }
  fault.node = wiring_.agents.device_node(named(written, "device", written.device, names));
}

void FaultPlanner::plan_memory(const ScenarioFault& written, run::HardwareFault& fault) {
  std::vector<std::string> names;
  for (int n = 0; n < wiring_.agents.nodes(); ++n) {
    names.push_back(wiring_.object_of(static_cast<base::NodeId>(n)));
  }
  fault.node = static_cast<base::NodeId>(named(written, "memory", written.memory, names));
}

void FaultPlanner::refuse_pages_that_move(const ScenarioFault& written) {
  const std::string what = written.kind == FaultKind::kHostCrash
                               ? "a crash"
                               : "fault " + config::FieldText<FaultKind>::print(written.kind);
  for (const ProgramPlan& program : programs_) {
    const placement::PlacementConfig placement = placement_of(program, machine_);
    if (!placement.needs_os()) continue;
    const std::string name = program.name.empty() ? "the program" : "program " + program.name;
    problem(written, "kind",
            name + " has policy " + std::string(placement::name_of(placement.policy)) + "; with " +
                what +
                " expected are policies with which pages have memory from the start "
                "and stay where they are");
  }
  if (written.kind == FaultKind::kHostCrash || !machine_.tracking.tracks()) return;
  problem(written, "kind",
          "accesses are tracked; with " + what + " expected is tracking.impl none");
}

/// Refuses faults of a machine whose directory is RTL, since they change entries or poison data.
void FaultPlanner::refuse_rtl(const ScenarioFault& written) {
  for (int d = 0; d < machine_.pool.count; ++d) {
    if (!machine_.pool[d].device.has_rtl()) continue;
    return problem(written, "kind",
                   "pool.device.impl is rtl or both, which has no faults; expected model");
  }
}

static_assert(static_cast<int>(FaultKind::kLinkDown) ==
                  static_cast<int>(run::HardwareFaultKind::kLinkDown) &&
              static_cast<int>(FaultKind::kMemoryScrub) ==
                  static_cast<int>(run::HardwareFaultKind::kMemoryScrub));

run::HardwareFault FaultPlanner::plan(const ScenarioFault& written) {
  run::HardwareFault fault;
  // Both enumerations have the same order.
  fault.kind = static_cast<run::HardwareFaultKind>(written.kind);
  fault.at = written.at;
  fault.lasts = written.lasts;
  fault.rate = written.rate;
  fault.correction =
      written.kind == FaultKind::kMemoryCorrected ? written.correction : base::Time();
  fault.completion_timeout = written.completion_timeout;
  fault.period = written.period;
  refuse_keys_of_others(written);
  refuse_rtl(written);
  if (written.kind == FaultKind::kMemoryScrub && written.written.find("period") == nullptr) {
    problem(written, "period", "missing, expected the time in which all lines are read, as 1 ms");
  }
  const bool resets = written.kind == FaultKind::kHeadReset || written.kind == FaultKind::kCxlReset;
  if (resets && written.written.find("lasts") == nullptr) {
    problem(written, "lasts",
            "missing, expected the time after which the head returns to service, as 10 us");
  }
  if (written.kind == FaultKind::kHeadAdded && !(written.at > base::Time(0))) {
    problem(written, "at", "expected the time at which the head joins, as 10 us");
  }
  switch (written.kind) {
    case FaultKind::kLinkErrors:
    case FaultKind::kLinkHalfWidth:
    case FaultKind::kLinkDown:
      plan_link(written, fault);
      break;
    case FaultKind::kHeadRemoved:
    case FaultKind::kHeadReset:
    case FaultKind::kHeadAdded:
    case FaultKind::kFlr:
      plan_head(written, fault);
      break;
    case FaultKind::kCxlReset:
      plan_cxl_reset(written, fault);
      break;
    case FaultKind::kHostCrash:
      plan_crash(written, fault);
      break;
    case FaultKind::kDeviceReset:
    case FaultKind::kDeviceSilent:
    case FaultKind::kDeviceViral:
      plan_device(written, fault);
      break;
    default:
      plan_memory(written, fault);
  }
  const bool nobody_else = written.kind == FaultKind::kHostCrash && !machine_.several_hosts();
  if (stops_programs(written.kind) && !nobody_else) refuse_pages_that_move(written);
  return fault;
}

}  // namespace

std::vector<run::HardwareFault> plan_faults(const std::vector<ScenarioFault>& written,
                                            const assembly::MachineConfig& machine,
                                            const std::vector<ProgramPlan>& programs,
                                            config::Diagnostics& diagnostics) {
  std::vector<run::HardwareFault> faults;
  if (written.empty()) return faults;
  FaultPlanner planner(machine, programs, diagnostics);
  for (const ScenarioFault& fault : written) {
    faults.push_back(planner.plan(fault));
    planner.next();
  }
  return faults;
}

}  // namespace starnuma::app

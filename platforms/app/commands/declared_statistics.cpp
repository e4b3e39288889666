// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/commands/declared_statistics.h"

#include <algorithm>
#include <sstream>

#include "platforms/analysis/machine_shape.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/process/child.h"
#include "platforms/app/runs/execution.h"
#include "platforms/assembly/wiring/wiring.h"
#include "stimulus/registry.h"

namespace starnuma::app {
namespace {

constexpr const char* kShortest = "pointer_chase:scale=8,lines=8";
constexpr const char* kShortestOnOne = "pointer_chase:scale=8,lines=8@socket0";

struct Built {
  std::string machine;
  std::vector<std::string> sets;
  const char* workload = kShortest;
  std::vector<run::HardwareFault> faults = {};
  std::vector<run::CapacityChange> capacity = {};
  const char* protection = "none";
};

run::CapacityChange release_of_first_extent() {
  run::CapacityChange change;
  change.kind = run::CapacityChangeKind::kRelease;
  change.device = base::NodeId{4};  // node behind the sockets of two_hosts_pool
  return change;
}

run::HardwareFault host_crash() {
  run::HardwareFault fault;
  fault.kind = run::HardwareFaultKind::kHostCrash;
  fault.host = 1;
  return fault;
}

run::HardwareFault memory(run::HardwareFaultKind kind) {
  run::HardwareFault fault;
  fault.kind = kind;
  fault.period = base::Time(1'000'000'000);
  return fault;
}

/// Returns errors on the last link, which has a retimer.
run::HardwareFault link_errors() {
  const assembly::Wiring wiring = assembly::wire(open_machine("starnuma16", {}).machine);
  run::HardwareFault fault;
  fault.edge = static_cast<int>(wiring.topology.edges().size()) - 1;
  return fault;
}

/// Returns machines with modules or policies that no shipped one has, and runs with snoops and
/// faults.
const std::vector<Built>& variants() {
  static const std::vector<Built> kVariants{
      {"starnuma16",
       {"memory_node.count=1", "memory_node.first_socket=0", "memory_node.linked_sockets=2",
        "memory_node.link.part=upi", "memory_node.home.part=socket_home",
        "memory_node.memory.part=socket_memory"}},
      {"starnuma16", {"placement.policy=replicate_read_only"}},
      {"starnuma16_t16", {"method=published"}, "bfs:scale=8,trials=4"},
      {"starnuma16_t16", {"placement.high_threshold=1"}, "bfs:scale=8,trials=4"},
      {"starnuma16_t16",
       {"tracking.update=add_at_home", "tracking.metadata_home=socket0", "tracking.impl=model"}},
      {"starnuma16", {}, "block_transfer:scale=8,lines=8"},
      {"starnuma16", {}, "kv:scale=8,full=masstree,operations=16"},
      {"starnuma16", {}, "tpcc:scale=8,mix=full,transactions=16"},
      {"starnuma16",
       {"simulation.delivery=queued", "pool.device.queued.snoop_tags=64",
        "pool.device.snoop_filter_sector=256 B"}},
      {"starnuma16", {}, "pointer_chase:scale=8,lines=8@socket0-7"},
      {"two_hosts_pool", {}, "pointer_chase:scale=8,lines=8@socket0-1", {host_crash()}},
      {"two_hosts_pool",
       {},
       "pointer_chase:scale=8,lines=8@socket0-1",
       {},
       {release_of_first_extent()}},
      {"lmp_logical", {}, kShortestOnOne, {}, {}, "replicate"},
      {"starnuma16",
       {},
       kShortest,
       {link_errors(), memory(run::HardwareFaultKind::kMemoryCorrected),
        memory(run::HardwareFaultKind::kMemoryScrub)}}};
  return kVariants;
}

/// Returns one statistic per line, with columns separated by tabs.
std::string rows_of(const Built& built) {
  ExperimentRequest request;
  request.target = built.machine;
  request.workload = built.workload;
  request.sets = built.sets;
  request.options.profile = base::Time(10'000'000);
  Experiment experiment = prepare(request);
  experiment.options.faults = built.faults;
  experiment.options.capacity = built.capacity;
  experiment.programs.front().protection = built.protection;
  return bytes_from_child([&] {
    const BuiltPrograms programs = build_programs(experiment);
    const run::SimulationResult result = replay(experiment, programs, nullptr);
    DeclaredStatistics declared;
    declared.add(result.stats, result.kinds, result.classes);
    std::string text;
    for (const Declared& row : declared.all()) {
      text += row.pattern + "\t" + row.unit + "\t" + row.sentence + "\n";
    }
    return text;
  });
}

void add_machine(const Built& built, DeclaredStatistics& declared) {
  std::istringstream rows(rows_of(built));
  for (Declared row; std::getline(rows, row.pattern, '\t');) {
    std::getline(rows, row.unit, '\t');
    std::getline(rows, row.sentence);
    declared.add(row);
  }
}

/// Adds the statistics that workloads declare; class and node names are those of `machine`.
void add_workloads(const std::string& machine, DeclaredStatistics& declared) {
  const OpenedMachine opened = open_machine(machine, {});
  const stimulus::MachineShape shape = analysis::shape_of(opened.machine);
  for (const stimulus::WorkloadInfo& workload : stimulus::workloads()) {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter root(stats, "workload");
    if (workload.declare != nullptr) {
      workload.declare(root);
      declared.add(stats, accounting::LatencyKinds(), shape.class_rows);
      continue;
    }
    std::string spec = workload.name + ":scale=8";
    for (const stimulus::OptionRule& rule : workload.rules) {
      if (rule.name == "warmup") spec += ",warmup=1";  // declared only with a warm-up
    }
    run::Program program(stimulus::make_workload(spec, shape, stimulus::kDefaultSeed),
                         shape.threads());
    program.workload().report(root);
    declared.add(stats, accounting::LatencyKinds(), shape.class_rows);
  }
}

/// Returns true if a program can span all hosts of the machine.
bool spans_hosts(const assembly::MachineConfig& machine) {
  const std::vector<assembly::SharedMemory> shared = machine.shared_memory();
  return !machine.several_hosts() ||
         std::any_of(shared.begin(), shared.end(), [&](const assembly::SharedMemory& memory) {
           const std::vector<int> hosts = memory.hosts.of(machine.host_count());
           return memory.sharing == paging::Sharing::kCoherent &&
                  static_cast<int>(hosts.size()) == machine.host_count();
         });
}

}  // namespace

DeclaredStatistics declared_statistics() {
  DeclaredStatistics declared;
  for (const auto& machine : config::list_machines(platforms_folder())) {
    const bool spans = spans_hosts(open_machine(machine.name, {}).machine);
    add_machine({machine.name, {}, spans ? kShortest : kShortestOnOne}, declared);
  }
  for (const Built& variant : variants()) add_machine(variant, declared);
  add_workloads("starnuma16", declared);
  return declared;
}

}  // namespace starnuma::app

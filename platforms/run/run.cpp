// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/run.h"

#include "platforms/run/faults/damage_faults.h"
#include "platforms/run/faults/faults.h"
#include "platforms/run/faults/host_crashes.h"
#include "platforms/run/faults/page_protection.h"
#include "platforms/run/measure/host_figures.h"
#include "platforms/run/measure/interval_series.h"
#include "platforms/run/measure/measured_window.h"
#include "platforms/run/measure/page_profile.h"
#include "platforms/run/phases/phases.h"
#include "platforms/run/pools/capacity_changes.h"
#include "platforms/run/pools/memory_use.h"
#include "platforms/run/pools/region_moves.h"
#include "platforms/run/record/event_recorders.h"
#include "platforms/run/record/pool_log.h"

namespace starnuma::run {

Run::Run(const assembly::MachineConfig& machine_config, const SimulationOptions& run_options,
         std::vector<PlacedProgram> placed)
    : config(machine_config),
      options(run_options),
      wiring(assembly::wire(config)),
      set(config, wiring, std::move(placed)),
      dispatcher(assembly::make_dispatcher(config.simulation.delivery)),
      machine("machine", set.shared(*dispatcher, options.rtl_parts)),
      misses(machine, set.programs()),
      whole(machine, misses, set.programs()) {
  for (std::size_t p = 0; p < set.programs().size(); ++p) {
    scopes.emplace_back(machine, misses, set.programs(), p);
  }
}

namespace {

void add_recorders(Run& run) {
  const SimulationOptions& options = run.options;
  if (options.annex) {
    add<AnnexRecorder>(run.observers, *options.annex, run.config, run.machine);
  }
  if (options.tracker) {
    add<TrackerRecorder>(run.observers, *options.tracker, run.config, run.set.metadata(),
                         run.machine);
  }
  if (options.pool_log) {
    add<PoolLog>(run.observers, *options.pool_log->out, options.pool_log->logged, run.config,
                 run.machine);
  }
  if (options.request_log) {
    add<PoolRequests>(run.observers, *options.request_log->out, run.config, run.machine);
  }
  if (options.interval) {
    add<IntervalSeries>(run.observers, *options.interval, run.machine, run.whole.threads(),
                        run.config.socket.each.core.frequency);
  }
}

/// Adds the faults, and what hosts see of each other.
void add_faults(Run& run) {
  const std::vector<HardwareFault>& faults = run.options.faults;
  const std::uint64_t seed = run.options.fault_seed;
  if (!faults.empty()) add<Faults>(run.observers, run.config, faults, run.whole, seed);
  if (DamageFaults::any_in(faults)) {
    add<DamageFaults>(run.observers, run.config, faults, run.whole, *run.dispatcher, seed);
  }
  if (run.config.several_hosts()) add<HostFigures>(run.observers, run.config, run.whole);
  if (PageProtection::any_in(run.whole)) {
    add<PageProtection>(run.observers, run.config, run.whole, *run.set.memory().hosts());
  }
  if (HostCrashes::any_in(faults)) {
    add<HostCrashes>(run.observers, run.config, faults, run.whole, *run.set.memory().hosts());
  }
}

/// Adds changes of capacity, moves of regions, and the use of memory over time.
void add_memory(Run& run) {
  const SimulationOptions& options = run.options;
  const auto zone_of = [&](int host, base::NodeId node) { return run.set.zone_of(host, node); };
  const CapacityChanges* capacity = nullptr;
  if (!options.capacity.empty()) {
    capacity = &add<CapacityChanges>(run.observers, run.config, options.capacity, run.whole,
                                     run.set.memory(), zone_of);
  }
  if (RegionMoves::any_in(run.config)) {
    add<RegionMoves>(run.observers, run.config, run.whole, run.set.memory(), zone_of);
  }
  const base::Time look = options.interval.value_or(base::Time(10'000'000));
  if (!run.scopes.front().is_run() || run.whole.pages_move()) {
    add<MemoryUse>(run.observers, run.config, run.whole, look, capacity);
  }
}

/// Adds the phases of a program whose pages move.
void add_phases(Run& run, Windows::Part& part, const Scope& scope) {
  const paging::PageMap& map = part.program.map();
  os::OsCore& os = *run.machine.os_core(map.host());
  os.tasks().place(map.space(), part.program.placed().cores);
  os.faults().allocate_by(map.space(), [&run, &program = part.program](auto page, auto toucher) {
    return run.set.place_on_demand(program, page, toucher);
  });
  const PhaseOptions& options = run.options.phases;
  const placement::ScaledPhase phase = run.set.phase_of(part.program);
  add<Phases>(part.observers, run.config, scope, *run.tracking, phase, options);
  if (options.from == nullptr) return;
  run.start =
      &add<PhaseStart>(part.observers, run.config, scope, *options.from, phase.instructions);
}

/// Adds the observers of one program.
void add_program(Run& run, const Scope& scope) {
  const SimulationOptions& options = run.options;
  Windows::Part& part = run.parts.emplace_back(*scope.program());
  if (!scope.is_run()) {
    add<MeasuredWindow>(part.observers, run.config, scope, *run.dispatcher, options.watch_misses);
  }
  if (options.profile) add<PageProfile>(part.observers, *options.profile, scope);
  part.program.program().workload().watch(
      [&run](base::NodeId home) { return run.machine.memory_traffic(home); });
  if (WholePhases::asked_by(run.config)) {
    run.whole_phases =
        &add<WholePhases>(part.observers, scope, run.set.phase_of(part.program).instructions);
  }
  if (part.program.map().movable()) add_phases(run, part, scope);
}

}  // namespace

void add_observers(Run& run, const Recording* recording) {
  add<MeasuredWindow>(run.observers, run.config, run.whole, *run.dispatcher,
                      run.options.watch_misses);
  run.tracking =
      &add<TrackingWindow>(run.observers, run.whole, run.set.metadata(), run.set.count_factor());
  add_recorders(run);
  add_faults(run);
  add_memory(run);
  for (const Scope& scope : run.scopes) add_program(run, scope);
  if (recording != nullptr) {
    run.hops = &add<RecordedHops>(run.observers, *recording, run.machine, *run.dispatcher);
  }
}

}  // namespace starnuma::run

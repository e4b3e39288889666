// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/simulation.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <systemc>

#include "models/base/check.h"
#include "models/base/cpu_time.h"
#include "models/kernel/now.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/faults/damage_faults.h"
#include "platforms/run/faults/faults.h"
#include "platforms/run/faults/host_crashes.h"
#include "platforms/run/faults/page_protection.h"
#include "platforms/run/measure/host_figures.h"
#include "platforms/run/measure/interval_series.h"
#include "platforms/run/measure/measured_window.h"
#include "platforms/run/measure/page_profile.h"
#include "platforms/run/option_checks.h"
#include "platforms/run/phases/phases.h"
#include "platforms/run/phases/whole_phases.h"
#include "platforms/run/pools/capacity_changes.h"
#include "platforms/run/pools/memory_use.h"
#include "platforms/run/pools/region_moves.h"
#include "platforms/run/programs/program_set.h"
#include "platforms/run/record/annex_recorder.h"
#include "platforms/run/record/pool_log.h"
#include "platforms/run/record/pool_requests.h"
#include "platforms/run/record/recorded_hops.h"
#include "platforms/run/record/tracker_recorder.h"
#include "platforms/run/windows.h"

namespace starnuma::run {
namespace {

/// Advances simulated time. Converts SystemC reports: refused input becomes InputError, an uncaught
/// exception becomes InvariantError with the exception's text.
void run_for(base::Time span) {
  try {
    sc_core::sc_start(sc_core::sc_time::from_value(static_cast<std::uint64_t>(span.ps())));
  } catch (const sc_core::sc_report& report) {
    const std::string_view kind = report.get_msg_type();
    if (kind == translation::Mmu::kRefused || kind == RunningProgram::kRefused) {
      throw base::InputError(report.get_msg());
    }
    if (kind == sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_) {
      throw base::InvariantError(report.get_msg());
    }
    throw;
  }
}

template <class Call>
void each_observer(const Observers& whole, const std::vector<Windows::Part>& parts,
                   const Call& call) {
  for (const auto& observer : whole) call(*observer);
  for (const Windows::Part& part : parts) {
    for (const auto& observer : part.observers) call(*observer);
  }
}

/// State of a run in progress.
struct Run {
  assembly::Machine& machine;
  Observers observers;  ///< Observers of the whole run.
  std::vector<Windows::Part> parts;
  RecordedHops* hops = nullptr;
  PhaseStart* start = nullptr;          ///< Set for a run of a single phase.
  WholePhases* whole_phases = nullptr;  ///< Set if statistics cover whole phases only.

  bool complete() const {
    return (hops != nullptr && hops->complete()) || (start != nullptr && start->done());
  }
};

/// Advances simulated time to `until` or the programs' end, and stops at the observers' next()
/// times.
void advance(const Run& run, const Windows& windows, base::Time until) {
  while (kernel::now() < until && !windows.all_ended() && !run.complete()) {
    base::Time next = until;
    each_observer(run.observers, run.parts,
                  [&](const Observer& observer) { next = std::min(next, observer.next()); });
    run_for(next - kernel::now());
    each_observer(run.observers, run.parts, [](Observer& observer) { observer.sample(); });
  }
}

/// Reports that all threads wait for each other.
[[noreturn]] void report_stuck(const Run& run) {
  for (const Windows::Part& part : run.parts) {
    const std::string why = part.program.program().workload().stuck();
    if (!why.empty()) throw base::InputError(why);
  }
  base::fail_invariant("threads wait for each other forever, at ", kernel::now().ps(), " ps");
}

/// Runs until all programs have ended or the recording is complete; in slices, to report progress.
void run_to_end(const Run& run, const Windows& windows, const ProgressSink& progress) {
  const base::Time slice(50'000'000);
  double expected = 0;
  for (const Windows::Part& part : run.parts) {
    expected += static_cast<double>(part.program.program().workload().expected_instructions());
  }
  while (!windows.all_ended() && !run.complete()) {
    const bool halted = run.start != nullptr && run.start->skipping();
    if (kernel::now().ps() > 0 && !halted && !sc_core::sc_pending_activity()) report_stuck(run);
    advance(run, windows, kernel::now() + slice);
    const auto executed = static_cast<double>(run.machine.instructions());
    progress(kernel::now(), std::min(0.99, executed / expected));
  }
}

/// Returns the current statistics.
SimulationResult statistics_so_far(const Run& run) {
  SimulationResult result;
  each_observer(run.observers, run.parts,
                [&](Observer& observer) { observer.report_so_far(result); });
  run.machine.report(result.stats);
  return result;
}

/// Reports accesses that would read stale data on real hardware; the simulated values are current.
void check_shared(const assembly::MachineConfig& config, const observers::StaleReads& stale,
                  SimulationResult& result) {
  if (!stale.first()) return;
  const observers::StaleReads::Stale& first = *stale.first();
  const int core = base::index_of(first.access.core);
  std::ostringstream text;
  text << stale.stale() << " accesses to memory that hosts share without coherence were stale: a "
       << "flush is missing; the first one by core " << core << " of host "
       << config.host_name(config.host_of(core / config.cores_per_socket())) << ", address 0x"
       << std::hex << first.access.address.value << std::dec << ", at " << first.access.time.ps()
       << " ps, which host " << config.host_name(first.last_writer) << " had written";
  result.mismatches.push_back(text.str());
}

}  // namespace

SimulationResult simulate(const assembly::MachineConfig& config,
                          std::vector<PlacedProgram> programs, const ProgressSink& progress,
                          const SimulationOptions& options, const Recording* recording) {
  const double cpu_before = base::cpu_seconds();
  check_delivery(config, options);
  check_method(config, programs.size(), options);
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  const assembly::Wiring wiring = assembly::wire(config);
  ProgramSet set(config, wiring, std::move(programs));
  const auto owned = assembly::make_dispatcher(config.simulation.delivery);
  kernel::Dispatcher& dispatcher = *owned;
  assembly::Machine machine("machine", set.shared(dispatcher, options.rtl_tracking));

  ProgramMisses misses(machine, set.programs());
  const Scope whole(machine, misses, set.programs());
  std::vector<Scope> scopes;
  for (std::size_t p = 0; p < set.programs().size(); ++p) {
    scopes.emplace_back(machine, misses, set.programs(), p);
  }
  Run run{machine, {}, {}};
  add<MeasuredWindow>(run.observers, config, whole, dispatcher, options.watch_misses);
  auto& tracking = add<TrackingWindow>(run.observers, whole, set.metadata(), set.count_factor());
  if (options.annex) add<AnnexRecorder>(run.observers, *options.annex, config, machine);
  if (options.tracker) {
    add<TrackerRecorder>(run.observers, *options.tracker, config, set.metadata(), machine);
  }
  if (options.pool_log) add<PoolLog>(run.observers, *options.pool_log->out, config, machine);
  if (options.request_log) {
    add<PoolRequests>(run.observers, *options.request_log->out, config, machine);
  }
  if (options.interval) {
    add<IntervalSeries>(run.observers, *options.interval, machine, whole.threads(),
                        config.socket.each.core.frequency);
  }
  if (!options.faults.empty()) {
    add<Faults>(run.observers, config, options.faults, whole, options.fault_seed);
  }
  if (DamageFaults::any_in(options.faults)) {
    add<DamageFaults>(run.observers, config, options.faults, whole, dispatcher, options.fault_seed);
  }
  if (config.several_hosts()) add<HostFigures>(run.observers, config, whole);
  if (PageProtection::any_in(whole)) {
    add<PageProtection>(run.observers, config, whole, *set.memory().hosts());
  }
  if (HostCrashes::any_in(options.faults)) {
    add<HostCrashes>(run.observers, config, options.faults, whole, *set.memory().hosts());
  }
  const auto zone_of = [&](int host, base::NodeId node) { return set.zone_of(host, node); };
  const CapacityChanges* capacity = nullptr;
  if (!options.capacity.empty()) {
    capacity = &add<CapacityChanges>(run.observers, config, options.capacity, whole, set.memory(),
                                     zone_of);
  }
  if (RegionMoves::any_in(config)) {
    add<RegionMoves>(run.observers, config, whole, set.memory(), zone_of);
  }
  const base::Time look = options.interval.value_or(base::Time(10'000'000));
  if (!scopes.front().is_run() || whole.pages_move()) {
    add<MemoryUse>(run.observers, config, whole, look, capacity);
  }
  for (const Scope& scope : scopes) {
    Windows::Part& part = run.parts.emplace_back(*scope.program());
    if (!scope.is_run()) {
      add<MeasuredWindow>(part.observers, config, scope, dispatcher, options.watch_misses);
    }
    if (options.profile) add<PageProfile>(part.observers, *options.profile, scope);
    part.program.program().workload().watch(
        [&](base::NodeId home) { return machine.memory_traffic(home); });
    if (WholePhases::asked_by(config)) {
      run.whole_phases =
          &add<WholePhases>(part.observers, scope, set.phase_of(part.program).instructions);
    }
    if (!part.program.map().movable()) continue;
    os::OsCore& os = *machine.os_core(part.program.map().host());
    os.place_tasks(part.program.map().space(), part.program.placed().cores);
    os.allocate_by(part.program.map().space(),
                   [&set, &program = part.program](auto page, auto toucher) {
                     return set.place_on_demand(program, page, toucher);
                   });
    const placement::ScaledPhase phase = set.phase_of(part.program);
    add<Phases>(part.observers, config, scope, tracking, phase, options.phases);
    if (options.phases.from != nullptr) {
      run.start =
          &add<PhaseStart>(part.observers, config, scope, *options.phases.from, phase.instructions);
    }
  }
  if (recording != nullptr) {
    run.hops = &add<RecordedHops>(run.observers, *recording, machine, dispatcher);
  }
  std::unique_ptr<trace::Recorder> recorder;
  RunningProgram& first = *set.programs().front();
  if (options.trace) {
    recorder = std::make_unique<trace::Recorder>(options.trace->folder, options.trace->summary.id,
                                                 first.threads());
    first.record(recorder.get());
  }
  Windows windows(machine, run.observers, run.parts, run.start);
  if (run.whole_phases != nullptr) {
    run.whole_phases->use([&] { windows.open_again(); }, [&] { return statistics_so_far(run); });
  }

  SimulationResult result;
  try {
    run_to_end(run, windows, progress);
  } catch (const base::InvariantError&) {
    each_observer(run.observers, run.parts, [](Observer& observer) { observer.on_error(); });
    throw;
  }
  if (run.start != nullptr) run.start->check_reached();
  if (recording != nullptr && recording->stop_when_complete) {
    run.hops->finish(result);
    return result;
  }
  if (recorder) {
    recorder->finish(options.trace->summary, first.arena(), first.program().workload());
  }
  for (const auto& observer : run.observers) observer->report(result);
  windows.finish(result);
  if (run.hops != nullptr) run.hops->finish(result);
  machine.report(result.stats);
  if (run.whole_phases != nullptr) run.whole_phases->restrict(result);
  for (assembly::TrackingBox* core : machine.tracking()) {
    result.annex_ticks += core->annex().ticks();
    result.tracker_ticks += core->tracker().ticks();
  }
  result.kinds = wiring.kinds;
  result.classes = wiring.classes;
  result.cpu_seconds = base::cpu_seconds() - cpu_before;
  windows.check_results(result);
  if (const auto* stale = machine.stale_reads()) check_shared(config, *stale, result);
  return result;
}

SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options, const Recording* recording) {
  std::vector<PlacedProgram> programs;
  programs.push_back({std::shared_ptr<Program>(&program, [](Program*) {}),
                      policy,
                      config.placement,
                      all_cores(config),
                      "",
                      {},
                      {},
                      {}});
  return simulate(config, std::move(programs), progress, options, recording);
}

}  // namespace starnuma::run

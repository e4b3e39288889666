// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/simulation.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <systemc>

#include "models/base/check.h"
#include "models/base/cpu_time.h"
#include "models/kernel/now.h"
#include "models/translation/translation_checks.h"
#include "platforms/run/option_checks.h"
#include "platforms/run/programs/program_hosts.h"
#include "platforms/run/run.h"

namespace starnuma::run {
namespace {

/// Advances simulated time. Converts SystemC reports: refused input becomes InputError, an uncaught
/// exception becomes InvariantError with the exception's text.
void run_for(base::Time span) {
  try {
    kernel::run_for(span);
  } catch (const sc_core::sc_report& report) {
    const std::string_view kind = report.get_msg_type();
    if (kind == translation::TranslationChecks::kRefused || kind == RunningProgram::kRefused) {
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
    bool waits = halted || sc_core::sc_pending_activity();
    each_observer(run.observers, run.parts,
                  [&](const Observer& observer) { waits = waits || observer.holds_accesses(); });
    if (kernel::now().ps() > 0 && !waits) report_stuck(run);
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

/// Adds the results of a run that has ended.
void report_run(Run& run, Windows& windows, SimulationResult& result) {
  for (const auto& observer : run.observers) observer->report(result);
  windows.finish(result);
  if (run.hops != nullptr) run.hops->finish(result);
  run.machine.report(result.stats);
  if (run.whole_phases != nullptr) run.whole_phases->restrict(result);
  for (assembly::TrackingBox* core : run.machine.tracking()) {
    result.annex_ticks += core->annex().ticks();
    result.tracker_ticks += core->tracker().ticks();
  }
  result.kinds = run.wiring.kinds;
  result.classes = run.wiring.classes;
}

/// Starts the recording of the first program's trace; null if none is requested.
std::unique_ptr<trace::Recorder> record_trace(Run& run) {
  const std::optional<TraceRecording>& trace = run.options.trace;
  if (!trace) return nullptr;
  RunningProgram& first = *run.set.programs().front();
  auto recorder =
      std::make_unique<trace::Recorder>(trace->folder, trace->summary.id, first.threads());
  first.record(recorder.get());
  return recorder;
}

}  // namespace

SimulationResult simulate(const assembly::MachineConfig& config,
                          std::vector<PlacedProgram> programs, const ProgressSink& progress,
                          const SimulationOptions& options, const Recording* recording) {
  const double cpu_before = base::cpu_seconds();
  check_delivery(config, options);
  check_method(config, programs.size(), options);
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  Run run(config, options, std::move(programs));
  add_observers(run, recording);
  const std::unique_ptr<trace::Recorder> recorder = record_trace(run);
  Windows windows(run.machine, run.observers, run.parts, run.start);
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
    const RunningProgram& first = *run.set.programs().front();
    recorder->finish(options.trace->summary, first.arena(), first.program().workload());
  }
  report_run(run, windows, result);
  result.cpu_seconds = base::cpu_seconds() - cpu_before;
  windows.check_results(result);
  if (const auto* stale = run.machine.stale_reads()) check_shared(config, *stale, result);
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

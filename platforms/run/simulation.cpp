// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/simulation.h"

#include <algorithm>
#include <string_view>
#include <systemc>

#include "models/base/check.h"
#include "models/base/cpu_time.h"
#include "models/kernel/now.h"
#include "platforms/assembly/count_scale.h"
#include "platforms/assembly/machine.h"
#include "platforms/assembly/page_capacity.h"
#include "platforms/run/annex_recorder.h"
#include "platforms/run/interval_series.h"
#include "platforms/run/measured_window.h"
#include "platforms/run/phases.h"
#include "platforms/run/policy_setup.h"
#include "platforms/run/recorded_hops.h"
#include "platforms/run/tracker_recorder.h"

namespace starnuma::run {
namespace {

class WorkloadProgram : public core::Program {
 public:
  explicit WorkloadProgram(stimulus::Workload& workload) : workload_(workload) {}
  void run(core::Thread& thread) override { workload_.run(thread); }

 private:
  stimulus::Workload& workload_;
};

/// What comes out of a process is a report; that of a request that cannot be met is the user's, and
/// that of an exception says what the exception said.
void run_for(base::Time span) {
  try {
    sc_core::sc_start(sc_core::sc_time::from_value(static_cast<std::uint64_t>(span.ps())));
  } catch (const sc_core::sc_report& report) {
    const std::string_view kind = report.get_msg_type();
    if (kind == translation::Mmu::kRefused) throw base::InputError(report.get_msg());
    if (kind == sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_) {
      throw base::InvariantError(report.get_msg());
    }
    throw;
  }
}

/// Lets simulated time reach `until` or the program's end, stopping where an observer wants to.
void advance(const assembly::Machine& machine, base::Time until, const Observers& observers) {
  while (kernel::now() < until && !machine.finished()) {
    base::Time next = until;
    for (const auto& observer : observers) next = std::min(next, observer->next());
    run_for(next - kernel::now());
    for (const auto& observer : observers) observer->sample();
  }
}

/// Runs until all threads are done, or a recording that the run is for; in slices so that progress
/// can be shown.
void run_to_end(const assembly::Machine& machine, const stimulus::Workload& workload,
                const ProgressSink& progress, const Observers& observers,
                const RecordedHops* hops) {
  const base::Time slice(50'000'000);
  const auto expected = static_cast<double>(workload.expected_instructions());
  while (!machine.finished() && (hops == nullptr || !hops->complete())) {
    SN_CHECK(kernel::now().ps() == 0 || sc_core::sc_pending_activity(),
             "threads wait for each other forever, at ", kernel::now().ps(), " ps");
    advance(machine, kernel::now() + slice, observers);
    progress(kernel::now(), std::min(0.99, static_cast<double>(machine.instructions()) / expected));
  }
}

/// What a run is made of.
struct Parts {
  const assembly::MachineConfig& config;
  Program& program;
  placement::Policy& policy;
  paging::PageMap& page_map;
  tracking::MetadataRegion* metadata;
  double count_factor;
  kernel::Dispatcher& dispatcher;
  assembly::Machine& machine;
};

/// In the order in which they report.
Observers observers_of(const Parts& parts, const SimulationOptions& options) {
  const base::Arena& arena = parts.program.arena();
  Observers observers;
  add<MeasuredWindow>(observers, parts.config, parts.machine, parts.dispatcher, parts.page_map,
                      parts.program, options.watch_misses);
  TrackingWindow& tracking = add<TrackingWindow>(observers, parts.machine, parts.metadata,
                                                 parts.count_factor, arena.pages());
  if (options.annex) add<AnnexRecorder>(observers, *options.annex, parts.config, parts.machine);
  if (options.tracker) {
    add<TrackerRecorder>(observers, *options.tracker, parts.config, parts.metadata, parts.machine);
  }
  if (options.interval) {
    add<IntervalSeries>(observers, *options.interval, parts.machine, arena.threads(),
                        parts.config.socket.each.core.frequency);
  }
  if (parts.config.placement.traits().moves_pages()) {
    add<Phases>(observers, parts.config, parts.machine, parts.page_map, tracking, parts.policy,
                phase_of(parts.config, parts.program.workload(), arena.threads()), arena,
                options.policy_seed);
  }
  return observers;
}

}  // namespace

Program::Program(std::unique_ptr<stimulus::Workload> workload, int threads)
    : arena_(threads), workload_(std::move(workload)) {
  workload_->build(arena_);
  team_lines_ = arena_.allocate<std::uint64_t>("team", core::Team::kWords);
}

SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options, const Recording* recording) {
  const double cpu_before = base::cpu_seconds();
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  const assembly::Wiring wiring = assembly::wire(config);
  const base::Arena& arena = program.arena();
  paging::PageMap page_map = assembly::make_page_map(
      config, placement::allocate(policy, arena.origins(), config.cores_per_socket()));
  const double count_factor = assembly::tracked_factor(
      config, program.workload().footprint(),
      static_cast<double>(program.workload().expected_instructions()) / arena.threads());
  const auto metadata = assembly::make_metadata(
      config, assembly::tracked_counter(config.tracking, count_factor), page_map);
  assembly::check_capacity(config, wiring, page_map);
  const bool moving = config.placement.traits().moves_pages();
  if (moving) page_map.make_movable(assembly::frame_limits(config, page_map));
  kernel::Dispatcher dispatcher;
  core::Team team(arena.threads(), program.team_lines());
  WorkloadProgram threads(program.workload());
  assembly::Machine machine(
      "machine", {config, wiring, dispatcher, page_map,
                  assembly::program_cores(config.simulation.quantum, team, threads), metadata.get(),
                  options.rtl_tracking, moving ? &page_map : nullptr});

  Observers observers = observers_of(
      {config, program, policy, page_map, metadata.get(), count_factor, dispatcher, machine},
      options);
  RecordedHops* hops = nullptr;
  if (recording != nullptr) hops = &add<RecordedHops>(observers, *recording, machine, dispatcher);

  team.on_finished = [] { sc_core::sc_pause(); };  // time stands where the program ended
  Opening opening = Opening::kFirst;
  team.on_begin_measurement = [&] {
    for (const auto& observer : observers) observer->prepare(opening);
    machine.reset_statistics();
    for (const auto& observer : observers) observer->begin(opening);
    opening = Opening::kAgain;
  };
  SimulationResult result;
  try {
    run_to_end(machine, program.workload(), progress, observers, hops);
  } catch (const base::InvariantError&) {
    for (const auto& observer : observers) observer->on_error();
    throw;
  }
  if (recording != nullptr && recording->stop_when_complete) {
    hops->report(result);
    return result;
  }
  for (const auto& observer : observers) observer->report(result);
  machine.report(result.stats);
  for (assembly::TrackingBox* core : machine.tracking()) {
    result.annex_ticks += core->annex().ticks();
    result.tracker_ticks += core->tracker().ticks();
  }
  result.kinds = wiring.kinds;
  result.classes = wiring.classes;
  result.cpu_seconds = base::cpu_seconds() - cpu_before;
  result.mismatches = program.workload().check();
  return result;
}

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/simulation.h"

#include <algorithm>
#include <string_view>
#include <systemc>

#include "models/base/check.h"
#include "models/base/cpu_time.h"
#include "models/kernel/now.h"
#include "models/observers/miss_statistics.h"
#include "models/observers/worst_misses.h"
#include "platforms/assembly/count_scale.h"
#include "platforms/assembly/machine.h"
#include "platforms/assembly/page_capacity.h"
#include "platforms/run/phases.h"
#include "platforms/run/run_statistics.h"
#include "platforms/run/tracking_window.h"

namespace starnuma::run {
namespace {

constexpr std::size_t kWorstMisses = 64;

class WorkloadProgram : public core::Program {
 public:
  explicit WorkloadProgram(stimulus::Workload& workload) : workload_(workload) {}
  void run(core::Hart& hart) override { workload_.run(hart); }

 private:
  stimulus::Workload& workload_;
};

/// What wants to see the machine at certain times.
struct Watchers {
  std::optional<IntervalSeries> series;
  std::optional<Phases> phases;
};

/// What comes out of a process is a report; that of a request that cannot be met is the user's.
void run_for(base::Time span) {
  try {
    sc_core::sc_start(sc_core::sc_time::from_value(static_cast<std::uint64_t>(span.ps())));
  } catch (const sc_core::sc_report& report) {
    if (std::string_view(report.get_msg_type()) != translation::Mmu::kRefused) throw;
    throw base::InputError(report.get_msg());
  }
}

/// Lets simulated time reach `until` or the program's end, stopping where a watcher wants to.
void advance(const assembly::Machine& machine, base::Time until, Watchers& watchers) {
  while (kernel::now() < until && !machine.finished()) {
    base::Time next = until;
    if (watchers.series) next = std::min(next, watchers.series->next());
    if (watchers.phases) next = std::min(next, watchers.phases->next());
    run_for(next - kernel::now());
    if (watchers.series) watchers.series->sample();
    if (watchers.phases) watchers.phases->poll();
  }
}

/// Runs until all threads are done, or a recording that the run is for; in slices so that progress
/// can be shown.
void run_to_end(const assembly::Machine& machine, const stimulus::Workload& workload,
                const ProgressSink& progress, Watchers& watchers,
                const observers::HopRecorder* alone) {
  const base::Time slice(50'000'000);
  const auto expected = static_cast<double>(workload.expected_instructions());
  while (!machine.finished() && (alone == nullptr || !alone->complete())) {
    SN_CHECK(kernel::now().ps() == 0 || sc_core::sc_pending_activity(),
             "threads wait for each other forever, at ", kernel::now().ps(), " ps");
    advance(machine, kernel::now() + slice, watchers);
    progress(kernel::now(), std::min(0.99, static_cast<double>(machine.instructions()) / expected));
  }
}

}  // namespace

Program::Program(std::unique_ptr<stimulus::Workload> workload, int threads)
    : arena_(threads), workload_(std::move(workload)) {
  workload_->build(arena_);
  team_lines_ = arena_.allocate<std::uint64_t>("team", core::Team::kWords);
}

placement::PolicySetup setup_of(const assembly::MachineConfig& config, Program& program,
                                std::uint64_t seed) {
  placement::PolicySetup setup;
  setup.config = config.placement;
  setup.phase = phase_of(config, program.workload(), program.arena().threads());
  setup.pool = assembly::pool_rooms(config, program.arena().pages());
  setup.most_counted = assembly::most_counted(
      config.tracking, config.placement.traits().counter_bits, setup.phase.threshold_factor);
  setup.seed = seed;
  return setup;
}

SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options, const Recording* recording) {
  const double cpu_before = base::cpu_seconds();
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  const assembly::Wiring wiring = assembly::wire(config);
  paging::PageMap page_map = assembly::make_page_map(
      config, placement::allocate(policy, program.arena().origins(), config.cores_per_socket()));
  const double count_factor = assembly::tracked_factor(
      config, program.workload().footprint(),
      static_cast<double>(program.workload().expected_instructions()) / program.arena().threads());
  const auto metadata = assembly::make_metadata(
      config, assembly::tracked_counter(config.tracking, count_factor), page_map);
  assembly::check_capacity(config, wiring, page_map);
  const bool moving = config.placement.traits().moves_pages();
  if (moving) page_map.make_movable(assembly::frame_limits(config, page_map));
  kernel::Dispatcher dispatcher;
  core::Team team(program.arena().threads(), program.team_lines());
  WorkloadProgram threads(program.workload());
  assembly::Machine machine(
      "machine", {config, wiring, dispatcher, page_map,
                  assembly::program_cores(config.simulation.quantum, team, threads), metadata.get(),
                  options.rtl_tracking, moving ? &page_map : nullptr});
  TrackingWindow tracking(machine, metadata.get(), count_factor, program.arena().pages());
  observers::MissStatistics misses(program.arena().pages(), config.sockets(),
                                   program.arena().threads(), program.team_lines());
  observers::WorstMisses worst(kWorstMisses);
  if (options.watch_misses) {
    machine.add_observer(misses);
    machine.add_observer(worst);
  }
  Watchers watchers;
  std::optional<AnnexRecorder> annexes;
  if (options.annex) annexes.emplace(*options.annex, config, machine);
  if (moving) {
    watchers.phases.emplace(config, machine, page_map, tracking, policy, program.workload(),
                            program.arena(), options.policy_seed);
  }
  if (options.interval) {
    watchers.series.emplace(*options.interval, machine, program.arena().threads(),
                            config.socket.each.core.frequency);
  }
  std::unique_ptr<observers::HopRecorder> hops;
  if (recording != nullptr) hops = record(*recording, machine, dispatcher);

  team.on_finished = [] { sc_core::sc_pause(); };  // time stands where the program ended

  SimulationResult result;
  base::Time window_start;
  bool opened = false;
  team.on_begin_measurement = [&] {
    result.instructions += machine.instructions();
    result.misses += misses.total().accesses;
    if (!opened) tracking.begin();
    if (watchers.phases && opened) watchers.phases->end_warm_up();
    machine.reset_statistics();
    misses.reset();
    worst.reset();
    result.first_transaction = dispatcher.transactions() + 1;
    window_start = kernel::now();
    if (watchers.series) watchers.series->begin();
    if (watchers.phases && !opened) watchers.phases->begin();
    opened = true;
  };
  const bool alone = recording != nullptr && recording->stop_when_complete;
  try {
    run_to_end(machine, program.workload(), progress, watchers, alone ? hops.get() : nullptr);
  } catch (const base::InvariantError&) {
    if (hops) hops->on_error();
    if (hops) recording->done(hops->take());
    throw;
  }
  if (hops) recording->done(hops->take());
  if (alone) return result;

  const Window window{kernel::now() - window_start, machine.instructions(), machine.waiting()};
  result.instructions += window.instructions;
  result.misses += misses.total().accesses;
  report_run(config, window, misses, page_map.homes(), program.workload(), result.stats);
  result.regions = tracking.finish(result.stats);
  if (watchers.phases) {
    result.phases = watchers.phases->finish();
    watchers.phases->report(accounting::StatWriter(result.stats, "run.migration"));
  }
  machine.report(result.stats);
  for (assembly::TrackingBox* core : machine.tracking()) {
    result.annex_ticks += core->annex().ticks();
    result.tracker_ticks += core->tracker().ticks();
  }
  if (watchers.series) result.intervals = watchers.series->finish();
  result.profile = misses.pages();
  result.worst = worst.sorted();
  result.kinds = wiring.kinds;
  result.classes = wiring.classes;
  result.window_begin = window_start;
  result.cpu_seconds = base::cpu_seconds() - cpu_before;
  result.mismatches = program.workload().check();
  return result;
}

}  // namespace starnuma::run

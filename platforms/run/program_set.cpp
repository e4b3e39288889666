// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/program_set.h"

#include <algorithm>

#include "models/core/idle_core.h"
#include "platforms/assembly/count_scale.h"
#include "platforms/assembly/page_capacity.h"
#include "platforms/assembly/tracking_box.h"
#include "platforms/run/policy_setup.h"

namespace starnuma::run {

std::vector<base::CoreId> all_cores(const assembly::MachineConfig& config) {
  std::vector<base::CoreId> cores;
  for (int c = 0; c < config.sockets() * config.cores_per_socket(); ++c) {
    cores.push_back(static_cast<base::CoreId>(c));
  }
  return cores;
}

ProgramSet::ProgramSet(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                       std::vector<PlacedProgram> programs)
    : config_(config), footprint_(footprint_of(programs)) {
  const auto memory = assembly::make_memory(config);
  for (PlacedProgram& placed : programs) {
    const auto space = static_cast<base::SpaceId>(programs_.size());
    paging::PageMap map(homes_of(placed), memory, config.sockets(), space);
    programs_.push_back(std::make_unique<RunningProgram>(std::move(placed), std::move(map)));
  }
  track();
  assembly::check_capacity(config, wiring, *memory);
  std::uint64_t pages = 0;
  for (const auto& program : programs_) pages += program->map().pages();
  if (!maps(true).empty()) memory->limit(assembly::frame_limits(config, *memory, pages));
  for (paging::PageMap* map : maps(true)) map->make_movable();
}

std::vector<base::NodeId> ProgramSet::homes_of(const PlacedProgram& placed) const {
  std::vector<base::NodeId> nodes;
  for (const base::CoreId core : placed.cores) {
    nodes.push_back(static_cast<base::NodeId>(base::index_of(core) / config_.cores_per_socket()));
  }
  return placement::allocate(placed.policy, placed.program->arena().origins(), nodes);
}

void ProgramSet::track() {
  double instructions = 0;
  double threads = 0;
  for (const auto& program : programs_) {
    instructions += static_cast<double>(program->program().workload().expected_instructions());
    threads += program->threads();
  }
  count_factor_ = assembly::tracked_factor(config_, footprint_, instructions / threads);
  metadata_ = assembly::make_metadata(
      config_, assembly::tracked_counter(config_.tracking, count_factor_), maps(false));
}

std::vector<paging::PageMap*> ProgramSet::maps(bool moving) const {
  std::vector<paging::PageMap*> maps;
  for (const auto& program : programs_) {
    if (moving && !program->placed().placement.traits().moves_pages()) continue;
    maps.push_back(&program->map());
  }
  return maps;
}

std::vector<RunningProgram*> ProgramSet::by_core() const {
  std::vector<RunningProgram*> programs(
      static_cast<std::size_t>(config_.sockets() * config_.cores_per_socket()));
  for (const auto& program : programs_) {
    for (const base::CoreId core : program->placed().cores) {
      programs[static_cast<std::size_t>(core)] = program.get();
    }
  }
  return programs;
}

assembly::CoreFactory ProgramSet::cores() const {
  const base::Time quantum = config_.simulation.quantum;
  return [quantum, programs = by_core()](const char* name, const core::CoreConfig& config,
                                         base::CoreId id) -> std::unique_ptr<core::CoreBase> {
    RunningProgram* program = programs[static_cast<std::size_t>(id)];
    if (program == nullptr) return std::make_unique<core::IdleCore>(name);
    const std::vector<base::CoreId>& cores = program->placed().cores;
    const auto thread = std::find(cores.begin(), cores.end(), id) - cores.begin();
    return std::make_unique<core::Core>(name, config, quantum, id, static_cast<int>(thread),
                                        program->team(), *program);
  };
}

assembly::Shared ProgramSet::shared(const assembly::Wiring& wiring, kernel::Dispatcher& dispatcher,
                                    const assembly::RtlTracking* rtl_tracking) const {
  std::vector<const paging::PageMap*> map_of_core;
  for (RunningProgram* program : by_core()) {
    map_of_core.push_back(program != nullptr ? &program->map() : &programs_.front()->map());
  }
  const bool copies = std::any_of(programs_.begin(), programs_.end(), [](const auto& program) {
    return program->placed().placement.traits().copies_pages();
  });
  return {config_,      wiring,     dispatcher, programs_.front()->map(), cores(), metadata_.get(),
          rtl_tracking, maps(true), copies,     std::move(map_of_core)};
}

placement::ScaledPhase ProgramSet::phase_of(const RunningProgram& program) const {
  return run::phase_of(config_.scaling, program.placed().placement, footprint_,
                       program.program().workload(), program.threads());
}

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/program_set.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/core/idle_core.h"
#include "platforms/assembly/boxes/tracking_box.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/assembly/scaling/count_scale.h"
#include "platforms/run/programs/node_distances.h"
#include "platforms/run/programs/policy_setup.h"
#include "platforms/run/programs/program_hosts.h"

namespace starnuma::run {

namespace {

std::uint64_t pages_of(const PlacedProgram& placed) { return placed.program->arena().pages(); }

std::string size_of(std::uint64_t pages) {
  return base::to_string(base::Bytes(static_cast<std::int64_t>(pages * base::kPageBytes)));
}

void check_limit(const PlacedProgram& placed) {
  const base::Bytes limit = placed.memory_limit;
  const auto pages = static_cast<std::int64_t>(pages_of(placed));
  if (placed.placement.on_demand()) return;
  if (limit == base::Bytes(0) || pages * base::kPageBytes <= limit.value) return;
  throw base::InputError("program ", placed.name, " takes ", size_of(pages_of(placed)),
                         ", its memory_limit is ", base::to_string(limit));
}

std::vector<base::NodeId> nodes_of(const PlacedProgram& placed, int cores_per_socket) {
  std::vector<base::NodeId> nodes;
  for (const base::CoreId core : placed.cores) {
    nodes.push_back(static_cast<base::NodeId>(base::index_of(core) / cores_per_socket));
  }
  return nodes;
}

/// Returns the allocator; each socket allocates frames for all page tables and metadata.
placement::PageAllocator allocator_of(const assembly::MachineConfig& config,
                                      const paging::FramePool& memory,
                                      const std::vector<PlacedProgram>& programs,
                                      std::uint64_t pages) {
  placement::PageAllocator::Memory room;
  room.room = assembly::free_pages_of_nodes(config, pages);
  std::uint64_t system = assembly::metadata_pages(config, pages) + programs.size();
  for (const PlacedProgram& placed : programs) {
    system += paging::PageTable::frames_for(pages_of(placed));
  }
  for (int n = 0; n < config.nodes(); ++n) {
    std::uint64_t& own = room.room[static_cast<std::size_t>(n)];
    if (n < config.sockets()) own -= std::min(own, system);
    room.room_of.push_back(memory.decoder().range_of(static_cast<base::NodeId>(n)));
  }
  for (int z = 0; z < memory.zones(); ++z) {
    const auto zone = static_cast<base::NodeId>(config.nodes() + z);
    room.room.push_back(memory.size_of_zone(zone));
    room.room_of.push_back(zone);
  }
  room.nearest = [&config](base::NodeId from) { return nearest_to(config, from); };
  room.distance = [&config](base::NodeId from) { return distances_from(config, from); };
  return placement::PageAllocator(std::move(room));
}

/// Returns a text such as "socket0 to socket15 hold 64 KiB each, pool 256 KiB".
std::string rooms_text(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                       const std::vector<std::uint64_t>& rooms) {
  std::string text;
  for (std::size_t n = 0; n < rooms.size();) {
    std::size_t end = n + 1;
    const bool socket = n < static_cast<std::size_t>(config.sockets());
    while (socket && end < static_cast<std::size_t>(config.sockets()) && rooms[end] == rooms[n]) {
      ++end;
    }
    const auto name = [&](std::size_t node) {
      return wiring.object_of(static_cast<base::NodeId>(node));
    };
    text += (text.empty() ? "" : ", ") + name(n) + (end > n + 1 ? " to " + name(end - 1) : "") +
            " " + size_of(rooms[n]) + (end > n + 1 ? " each" : "");
    n = end;
  }
  return text;
}

[[noreturn]] void refuse(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                         std::uint64_t pages) {
  throw base::InputError("the machine's memory is too small: programs take ", size_of(pages),
                         " and page tables; there is room for: ",
                         rooms_text(config, wiring, assembly::free_pages_of_nodes(config, pages)));
}

}  // namespace

ProgramSet::ProgramSet(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                       std::vector<PlacedProgram> programs)
    : config_(config),
      wiring_(wiring),
      footprint_(footprint_of(programs)),
      memory_(assembly::make_memory(config)) {
  if (memory_->hosts() != nullptr) zones_.emplace(config, *memory_);
  for (const PlacedProgram& placed : programs) {
    check_limit(placed);
    pages_ += pages_of(placed);
  }
  allocator_.emplace(allocator_of(config, *memory_, programs, pages_));
  for (PlacedProgram& placed : programs) lay_out(std::move(placed));
  track();
  assembly::check_capacity(config, wiring, *memory_);
  if (zones_) zones_->check_capacity(*memory_);
  if (!maps(true).empty()) memory_->limit(assembly::frame_limits(config, *memory_, pages_));
  for (paging::PageMap* map : maps(true)) map->make_movable();
  for (const auto& program : programs_) {
    if (program->placed().placement.traits().caches_pages) unmap_pool(*program);
  }
}

/// Unmaps the pages in the pool until their first touch; no TLB holds their translations.
void ProgramSet::unmap_pool(RunningProgram& program) {
  for (std::uint64_t page = 0; page < program.map().pages(); ++page) {
    if (config_.agents().is_pool(program.map().home_of(page))) program.map().unmap(page);
  }
}

/// Allocates frames; on-demand programs get page tables only, at their pages' presumed touchers.
void ProgramSet::lay_out(PlacedProgram placed) {
  const auto space = static_cast<base::SpaceId>(programs_.size());
  const assembly::HostZones::ProgramPlacement where =
      place_in(config_, zones_ ? &*zones_ : nullptr, placed);
  const std::vector<base::PageOrigin> origins = origins_in(placed, where, config_.agents());
  const std::vector<base::NodeId> nodes = nodes_of(placed, config_.cores_per_socket());
  placement::AllocatedPages pages;
  auto frames = paging::Frames::kAtOnce;
  if (placed.placement.on_demand()) {
    frames = paging::Frames::kOnDemand;
    for (const base::PageOrigin& origin : origins) {
      pages.homes.push_back(nodes[origin.bound ? 0 : origin.id]);
    }
  } else {
    auto found = allocator_->place(placed.policy, origins, nodes, where.space.zones);
    if (!found) refuse(config_, wiring_, pages_);
    pages = std::move(*found);
  }
  if (zones_) check_reach(config_, wiring_, placed, where, pages.homes);
  paging::PageMap map(pages.homes, memory_, where.space, space, frames);
  programs_.push_back(
      std::make_unique<RunningProgram>(std::move(placed), std::move(map), pages.fallback));
}

std::vector<std::uint64_t> ProgramSet::room_now() const {
  std::vector<std::uint64_t> room;
  for (int n = 0; n < config_.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    // Devices of an interleave set share the first device's frames.
    room.push_back(memory_->decoder().range_of(node) == node ? memory_->free_on(node) : 0);
  }
  for (int z = 0; z < memory_->zones(); ++z) {
    room.push_back(memory_->free_on(static_cast<base::NodeId>(config_.nodes() + z)));
  }
  return room;
}

void ProgramSet::stop(RunningProgram& program, const std::string& why) {
  const std::string& name = program.placed().name;
  program.stop("program" + (name.empty() ? "" : " " + name) + " stopped: it has " +
               size_of(program.pages_allocated()) + " of the " + size_of(program.map().pages()) +
               " that it knows, and " + why);
}

base::NodeId ProgramSet::place_on_demand(RunningProgram& program, std::uint64_t page,
                                         base::NodeId toucher) {
  const base::Bytes limit = program.placed().memory_limit;
  const std::uint64_t pages = program.pages_allocated() + 1;
  if (limit > base::Bytes(0) &&
      pages > static_cast<std::uint64_t>(limit.value) / base::kPageBytes) {
    stop(program, "its memory_limit is " + base::to_string(limit));
  }
  const base::PageOrigin& origin = program.arena().origins()[page];
  const auto found = allocator_->place(program.placed().policy, origin, {page, toucher}, room_now(),
                                       program.map().zones());
  if (!found) {
    const auto node = static_cast<base::NodeId>(origin.id);
    stop(program, "no memory has room for a further page" +
                      (origin.bound ? " bound to " + wiring_.object_of(node) : "") +
                      "; there is room for: " +
                      rooms_text(config_, wiring_, assembly::free_pages_of_nodes(config_, pages_)));
  }
  program.count_allocated(found->fallback);
  return found->home;
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

std::vector<paging::PageMap*> ProgramSet::maps(bool served) const {
  std::vector<paging::PageMap*> maps;
  for (const auto& program : programs_) {
    if (served && !program->placed().needs_os()) continue;
    maps.push_back(&program->map());
  }
  return maps;
}

std::vector<RunningProgram*> ProgramSet::by_core() const {
  std::vector<RunningProgram*> programs(
      static_cast<std::size_t>(config_.sockets() * config_.cores_per_socket()));
  for (const auto& program : programs_) {
    for (const base::CoreId core : program->placed().cores) {
      const auto index = static_cast<std::size_t>(core);
      SN_CHECK(index < programs.size() && programs[index] == nullptr, program->placed().name,
               ": core ", index, " is not there or has a thread");
      programs[index] = program.get();
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

assembly::Shared ProgramSet::shared(kernel::Dispatcher& dispatcher,
                                    const assembly::RtlParts* rtl_parts) const {
  std::vector<const paging::PageMap*> map_of_core;
  for (RunningProgram* program : by_core()) {
    map_of_core.push_back(program != nullptr ? &program->map() : &programs_.front()->map());
  }
  const bool copies = std::any_of(programs_.begin(), programs_.end(), [](const auto& program) {
    const placement::PolicyTraits& traits = program->placed().placement.traits();
    return traits.copies_pages() || traits.caches_pages;
  });
  const bool everywhere = std::any_of(programs_.begin(), programs_.end(), [](const auto& program) {
    const placement::PlacementConfig& placement = program->placed().placement;
    return placement.on_demand() || placement.traits().moves_in_faults;
  });
  return {config_,
          wiring_,
          dispatcher,
          programs_.front()->map(),
          cores(),
          metadata_.get(),
          rtl_parts,
          maps(true),
          copies,
          everywhere,
          std::move(map_of_core)};
}

placement::ScaledPhase ProgramSet::phase_of(const RunningProgram& program) const {
  return run::phase_of(config_.scaling, program.placed().placement, footprint_,
                       program.program().workload(), program.threads());
}

}  // namespace starnuma::run

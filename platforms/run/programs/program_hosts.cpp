// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/program_hosts.h"

#include <set>

#include "models/base/check.h"
#include "platforms/assembly/memory/page_capacity.h"

namespace starnuma::run {
namespace {

std::string begin_of_line(const PlacedProgram& placed) {
  return placed.name.empty() ? "" : "program " + placed.name + ": ";
}

}  // namespace

std::vector<base::CoreId> all_cores(const assembly::MachineConfig& config) {
  std::vector<base::CoreId> cores;
  for (int c = 0; c < config.sockets() * config.cores_per_socket(); ++c) {
    cores.push_back(static_cast<base::CoreId>(c));
  }
  return cores;
}

std::vector<int> hosts_of(const assembly::MachineConfig& config,
                          const std::vector<base::CoreId>& cores) {
  std::set<int> hosts;
  for (const base::CoreId core : cores) {
    hosts.insert(config.host_of(base::index_of(core) / config.cores_per_socket()));
  }
  return {hosts.begin(), hosts.end()};
}

assembly::HostZones::ProgramPlacement place_in_hosts(const assembly::MachineConfig& config,
                                                     const std::vector<base::CoreId>& cores,
                                                     const std::string& extent,
                                                     const std::string& who) {
  const auto memory = assembly::make_memory(config);
  if (memory->hosts() != nullptr) {
    return assembly::HostZones(config, *memory).place_of({who, hosts_of(config, cores), extent});
  }
  if (extent.empty()) return {assembly::place_on_sockets(config), {}, {}};
  throw base::InputError(who, "the machine has no extents; found extent \"", extent, "\"");
}

assembly::HostZones::ProgramPlacement place_in(const assembly::MachineConfig& config,
                                               const assembly::HostZones* zones,
                                               const PlacedProgram& placed) {
  if (zones == nullptr) return {assembly::place_on_sockets(config), {}, {}};
  const auto where =
      zones->place_of({begin_of_line(placed), hosts_of(config, placed.cores), placed.extent});
  if (where.pages && placed.placement.needs_os()) {
    throw base::InputError(begin_of_line(placed),
                           "a program that spans hosts stays in their extent, expected a policy "
                           "that moves nothing, and memory from the start");
  }
  return where;
}

std::vector<base::PageOrigin> origins_in(const PlacedProgram& placed,
                                         const assembly::HostZones::ProgramPlacement& where,
                                         const base::AgentMap& agents) {
  std::vector<base::PageOrigin> origins = placed.program->arena().origins();
  if (!where.pages) return origins;
  for (base::PageOrigin& origin : origins) {
    if (origin.bound && !agents.is_pool(static_cast<base::NodeId>(origin.id))) continue;
    origin = {true, static_cast<std::uint16_t>(*where.pages)};
  }
  const std::uint64_t barrier = placed.program->team_lines().base.page();
  origins[barrier] = {true, static_cast<std::uint16_t>(*where.barrier)};
  return origins;
}

void check_reach(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                 const PlacedProgram& placed, const assembly::HostZones::ProgramPlacement& where,
                 const std::vector<base::NodeId>& homes) {
  for (std::size_t page = 0; page < homes.size(); ++page) {
    const auto home = static_cast<std::size_t>(homes[page]);
    const bool of_a_zone = home >= where.space.zones.size();
    if (of_a_zone || where.space.zones[home] != paging::PageMap::kNoZone) continue;
    const bool pool = config.agents().is_pool(homes[page]);
    throw base::InputError(
        begin_of_line(placed), "page ", page, " is to lie on ", wiring.object_of(homes[page]),
        ", where host ", config.host_name(where.space.host),
        (pool ? " has no exclusive extent; expected one, or a shared one that the program names"
              : " has no memory"));
  }
}

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/machine/bare_machine.h"

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/assembly/scaling/count_scale.h"

namespace starnuma::assembly {
namespace {

void check_time_resolution() {
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS)) {
    throw base::InputError("machine: SystemC's time resolution must be 1 ps");
  }
}

void check_homes(const std::vector<base::NodeId>& homes, int nodes) {
  if (homes.empty()) throw base::InputError("machine: the address space has no pages");
  for (std::size_t page = 0; page < homes.size(); ++page) {
    if (base::index_of(homes[page]) < nodes) continue;
    throw base::InputError("machine: page ", page, " lies on node ", base::index_of(homes[page]),
                           ", the last node is ", nodes - 1);
  }
}

/// Rejects configuration that a bare machine does not implement, instead of ignoring it silently.
void check_carried_out(const MachineConfig& config) {
  const placement::PlacementConfig& placement = config.placement;
  if (placement.policy != placement::policy_named("first_touch")) {
    throw base::InputError("machine: placement.policy is ", placement::name_of(placement.policy),
                           ", but the pages of a bare machine lie where its maker puts them and "
                           "stay; expected first_touch");
  }
  if (config.tracking.has_rtl()) {
    throw base::InputError(
        "machine: tracking.impl asks for RTL, but a bare machine tracks with the model; expected "
        "model or none");
  }
}

paging::PageMap page_map_of(const MachineConfig& config, const std::vector<base::NodeId>& homes) {
  check_time_resolution();
  check_carried_out(config);
  check_homes(homes, config.nodes());
  return make_page_map(config, homes);
}

std::unique_ptr<tracking::MetadataRegion> metadata_of(const MachineConfig& config,
                                                      const Wiring& wiring,
                                                      paging::PageMap& page_map) {
  // The length of the run is unknown; the scale is that of a phase of published length.
  const auto counter = tracked_counter(config.tracking, config.tracking.region_share);
  auto metadata = make_metadata(config, counter, page_map);
  check_capacity(config, wiring, page_map.memory());
  return metadata;
}

std::vector<base::NodeId> with_team_page(std::vector<base::NodeId> homes) {
  homes.push_back(base::NodeId{0});
  return homes;
}

}  // namespace

BareMachine::BareMachine(const char* name, const MachineConfig& config,
                         const std::vector<base::NodeId>& homes)
    : BareMachine(name, config, homes, std::unique_ptr<core::SourceProgram>()) {}

BareMachine::BareMachine(const char* name, const MachineConfig& config,
                         std::vector<base::NodeId> homes,
                         std::vector<std::unique_ptr<core::AccessSource>> sources)
    : BareMachine(name, config, with_team_page(std::move(homes)),
                  std::make_unique<core::SourceProgram>(std::move(sources))) {}

BareMachine::BareMachine(const char* name, const MachineConfig& config,
                         const std::vector<base::NodeId>& homes,
                         std::unique_ptr<core::SourceProgram> played)
    : config_(config),
      wiring_(wire(config_)),
      page_map_(page_map_of(config_, homes)),
      metadata_(metadata_of(config_, wiring_, page_map_)),
      dispatcher_(make_dispatcher(config_.simulation.delivery)),
      data_(homes.size() * base::kPageBytes),
      memory_{data_.data(), homes.size() * base::kPageBytes},
      played_(std::move(played)),
      team_(make_team()),
      machine_(name, {config_, wiring_, *dispatcher_, page_map_,
                      played_ ? program_cores(config_.simulation.quantum, *team_, *played_)
                              : external_cores(),
                      metadata_.get()}) {}

std::unique_ptr<core::Team> BareMachine::make_team() {
  if (!played_) return nullptr;
  const std::uint64_t address = memory_.bytes - base::kPageBytes;
  const base::SimArray<std::uint64_t> lines{
      reinterpret_cast<std::uint64_t*>(memory_.data + address), core::Team::kWords, {address}};
  auto team = std::make_unique<core::Team>(played_->threads(), lines);
  team->on_begin_measurement = [this] { machine_.reset_statistics(); };
  return team;
}

CoreFactory BareMachine::external_cores() {
  return [this](const char* name, const core::CoreConfig&, base::CoreId id) {
    auto core = std::make_unique<core::ExternalCore>(name, id, memory_);
    cores_.push_back(core.get());
    return core;
  };
}

std::vector<std::string> BareMachine::run_to_end() {
  sc_core::sc_start();
  const std::string own = std::string(machine_.name()) + ".";
  std::vector<std::string> waiting;
  for (const core::ExternalCore* core : cores_) {
    for (const sc_core::sc_process_handle& caller : core->initiators()) {
      const std::string name = caller.name();
      // Methods never terminate; threads inside the machine belong to its sockets.
      if (caller.terminated() || caller.proc_kind() == sc_core::SC_METHOD_PROC_) continue;
      if (name.compare(0, own.size(), own) == 0) continue;
      waiting.push_back(name + " still waits, at " + base::to_string(kernel::now()) +
                        "; it drives " + core->name());
    }
  }
  if (!played_) return waiting;
  for (int c = 0; c < config_.sockets() * config_.cores_per_socket(); ++c) {
    const core::CoreBase& core = machine_.core(static_cast<base::CoreId>(c));
    if (!core.finished()) {
      waiting.push_back(std::string(core.name()) + " still waits, at " +
                        base::to_string(kernel::now()) + "; its source has not ended");
    }
  }
  return waiting;
}

core::ExternalCore& BareMachine::core(int socket, int core_of_socket) {
  const int cores = static_cast<int>(cores_.size()) / wiring_.agents.sockets;
  if (socket < 0 || socket >= wiring_.agents.sockets || core_of_socket < 0 ||
      core_of_socket >= cores) {
    throw base::InputError("machine: no core ", core_of_socket, " on socket ", socket);
  }
  return *cores_[static_cast<std::size_t>(socket * cores + core_of_socket)];
}

}  // namespace starnuma::assembly

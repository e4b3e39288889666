// SPDX-License-Identifier: Apache-2.0
// Machine without programs. External initiators drive it through an external core at each core's
// position, over one shared address space. Alternatively event streams drive its own cores.
//
//   const auto opened =
//       config::open_target("starnuma16", {"placement.policy=first_touch"}, platforms);
//   const auto full = config::read<MachineConfig>(opened.machine.tree);
//   BareMachine machine("machine", assembly::scaled(full, program).config, homes);
//   initiator.socket.bind(machine.core(0, 0).cpu_side);
//   const bool all_ended = machine.run_to_end().empty();
//
// Contract:
// - Constructed during elaboration, once per process.
// - Page p of the address space resides permanently on node homes[p] (sockets first, then the
//   pool). Its data start as zeros.
// - The tracking hardware is the model.
// - Throws InputError if the configuration requires a placement policy or RTL tracking, if a home
//   is not a node of the machine, if a node's memory cannot hold its pages, or if SystemC's time
//   resolution is not 1 ps.
#pragma once

#include <string>
#include <vector>

#include "models/base/host_array.h"
#include "models/core/external_core.h"
#include "models/core/source_program.h"
#include "models/kernel/dispatcher.h"
#include "models/paging/page_map.h"
#include "platforms/assembly/machine/machine.h"

namespace starnuma::assembly {

class BareMachine {
 public:
  BareMachine(const char* name, const MachineConfig& config,
              const std::vector<base::NodeId>& homes);
  /// Core c plays sources[c]; a null source leaves the core idle. The sources' barrier is in an
  /// extra page at the end, on node 0. Their measured window resets the machine's statistics.
  BareMachine(const char* name, const MachineConfig& config, std::vector<base::NodeId> homes,
              std::vector<std::unique_ptr<core::AccessSource>> sources);

  /// Returns the core to which initiators bind; only without sources.
  core::ExternalCore& core(int socket, int core_of_socket);
  /// Runs until no activity is left. Returns one line for each thread that still waits in an
  /// external core, and for each core whose source has not ended; empty if all have ended.
  std::vector<std::string> run_to_end();
  /// Gives access to observers and statistics.
  Machine& machine() { return machine_; }

 private:
  BareMachine(const char* name, const MachineConfig& config, const std::vector<base::NodeId>& homes,
              std::unique_ptr<core::SourceProgram> played);

  std::unique_ptr<core::Team> make_team();
  CoreFactory external_cores();

  MachineConfig config_;
  Wiring wiring_;
  paging::PageMap page_map_;
  std::unique_ptr<tracking::MetadataRegion> metadata_;
  std::unique_ptr<kernel::Dispatcher> dispatcher_;
  base::HostArray<std::byte> data_;
  core::AddressSpace memory_;
  /// External cores by CoreId; empty if sources are played.
  std::vector<core::ExternalCore*> cores_;
  std::unique_ptr<core::SourceProgram> played_;
  std::unique_ptr<core::Team> team_;
  Machine machine_;
};

}  // namespace starnuma::assembly

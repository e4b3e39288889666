// SPDX-License-Identifier: Apache-2.0
// A bare machine: no program of its own, an external core at each core's place. Initiators from
// outside drive it, over one address space that all cores share. Or streams of events drive it, on
// the machine's own cores with their issue windows.
//
//   const auto opened = config::open_target("starnuma16", {"placement.policy=first_touch"},
//   platforms); const auto full = config::read<MachineConfig>(opened.machine.tree); BareMachine
//   machine("machine", assembly::scaled(full, program).config, homes);
//   initiator.socket.bind(machine.core(0, 0).cpu_side);
//   const bool all_ended = machine.run_to_end().empty();
//
// Contract: made during elaboration, one per process. Page p of the address space lies on node
// homes[p] (sockets first, then the pool) and stays there. Its data start as zeros. Tracking
// hardware is the model. Throws InputError when the machine asks for what is not done here (a
// policy that would place or move pages, tracking as RTL), when a home is no node of the machine,
// when a node's memory cannot hold its pages, and when SystemC's time resolution is not a
// picosecond, which the whole machine counts in.
#pragma once

#include <string>
#include <vector>

#include "models/base/host_array.h"
#include "models/core/external_core.h"
#include "models/core/source_program.h"
#include "models/kernel/dispatcher.h"
#include "models/paging/page_map.h"
#include "platforms/assembly/machine.h"

namespace starnuma::assembly {

class BareMachine {
 public:
  BareMachine(const char* name, const MachineConfig& config,
              const std::vector<base::NodeId>& homes);
  /// Core c plays sources[c]; one that has none stays idle. Their barrier lies in a page behind the
  /// others, on node 0; their window resets the machine's statistics.
  BareMachine(const char* name, const MachineConfig& config, std::vector<base::NodeId> homes,
              std::vector<std::unique_ptr<core::AccessSource>> sources);

  /// Where initiators bind; none where sources play.
  core::ExternalCore& core(int socket, int core_of_socket);
  /// Runs until nothing happens any more. One line for each thread that has called an external core
  /// and still waits, and for each core whose source has not ended; none where all have.
  std::vector<std::string> run_to_end();
  /// For observers and statistics.
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
  std::vector<core::ExternalCore*> cores_;  ///< By CoreId; or
  std::unique_ptr<core::SourceProgram> played_;
  std::unique_ptr<core::Team> team_;
  Machine machine_;
};

}  // namespace starnuma::assembly

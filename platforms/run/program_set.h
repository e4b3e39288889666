// SPDX-License-Identifier: Apache-2.0
// The programs of a run in the machine's memory: an address space each, and what tracks them.
//
// Contract: frames are taken program by program, in page order; metadata come behind. A page whose
// node is full goes where the policy wants it then. Throws InputError, with the sizes, where a
// program exceeds its limit, memory cannot hold all pages, or a node's not those bound to it.
// Programs that get their pages on demand get page tables only, and are stopped where one finds no
// room.
#pragma once

#include <optional>

#include "models/placement/page_allocator.h"
#include "platforms/assembly/host_memory.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

/// In order.
std::vector<base::CoreId> all_cores(const assembly::MachineConfig& config);

class ProgramSet {
 public:
  /// `config` is scaled; it must outlive this.
  ProgramSet(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
             std::vector<PlacedProgram> programs);

  const ProgramMisses::Programs& programs() const { return programs_; }
  /// What a machine is made from that runs them; refers to this.
  assembly::Shared shared(kernel::Dispatcher& dispatcher,
                          const assembly::RtlTracking* rtl_tracking) const;
  /// The node for a page that has no memory yet; stops the program, by an exception, where there is
  /// no room.
  base::NodeId place_on_demand(RunningProgram& program, std::uint64_t page, base::NodeId toucher);
  paging::FramePool& memory() { return *memory_; }
  /// Of a machine with extents: where the host takes what it has exclusively on the device.
  base::NodeId zone_of(int host, base::NodeId device) const {
    return zones_->zone_of(host, device);
  }
  /// None where nothing is tracked.
  tracking::MetadataRegion* metadata() const { return metadata_.get(); }
  /// Of counters, to those of the full-size machine.
  double count_factor() const { return count_factor_; }
  placement::ScaledPhase phase_of(const RunningProgram& program) const;

 private:
  /// Of all programs, or of those for which the operating system works while they run.
  std::vector<paging::PageMap*> maps(bool served) const;
  void lay_out(PlacedProgram placed);
  std::vector<std::uint64_t> room_now() const;
  [[noreturn]] static void stop(RunningProgram& program, const std::string& why);
  assembly::CoreFactory cores() const;
  /// Of each core; null where none runs.
  std::vector<RunningProgram*> by_core() const;
  void unmap_pool(RunningProgram& program);
  void track();

  const assembly::MachineConfig& config_;
  const assembly::Wiring& wiring_;
  base::Footprint footprint_;
  std::shared_ptr<paging::FramePool> memory_;
  std::optional<assembly::HostZones> zones_;  ///< Where not every socket reaches all memory.
  std::uint64_t pages_ = 0;                   ///< Of all programs.
  std::optional<placement::PageAllocator> allocator_;
  ProgramMisses::Programs programs_;
  double count_factor_ = 1;
  std::unique_ptr<tracking::MetadataRegion> metadata_;
};

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// Programs of a run in the machine's memory, with one address space each and their tracking
// metadata.
//
// Contract:
// - Frames are allocated program by program in page order; metadata follow.
// - If the preferred node is full, the policy chooses another node for the page.
// - On-demand programs get page tables only; they stop at the first page that finds no frame.
// - Throws InputError, with the sizes, if a program exceeds its limit, or memory or a node cannot
//   hold the pages bound to it.
#pragma once

#include <optional>

#include "models/placement/page_allocator.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/assembly/memory/host_memory.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class ProgramSet {
 public:
  /// `config` must be scaled and outlive this object.
  ProgramSet(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
             std::vector<PlacedProgram> programs);

  const ProgramMisses::Programs& programs() const { return programs_; }
  /// Returns the machine's construction arguments, which refer to this object.
  assembly::Shared shared(kernel::Dispatcher& dispatcher,
                          const assembly::RtlParts* rtl_parts) const;
  /// Returns the node on which to allocate a page without memory. If there is no free frame,
  /// throws an exception that stops the program.
  base::NodeId place_on_demand(RunningProgram& program, std::uint64_t page, base::NodeId toucher);
  paging::FramePool& memory() { return *memory_; }
  /// Returns the zone of the host's exclusive frames on the device; only for machines with extents.
  base::NodeId zone_of(int host, base::NodeId device) const {
    return zones_->zone_of(host, device);
  }
  /// Returns null if nothing is tracked.
  tracking::MetadataRegion* metadata() const { return metadata_.get(); }
  /// Returns the ratio of this machine's counts to those of the full-size machine.
  double count_factor() const { return count_factor_; }
  placement::ScaledPhase phase_of(const RunningProgram& program) const;

 private:
  /// Returns the page maps of all programs, or only of those that need an operating system.
  std::vector<paging::PageMap*> maps(bool served) const;
  void lay_out(PlacedProgram placed);
  std::vector<std::uint64_t> room_now() const;
  [[noreturn]] static void stop(RunningProgram& program, const std::string& why);
  assembly::CoreFactory cores() const;
  /// Returns the program of each core; null for an idle core.
  std::vector<RunningProgram*> by_core() const;
  void unmap_pool(RunningProgram& program);
  void track();

  const assembly::MachineConfig& config_;
  const assembly::Wiring& wiring_;
  base::Footprint footprint_;
  std::shared_ptr<paging::FramePool> memory_;
  std::optional<assembly::HostZones> zones_;  ///< Set if not every socket reaches all memory.
  std::uint64_t pages_ = 0;                   ///< Pages of all programs.
  std::optional<placement::PageAllocator> allocator_;
  ProgramMisses::Programs programs_;
  double count_factor_ = 1;
  std::unique_ptr<tracking::MetadataRegion> metadata_;
};

}  // namespace starnuma::run

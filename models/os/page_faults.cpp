// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_faults.h"

#include <string>

#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::os {

PageFaults::PageFaults(const placement::PlacementConfig& config, base::Frequency frequency,
                       const PageParts& parts, const Responders& responders)
    : page_fault_time_(base::ClockRatio(frequency).time_of(config.page_fault_cycles.value)),
      write_fault_time_(base::ClockRatio(frequency).time_of(config.write_fault_cycles.value)),
      parts_(parts),
      responders_(responders),
      faults_on_(parts.maps.all().empty() ? 0 : parts.maps.all().front()->memory().nodes()) {}

/// Marks the start of a fault. The page is held until it is mapped.
std::uint64_t PageFaults::begin_fault(paging::PageMap& map, std::uint64_t page) {
  parts_.held.hold(map, page);
  pending_.insert(++begun_);
  return begun_;
}

void PageFaults::end_fault(std::uint64_t number) {
  pending_.erase(number);
  parts_.held.release();
}

void PageFaults::wait_for_faults() {
  const std::uint64_t last = begun_;
  parts_.held.wait_while([&] { return !pending_.empty() && *pending_.begin() <= last; });
}

base::Time PageFaults::page_fault(base::PageId id, base::CoreId core, bool write, base::Time time) {
  const base::SpaceId space = id.space();
  const std::uint64_t page = id.number();
  paging::PageMap& map = parts_.maps.at(space);
  const PlacedCore& placed = parts_.shootdowns.cores()[static_cast<std::size_t>(core)];
  const auto toucher = static_cast<base::NodeId>(placed.socket);
  if (map.lost(page)) {
    throw protocol::AccessError("no memory answers page " + std::to_string(page) +
                                ": it lay in an extent that its device has taken by force, at " +
                                std::to_string(time.ps()) + " ps");
  }
  const bool first = !map.allocated(page);
  if (first) {
    SN_CHECK(allocators_[space], "operating system: no allocator for page ", id);
    map.allocate(page, allocators_[space](page, toucher));
    ++counts_[space].first_touches;
  }
  const std::uint64_t number = begin_fault(map, page);
  base::Time done = time + page_fault_time_;
  if (first) done = parts_.port.zero(map, map.frame_of(page), placed.socket, done);
  placement::PageFault fault{page, time};
  fault.kind = first ? placement::PageFaultKind::kFirstTouch : placement::PageFaultKind::kUnmapped;
  fault.node = toucher;
  fault.core = core;
  fault.write = write;
  const Answer answer = notify_policy(map, fault);
  PageMover& mover = responders_.mover;
  if (answer.evict) done = mover.evict(map, *answer.evict, placed.socket, done);
  if (answer.to) done = mover.move_in_fault(map, {page, *answer.to}, placed.socket, done);
  done = parts_.execution.wait_until(
      parts_.port.write_entry(map, page, done, first ? placed.socket : 0));
  map.map(page, done);
  end_fault(number);
  ++counts_[space].page_faults;
  counts_[space].page_fault_time += done - time;
  placed.core->stall(time, done);
  return done;
}

PageFaults::Answer PageFaults::notify_policy(const paging::PageMap& map,
                                             placement::PageFault& fault) {
  fault.home = map.home_of(fault.page);
  if (fault.kind == placement::PageFaultKind::kUnmapped)
    ++faults_on_[static_cast<std::size_t>(fault.home)];
  const Sink& sink = sinks_[map.space()];
  if (!sink) return {};
  if (const auto task = responders_.tasks.task_on(map.space(), fault.core)) fault.task = *task;
  std::vector<std::uint64_t> room;
  std::vector<std::uint64_t> used;
  for (std::size_t n = 0; n < faults_on_.size(); ++n) {
    room.push_back(map.free_on(static_cast<base::NodeId>(n)));
    used.push_back(map.memory().used_on(static_cast<base::NodeId>(n)));
  }
  fault.room = &room;
  fault.used = &used;
  return sink(fault);
}

base::Time PageFaults::write_fault(base::PageId id, base::Time time) {
  const std::uint64_t page = id.number();
  paging::PageMap& map = parts_.maps.at(id.space());
  if (parts_.held.wait_while_held(map, page) && !map.read_only(page)) return kernel::now();
  const base::Time done = responders_.copies.free_all(map, page, time, time + write_fault_time_);
  FaultStats& counts = counts_[id.space()];
  ++counts.write_faults;
  counts.fault_time += done - time;
  if (const Sink& sink = sinks_[id.space()]) sink({page, time});
  return done;
}

}  // namespace starnuma::os

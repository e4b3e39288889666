// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/pools/capacity_changes.h"

#include <algorithm>
#include <utility>

#include "models/kernel/now.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/node_distances.h"
#include "platforms/run/programs/program_hosts.h"

namespace starnuma::run {
namespace {

std::uint64_t pages_of(base::Bytes size) {
  return static_cast<std::uint64_t>(size.value / base::kPageBytes);
}

/// Returns every device with changes, at its full size; frames that belong to extents are not free.
std::vector<paging::DynamicRegion> regions_of(const assembly::MachineConfig& config,
                                              const std::vector<CapacityChange>& changes,
                                              const CapacityChanges::ZoneOf& zone_of) {
  std::map<base::NodeId, paging::DynamicRegion> regions;
  for (const CapacityChange& change : changes) {
    paging::DynamicRegion& region = regions[change.device];
    region.node = change.device;
    region.frames = {0, pages_of(config.memory_at(change.device).capacity())};
    region.zone_of_host.clear();
    for (int h = 0; h < config.host_count(); ++h) {
      region.zone_of_host.push_back(zone_of(h, change.device));
    }
  }
  std::vector<paging::DynamicRegion> all;
  for (auto& [node, region] : regions) all.push_back(std::move(region));
  return all;
}

/// Returns destinations of displaced pages: the device itself first, because the host's other
/// frames there are no farther away.
std::vector<base::NodeId> destinations(const assembly::MachineConfig& config, int host,
                                       base::NodeId device) {
  std::vector<base::NodeId> nodes{device};
  const auto first = static_cast<base::NodeId>(config.sockets_of(host).front());
  for (const base::NodeId node : nearest_to(config, first)) {
    if (node != device) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace

CapacityChanges::CapacityChanges(const assembly::MachineConfig& config,
                                 std::vector<CapacityChange> changes, const Scope& whole,
                                 paging::FramePool& memory, const ZoneOf& zone_of)
    : config_(config),
      changes_(std::move(changes)),
      hosts_(*memory.hosts()),
      capacity_(memory, regions_of(config, changes_, zone_of)),
      last_opening_(whole) {
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  for (const CapacityChange& change : changes_) {
    const bool known = std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
      return part.host == change.host && part.device == change.device;
    });
    if (!known) parts_.push_back({change.host, change.device});
    if (operators_.count(change.host) != 0) continue;
    os::HostCapacity::HostCapacityParts place{
        change.host, {}, destinations(config, change.host, change.device)};
    for (RunningProgram* program : whole.programs()) {
      if (hosts_of(config, program->placed().cores) == std::vector{change.host}) {
        place.maps.push_back(&program->map());
      }
    }
    operators_.try_emplace(change.host, *whole.machine().os_core(change.host), capacity_,
                           std::move(place));
  }
}

std::uint64_t CapacityChanges::pages_of(const Part& part) const {
  std::uint64_t pages = 0;
  for (const paging::Extent& extent : hosts_.extents()) {
    const bool own = extent.node == part.device && extent.hosts == std::uint32_t{1} << part.host;
    if (own && extent.sharing == paging::Sharing::kExclusive) pages += extent.frames;
  }
  return pages;
}

void CapacityChanges::begin(Opening /*opening*/) {
  if (!last_opening_.is_now()) return;
  begin_ = kernel::now();
  sc_core::sc_pause();  // makes the time loop re-read next()
}

base::Time CapacityChanges::next() const {
  if (begin_ == kNever || outcomes_.size() == changes_.size()) return kNever;
  return begin_ + changes_[outcomes_.size()].at;
}

void CapacityChanges::sample() {
  while (next() <= kernel::now()) carry_out(changes_[outcomes_.size()]);
}

void CapacityChanges::carry_out(const CapacityChange& change) {
  Outcome& outcome = outcomes_.emplace_back();
  if (change.kind == CapacityChangeKind::kAdd) return offer(change, outcome);
  paging::Extent wanted;
  wanted.tag = change.tag;
  wanted.node = change.device;
  if (change.tag == 0) {
    const auto extent = static_cast<std::size_t>(change.extent);
    wanted.first = run::pages_of(config_.extents[extent].start);
  }
  os::HostCapacity& host = operators_.at(change.host);
  change.kind == CapacityChangeKind::kRelease ? host.release(wanted, outcome)
                                              : host.force(wanted, outcome);
}

/// Offers the host an extent if the device has enough free blocks; the host takes no part in that.
void CapacityChanges::offer(const CapacityChange& change, Outcome& outcome) {
  const std::uint64_t frames = run::pages_of(change.size);
  if (const auto extent = capacity_.offer(change.device, frames, change.host, change.tag)) {
    return operators_.at(change.host).add(*extent, outcome);
  }
  outcome.end = Outcome::End::kRefused;
  outcome.time = kernel::now();
  outcome.room = capacity_.most_free(change.device);
}

void CapacityChanges::report_event(std::size_t event, SimulationResult& result) const {
  const CapacityChange& change = changes_[event];
  const Outcome& outcome = outcomes_[event];
  accounting::StatWriter out(result.stats, "host." + config_.host_name(change.host) + ".capacity." +
                                               std::to_string(event));
  const bool refused = outcome.end == Outcome::End::kRefused;
  const bool ended = outcome.end != Outcome::End::kNone;
  out.write("at", change.at.ns(), "ns", "time of the device's event after the windows opened");
  out.write("time", ended ? (outcome.time - begin_ - change.at).ns() : 0, "ns",
            "time until the operating system completed it; 0: not completed");
  out.write("refused", refused ? 1 : 0, "1", "1: the request was refused and changed nothing");
  out.write("bytes", outcome.extent.frames * base::kPageBytes, "bytes",
            "size of the extent; 0: there was none");
  out.write("pages_moved", outcome.moved, "1", "pages moved off the extent");
  out.write("pages_lost", outcome.lost, "1", "pages lost with the extent");
  out.write("pages_left", outcome.in_use, "1", "pages on an extent whose release was refused");
  out.write("free_pages", outcome.room, "1", "free pages, if they were too few");
}

void CapacityChanges::report_host(int host, SimulationResult& result) const {
  std::int64_t accepted = 0;
  std::int64_t released = 0;
  std::int64_t forced = 0;
  std::int64_t refused = 0;
  std::uint64_t moved = 0;
  std::uint64_t lost = 0;
  for (std::size_t e = 0; e < outcomes_.size(); ++e) {
    const Outcome& outcome = outcomes_[e];
    if (changes_[e].host != host) continue;
    moved += outcome.moved;
    lost += outcome.lost;
    refused += outcome.end == Outcome::End::kRefused;
    if (outcome.end != Outcome::End::kDone) continue;
    accepted += changes_[e].kind == CapacityChangeKind::kAdd;
    released += changes_[e].kind == CapacityChangeKind::kRelease;
    forced += changes_[e].kind == CapacityChangeKind::kForcedRelease;
  }
  accounting::StatWriter out(result.stats, "host." + config_.host_name(host) + ".capacity");
  out.write("accepted", accepted, "1", "extents that the host accepted");
  out.write("released", released, "1", "extents that the host released");
  out.write("forced", forced, "1", "extents that devices removed from the host");
  out.write("refused", refused, "1", "refused requests");
  out.write("pages_moved", moved, "1", "pages moved off extents to be released");
  out.write("pages_lost", lost, "1", "pages lost with extents that devices removed");
}

void CapacityChanges::report(SimulationResult& result) {
  for (const auto& [host, operates] : operators_) report_host(host, result);
  for (std::size_t e = 0; e < outcomes_.size(); ++e) report_event(e, result);
}

}  // namespace starnuma::run

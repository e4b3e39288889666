// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/capacity_plans.h"

#include <algorithm>
#include <map>

#include "models/base/nearest.h"
#include "platforms/config/text.h"
#include "platforms/run/programs/program_hosts.h"

namespace starnuma::app {

using config::CapacityEvent;
using config::ScenarioCapacity;
using run::CapacityChange;
using run::CapacityChangeKind;

namespace {

/// Schedules events in order of time.
class CapacityPlanner {
 public:
  CapacityPlanner(const assembly::MachineConfig& machine, const std::vector<ProgramPlan>& programs,
                  config::Diagnostics& diagnostics)
      : machine_(machine), programs_(programs), diagnostics_(diagnostics) {}

  CapacityChange plan(const ScenarioCapacity& written, std::size_t index);

 private:
  void problem(const char* key, const std::string& message) {
    diagnostics_.add(written_->origin_of(key),
                     "scenario.dynamic_capacity." + std::to_string(index_) + "." + key, message);
  }
  bool has(const char* key) const { return written_->written.find(key) != nullptr; }
  void refuse_key(const char* key, const char* whose) {
    if (has(key)) problem(key, std::string("is of ") + whose);
  }
  void plan_add(CapacityChange& change);
  void plan_release(CapacityChange& change);
  void find_tag(CapacityChange& change);
  void find_extent(CapacityChange& change);
  bool has_own(int host, int device) const;
  void check_programs(int host);

  const assembly::MachineConfig& machine_;
  const std::vector<ProgramPlan>& programs_;
  config::Diagnostics& diagnostics_;
  const ScenarioCapacity* written_ = nullptr;
  std::size_t index_ = 0;
  std::map<int, CapacityChange> added_;  ///< Added extents by tag.
};

CapacityChange CapacityPlanner::plan(const ScenarioCapacity& written, std::size_t index) {
  written_ = &written;
  index_ = index;
  CapacityChange change;
  change.at = written.at;
  switch (written.event) {
    case CapacityEvent::kAdd:
      plan_add(change);
      break;
    case CapacityEvent::kRelease:
      change.kind = CapacityChangeKind::kRelease;
      plan_release(change);
      break;
    case CapacityEvent::kForcedRelease:
      change.kind = CapacityChangeKind::kForcedRelease;
      plan_release(change);
      break;
  }
  return change;
}

bool CapacityPlanner::has_own(int host, int device) const {
  return std::any_of(
      machine_.extents.begin(), machine_.extents.end(), [&](const assembly::ExtentConfig& extent) {
        return extent.device == device && extent.sharing == paging::Sharing::kExclusive &&
               extent.hosts.of(machine_.host_count()).front() == host;
      });
}

void CapacityPlanner::plan_add(CapacityChange& change) {
  refuse_key("extent", "releases; what is added has a tag");
  std::vector<std::string> names;
  for (int h = 0; h < machine_.host_count(); ++h) names.push_back(machine_.host_name(h));
  const auto host = std::find(names.begin(), names.end(), written_->host);
  if (host == names.end()) {
    return problem(
        "host", has("host") ? "unknown host " + config::in_quotes(written_->host) + ", " +
                                  base::suggestion(written_->host, names)
                            : "missing, expected a host of the machine, such as " + names.back());
  }
  change.host = static_cast<int>(host - names.begin());
  if (written_->device >= machine_.pool.count) {
    return problem("device", "there is no pool device " + std::to_string(written_->device) +
                                 ", the machine has " + std::to_string(machine_.pool.count));
  }
  change.device = machine_.agents().device_node(written_->device);
  change.size = written_->size;
  if (change.size < base::Bytes(base::kPageBytes) || change.size.value % base::kPageBytes != 0) {
    problem("size", "expected whole pages of 4 KiB, found " +
                        (has("size") ? base::to_string(change.size) : "none"));
  }
  if (!has_own(change.host, written_->device)) {
    problem("host", "host " + written_->host + " has nothing of pool device " +
                        std::to_string(written_->device) +
                        " at the start; expected an exclusive extent of it in the machine");
  }
  check_programs(change.host);
  change.tag = static_cast<std::uint64_t>(written_->tag);
  if (written_->tag == 0) return problem("tag", "expected a tag for the extent, from 1 on");
  if (!added_.emplace(written_->tag, change).second) {
    problem("tag", "two extents with tag " + std::to_string(written_->tag));
  }
}

void CapacityPlanner::plan_release(CapacityChange& change) {
  for (const char* key : {"host", "device", "size"}) {
    refuse_key(key, "add; a release says which extent by its tag or name");
  }
  if (has("tag") == has("extent")) {
    return problem("event",
                   "expected either the tag of an extent that was added, or an extent of "
                   "the machine");
  }
  has("tag") ? find_tag(change) : find_extent(change);
}

void CapacityPlanner::find_tag(CapacityChange& change) {
  const auto added = added_.find(written_->tag);
  if (added == added_.end()) {
    return problem("tag",
                   "no extent with tag " + std::to_string(written_->tag) + " is added before");
  }
  change.tag = added->second.tag;
  change.host = added->second.host;
  change.device = added->second.device;
}

void CapacityPlanner::find_extent(CapacityChange& change) {
  std::vector<std::string> names;
  for (const assembly::ExtentConfig& extent : machine_.extents) {
    if (extent.sharing == paging::Sharing::kExclusive) names.push_back(extent.name);
  }
  if (names.empty()) return problem("extent", "the machine has no exclusive extents");
  if (std::find(names.begin(), names.end(), written_->extent) == names.end()) {
    return problem("extent", "no exclusive extent " + config::in_quotes(written_->extent) + ", " +
                                 base::suggestion(written_->extent, names));
  }
  change.extent = machine_.extent_named(written_->extent);
  const assembly::ExtentConfig& extent = machine_.extents[static_cast<std::size_t>(change.extent)];
  change.host = extent.hosts.of(machine_.host_count()).front();
  change.device = machine_.agents().device_node(extent.device);
  check_programs(change.host);
}

/// Checks that the host has programs, and that their policies allow their pages to be moved or
/// taken away.
void CapacityPlanner::check_programs(int host) {
  bool any = false;
  for (const ProgramPlan& program : programs_) {
    if (run::hosts_of(machine_, program.cores) != std::vector{host}) continue;
    any = true;
    const placement::PlacementConfig placement = placement_of(program, machine_);
    const placement::PolicyTraits& traits = placement.traits();
    if (!traits.copies_pages() && !traits.caches_pages) continue;
    problem("event", "program " + program.name + " has policy " +
                         std::string(placement::name_of(placement.policy)) +
                         "; expected one that keeps each page once");
  }
  if (!any) {
    problem("event", "no program runs on host " + machine_.host_name(host) +
                         " alone; expected one, whose memory changes");
  }
  if (machine_.placement.costs.copy == placement::Cost::kFree) {
    problem("event",
            "placement.costs.copy is free; expected modelled, so that no cache keeps "
            "lines of what is given back");
  }
}

}  // namespace

std::vector<CapacityChange> plan_capacity(const std::vector<ScenarioCapacity>& written,
                                          const assembly::MachineConfig& machine,
                                          const std::vector<ProgramPlan>& programs,
                                          const std::vector<run::HardwareFault>& faults,
                                          config::Diagnostics& diagnostics) {
  std::vector<std::size_t> order;
  for (std::size_t e = 0; e < written.size(); ++e) order.push_back(e);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return written[a].at < written[b].at; });
  CapacityPlanner planner(machine, programs, diagnostics);
  std::vector<CapacityChange> changes;
  for (const std::size_t e : order) changes.push_back(planner.plan(written[e], e));
  const bool crash = std::any_of(faults.begin(), faults.end(), [](const run::HardwareFault& fault) {
    return fault.kind == run::HardwareFaultKind::kHostCrash;
  });
  if (crash && !written.empty()) {
    diagnostics.add(written.front().written.origin, "scenario.dynamic_capacity",
                    "hosts crash in this scenario; expected one or the other");
  }
  return changes;
}

std::vector<CapacityChange> scaled_capacity(std::vector<CapacityChange> changes,
                                            const assembly::MachineConfig& machine,
                                            const assembly::MachineConfig& scaled) {
  for (CapacityChange& change : changes) {
    const std::int64_t before = machine.memory_at(change.device).capacity().value;
    const std::int64_t after = scaled.memory_at(change.device).capacity().value;
    if (after == before) continue;
    const auto pages =
        static_cast<std::int64_t>(static_cast<double>(change.size.value) /
                                  static_cast<double>(before) * static_cast<double>(after)) /
        base::kPageBytes;
    change.size = base::Bytes(std::max<std::int64_t>(pages, 1) * base::kPageBytes);
  }
  return changes;
}

}  // namespace starnuma::app

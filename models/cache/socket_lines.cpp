// SPDX-License-Identifier: Apache-2.0
#include "models/cache/socket_lines.h"

#include <algorithm>

namespace starnuma::cache {

using protocol::Access;
using protocol::AccessKind;

namespace {

std::uint64_t llc_sets(const SocketCacheConfig& config, int cores) {
  return static_cast<std::uint64_t>(config.llc_size_per_core.value * cores / base::kLineBytes /
                                    config.llc_ways);
}

}  // namespace

SocketLines::SocketLines(AgentContext& context, const SocketCacheConfig& config)
    : tags(llc_sets(config, context.place.cores), config.llc_ways, config.private_tag_ways),
      waits(registers, context.execution),
      context_(context),
      core_sets_(context.place.cores + context.place.os_ports),
      private_snoop_latency_(
          base::ClockRatio(context.place.frequency).time_of(config.private_snoop_latency.value)) {}

void SocketLines::serve(Access& access, SocketEntry& entry, int core) {
  if (__builtin_expect(access.kind == AccessKind::kCurrentLoad, 0)) access.kind = AccessKind::kLoad;
  const bool write = protocol::is_write(access.kind);
  if (core_sets_.has_other(entry.cores, core) && (write || entry.core_may_write || !entry.in_llc)) {
    access.time += private_snoop_latency_;
    const auto demand = write ? Demand::kInvalidate : Demand::kDowngrade;
    if (snoop_cores(entry, demand, core)) entry.state = LineState::kModified;
  }
  grant(access, entry, core);
  const base::Time ready = access.time;
  access.time = std::max(ready, entry.ready_at);
  access.queue = access.time - ready;
  access.served_by = protocol::ServedBy::kSocket;
  if (entry.in_llc) tags.touch(entry);
}

SocketEntry& SocketLines::take_back(const Access& access, int core) {
  SocketEntry* const entry = tags.find(access.line, access.place);
  SN_CHECK(entry != nullptr && core_sets_.contains(entry->cores, core), context_.name, ": core ",
           core, " evicted line ", access.line, " that it did not hold, at ", access.time.ps(),
           " ps");
  core_sets_.erase(entry->cores, core);
  entry->core_may_write = false;
  if (access.dirty) entry->state = LineState::kModified;
  return *entry;
}

SocketEntry* SocketLines::start_flush(const Access& access, int core) {
  SocketEntry* const entry = tags.find(access.line);
  if (entry == nullptr) return nullptr;
  core_sets_.erase(entry->cores, core);
  if (access.dirty) entry->state = LineState::kModified;
  return entry;
}

bool SocketLines::snoop_cores(SocketEntry& entry, Demand demand, int but) {
  const base::LineAddress line = entry.line;
  bool dirty = false;
  core_sets_.each_but(entry.cores, but, [&](int core) {
    dirty |= private_caches_[static_cast<std::size_t>(core)]->snoop(line, demand);
  });
  if (demand == Demand::kInvalidate) core_sets_.keep_only(entry.cores, but);
  entry.core_may_write = false;
  return dirty;
}

}  // namespace starnuma::cache

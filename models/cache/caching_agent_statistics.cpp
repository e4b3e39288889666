// SPDX-License-Identifier: Apache-2.0
// Statistics of a caching agent.
#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/cache/caching_agent.h"
#include "models/kernel/now.h"

namespace starnuma::cache {

using protocol::AccessKind;

/// Records a completed transaction: ledger, access class, observers.
void CachingAgent::book(const MissRegister& pending) {
  protocol::Access& access = *pending.access;
  const accounting::Ledger& ledger = pending.ledger;
  const base::Time latency = access.time - access.issued;
  access.queue = ledger.queue();
  SN_CHECK(ledger.unloaded() + access.queue == latency, name(), ": ledger holds ",
           ledger.total().ps(), " ps of an access that took ", latency.ps(), " ps");
  if (access.kind == AccessKind::kTracker) {
    ++counts_.tracker_requests;
    return;
  }
  const bool demand = access.kind < AccessKind::kFlush;
  const base::NodeId home =
      place_.pooled != nullptr ? place_.pooled->home_of(access.line) : access.line.node();
  accounting::AccessClass access_class = place_.class_of_home[static_cast<std::size_t>(home)];
  if (pending.via_owner) {
    access_class = place_.classes.block_transfer(place_.agents.is_pool(home));
  }
  const kernel::Miss miss{
      access.address,
      place_.socket,
      home,
      access_class,
      access.time,
      latency,
      ledger,
      access.line,
      access.core,
      access.transaction,
      access.kind == AccessKind::kLoad || access.kind == AccessKind::kCurrentLoad,
      protocol::is_write(access.kind) || access.kind == AccessKind::kUncachedStore,
      access.registered,
      execution_.now(access.time),
      access.register_wait};
  if (pending.upgrade) {
    ++counts_.upgrades;
    if (!demand) return;
    for (kernel::MissObserver* observer : observers_) observer->on_upgrade(miss);
  } else if (access.kind == AccessKind::kWalk) {
    ++counts_.walk_misses;
    for (kernel::MissObserver* observer : observers_) observer->on_walk(miss);
  } else if (demand) {
    ++counts_.misses[static_cast<std::size_t>(access_class)];
    for (kernel::MissObserver* observer : observers_) observer->on_miss(miss);
  }
}

void CachingAgent::report(accounting::StatWriter& writer) const {
  writer.write("hits", static_cast<double>(counts_.hits), "1",
               "private-cache misses that the socket served itself");
  writer.write("upgrades", static_cast<double>(counts_.upgrades), "1",
               "writes that asked a home for ownership of a line the socket held");
  writer.write("walk_misses", static_cast<double>(counts_.walk_misses), "1",
               "page-table reads that missed the LLC");
  writer.write("tracker_requests", static_cast<double>(counts_.tracker_requests), "1",
               "metadata lines requested by tracker update units");
  writer.write("snoops", static_cast<double>(counts_.snoops), "1",
               "snoops and forwards answered for homes");
  writer.write("back_invalidations", static_cast<double>(counts_.back_invalidations), "1",
               "answered Back-Invalidate snoops of a pool device");
  writer.write("writebacks", static_cast<double>(counts_.writebacks), "1",
               "dirty lines given back to their homes");
  if (execution_.overlaps()) {
    writer.write("conflicts.early", static_cast<double>(counts_.early_conflicts), "1",
                 "BIConflicts acknowledged before the request's completion");
    writer.write("conflicts.late", static_cast<double>(counts_.late_conflicts), "1",
                 "BIConflicts acknowledged after it");
  }
  if (!requests_by_device_.empty()) {
    writer.write("deferred", static_cast<double>(counts_.deferred), "1",
                 "accesses that waited because a pool device has as many requests as its load "
                 "(DevLoad) allows");
    writer.write("throttled", static_cast<double>(counts_.throttled), "1",
                 "number of times that the socket lowered its limit of requests to a pool device");
  }
  if (place_.hosts != nullptr || counts_.flushes > 0) {
    writer.write("flushes", static_cast<double>(counts_.flushes), "1",
                 "lines that software flushed out of the host's caches");
  }
  if (place_.hosts != nullptr || damage() != nullptr) {
    writer.write("refused_accesses", static_cast<double>(counts_.refused), "1",
                 "accesses to memory that the host does not reach, or that does not answer");
    writer.write("lost_lines", static_cast<double>(counts_.lost), "1",
                 "dirty lines that no home could take back");
    if (place_.hosts != nullptr && place_.hosts->backups_of(place_.socket) != nullptr) {
      writer.write("backup_writes", static_cast<double>(counts_.backup_writes), "1",
                   "lines of backups written as a written line left the socket");
    }
  }
  writer.write("uncached", static_cast<double>(counts_.uncached), "1",
               "accesses of cores past the caches");
  if (counts_.current_reads > 0) {
    writer.write("current_reads", static_cast<double>(counts_.current_reads), "1",
                 "loads that a pool device served without a copy for the socket (SnpCur)");
  }
  for (std::size_t c = 0; c < place_.classes.rows().size(); ++c) {
    writer.write("misses." + place_.classes.rows()[c].name, static_cast<double>(counts_.misses[c]),
                 "1", "demand accesses that missed the LLC, by where the data came from");
  }
}

}  // namespace starnuma::cache

// SPDX-License-Identifier: Apache-2.0
#include "models/cache/caching_agent_stats.h"

namespace starnuma::cache {

void CachingAgentStats::report(accounting::StatWriter& writer, const CachingAgentPlace& place,
                               const Events& events) const {
  const auto count = [&](std::string_view name, std::int64_t value, std::string_view sentence) {
    writer.write(name, value, "1", sentence);
  };
  count("hits", hits, "private-cache misses that the socket served itself");
  count("upgrades", upgrades, "writes that asked a home for ownership of a line the socket held");
  count("walk_misses", walk_misses, "page-table reads that missed the LLC");
  count("tracker_requests", tracker_requests, "metadata lines requested by tracker update units");
  count("snoops", snoops, "snoops and forwards answered for homes");
  count("back_invalidations", back_invalidations,
        "answered Back-Invalidate snoops of a pool device");
  count("writebacks", writebacks, "dirty lines given back to their homes");
  if (events.conflicts) {
    count("conflicts.early", early_conflicts,
          "BIConflicts acknowledged before the request's completion");
    count("conflicts.late", late_conflicts, "BIConflicts acknowledged after it");
  }
  if (events.device_load) {
    count("deferred", deferred,
          "accesses that waited because a pool device has as many requests as its load (DevLoad) "
          "allows");
    count("throttled", throttled,
          "number of times that the socket lowered its limit of requests to a pool device");
  }
  const bool hosts = place.hosts != nullptr;
  if (hosts || flushes > 0) {
    count("flushes", flushes, "lines that software flushed out of the host's caches");
  }
  if (hosts || events.faults) {
    count("refused_accesses", refused,
          "accesses to memory that the host does not reach, or that does not answer");
    count("lost_lines", lost, "dirty lines that no home could take back");
  }
  if (hosts && place.hosts->backups_of(place.socket) != nullptr) {
    count("backup_writes", backup_writes,
          "lines of backups written as a written line left the socket");
  }
  count("uncached", uncached, "accesses of cores past the caches");
  if (current_reads > 0) {
    count("current_reads", current_reads,
          "loads that a pool device served without a copy for the socket (SnpCur)");
  }
  if (speculative_reads > 0) {
    count("speculative_reads", speculative_reads, "MemSpecRd sent to pool devices");
  }
  for (std::size_t c = 0; c < place.classes.rows().size(); ++c) {
    count("misses." + place.classes.rows()[c].name, misses[c],
          "demand accesses that missed the LLC, by where the data came from");
  }
}

}  // namespace starnuma::cache

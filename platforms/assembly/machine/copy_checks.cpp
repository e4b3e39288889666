// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/machine/copy_checks.h"

namespace starnuma::assembly {

CopyChecks::CopyChecks(const Shared& shared, const paging::HostMap* hosts) {
  if (shared.config.simulation.check == Check::kCoherence) {
    checker_ = std::make_unique<observers::CoherenceChecker>();
  }
  const std::vector<SharedMemory> memory = shared.config.shared_memory();
  for (std::size_t e = 0; e < memory.size(); ++e) {
    const paging::Extent& extent = hosts->extents()[e];  // extents are in configuration order
    if (extent.sharing != paging::Sharing::kNonCoherent) continue;
    plain_.emplace_back(memory[e].name, extent);
  }
  if (!plain_.empty()) {
    stale_reads_ = std::make_unique<observers::StaleReads>(*hosts, checker_.get());
  }
  kernel::CopyObserver* copies = stale_reads_.get();
  if (copies == nullptr) copies = checker_.get();
  if (copies != nullptr && shared.pooled != nullptr) {
    named_copies_ = std::make_unique<observers::PooledCopies>(*shared.pooled, *copies);
    copies = named_copies_.get();
  }
  shared.dispatcher.observe_copies(copies);
}

void CopyChecks::report(const std::string& path, std::vector<accounting::Stat>& out) const {
  for (const auto& [extent_name, extent] : plain_) {
    const observers::StaleReads::StaleAccesses counts = stale_reads_->counts(extent);
    accounting::StatWriter writer(out, path + ".extents." + extent_name);
    writer.write("reads", counts.reads, "1", "loads of the extent's lines");
    writer.write("writes", counts.writes, "1", "stores and atomics");
    writer.write("stale_reads", counts.stale_reads, "1",
                 "loads that did not find the last write, as a flush is missing");
    writer.write("stale_writes", counts.stale_writes, "1",
                 "writes to lines without the last write, which is lost with them");
  }
}

void CopyChecks::reset_statistics() {
  if (stale_reads_ != nullptr) stale_reads_->reset_statistics();
}

}  // namespace starnuma::assembly

// SPDX-License-Identifier: Apache-2.0
// Checks of the copies of lines that a machine's agents hold: coherence, if the configuration
// requests it, and stale lines of memory that hosts share without coherence.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/observers/coherence_checker.h"
#include "models/observers/pooled_copies.h"
#include "models/observers/stale_reads.h"
#include "platforms/assembly/boxes/shared.h"

namespace starnuma::assembly {

class CopyChecks {
 public:
  /// Observes the copies of the dispatcher's agents. `hosts` is null if one host reaches all
  /// memory; `shared` and `hosts` must outlive this object.
  CopyChecks(const Shared& shared, const paging::HostMap* hosts);

  bool checks_coherence() const { return checker_ != nullptr; }
  /// Returns null if no memory is shared without coherence.
  observers::StaleReads* stale_reads() const { return stale_reads_.get(); }
  /// Reports the extents that hosts share without coherence, below `path`.
  void report(const std::string& path, std::vector<accounting::Stat>& out) const;
  void reset_statistics();

 private:
  std::unique_ptr<observers::CoherenceChecker> checker_;
  std::unique_ptr<observers::StaleReads> stale_reads_;
  std::unique_ptr<observers::PooledCopies> named_copies_;  ///< Set if maps locate regions.
  /// Extents and regions shared without coherence.
  std::vector<std::pair<std::string, paging::Extent>> plain_;
};

}  // namespace starnuma::assembly

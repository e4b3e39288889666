// SPDX-License-Identifier: Apache-2.0
// Scans of the tracking hardware's metadata, which are read and reset with ownership, or uncached.
//
// Contract: a step resets up to 64 lines of one space, after all updates sent to them.
#pragma once

#include <deque>
#include <vector>

#include "models/os/port.h"

namespace starnuma::os {

class Scan {
 public:
  struct ScanStats {
    std::int64_t scan_lines = 0;  ///< Number of metadata lines read and reset.
    base::Time scan_time;
  };

  /// Precondition: the arguments outlive this object.
  Scan(const kernel::Execution& execution, Port& port) : execution_(execution), port_(port) {}

  /// Schedules the lines, at `settled` or later. The contents are not interpreted.
  void add(base::SpaceId space, const std::vector<base::LineAddress>& lines, base::Time settled);
  bool empty() const { return lines_.empty(); }
  /// Space of the next step. Precondition: not empty.
  base::SpaceId next_space() const { return lines_.front().space; }
  void step();

  const ScanStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  struct Line {
    base::SpaceId space;
    base::LineAddress line;
  };

  const kernel::Execution& execution_;
  Port& port_;
  std::deque<Line> lines_;
  /// Time at which the metadata include all updates sent to them.
  PerSpace<base::Time> settled_;
  PerSpace<ScanStats> counts_;
};

}  // namespace starnuma::os

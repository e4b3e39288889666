// SPDX-License-Identifier: Apache-2.0
#include "models/os/scan.h"

#include "models/kernel/now.h"

namespace starnuma::os {

void Scan::add(base::SpaceId space, const std::vector<base::LineAddress>& lines,
               base::Time settled) {
  settled_[space] = settled;
  for (const base::LineAddress line : lines) lines_.push_back({space, line});
}

void Scan::step() {
  const base::SpaceId space = next_space();
  execution_.sleep_until(settled_[space]);
  const base::Time start = kernel::now();
  std::vector<base::LineAddress> lines;
  while (lines.size() < base::kLinesPerPage && !empty() && next_space() == space) {
    lines.push_back(lines_.front().line);
    lines_.pop_front();
  }
  counts_[space].scan_lines += static_cast<std::int64_t>(lines.size());
  const base::Time end = port_.in_flight(
      lines.size(), start,
      [&](std::uint64_t line, base::Time time) { return port_.reset(lines[line], time); });
  counts_[space].scan_time += end - start;
  execution_.sleep_until(end);
}

}  // namespace starnuma::os

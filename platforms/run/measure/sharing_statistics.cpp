// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/run_statistics.h"

#include <algorithm>
#include <string>

#include "platforms/run/measure/ratio.h"

namespace starnuma::run {
namespace {

void report_working_set(const observers::PageUse& use, accounting::StatWriter out) {
  out.write("part_ns", use.part_length().ns(), "ns", "length of the parts of the window");
  const std::vector<std::int64_t> pages = use.pages_by_part();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    out.write("pages." + std::to_string(i + 1), pages[i], "1",
              "pages with LLC misses in this part");
  }
}

}  // namespace

void report_sharing(const observers::MissStatistics& statistics, accounting::StatWriter& run) {
  const accounting::PageCounts& pages = statistics.pages();
  const int sockets = pages.sockets();
  std::vector<double> pages_by(static_cast<std::size_t>(sockets) + 1, 0);
  std::vector<double> misses_by(pages_by.size(), 0);
  double touched = 0;
  double misses = 0;
  double written_pages = 0;
  double written = 0;
  double written_over_eight = 0;
  for (std::uint64_t page = 0; page < pages.pages(); ++page) {
    const int sharers = pages.sharers(page);
    if (sharers == 0) continue;
    const auto count = static_cast<double>(pages.misses(page));
    touched += 1;
    misses += count;
    if (statistics.page_use().is_written(page)) {
      written_pages += 1;
      written += count;
      if (sharers > 8) written_over_eight += count;
    }
    for (int n = sharers; n <= sockets; ++n) {
      pages_by[static_cast<std::size_t>(n)] += 1;
      misses_by[static_cast<std::size_t>(n)] += count;
    }
  }
  accounting::StatWriter sharing = run.under("sharing");
  for (int n = 1; n <= sockets; ++n) {
    const auto i = static_cast<std::size_t>(n);
    sharing.write("pages." + std::to_string(n), ratio(pages_by[i], touched), "1",
                  "share of missed pages that at most this many sockets missed on");
    sharing.write("misses." + std::to_string(n), ratio(misses_by[i], misses), "1",
                  "share of LLC misses to such pages");
  }
  const auto eight = static_cast<std::size_t>(std::min(8, sockets));
  sharing.write("misses_over_8_sharers", misses > 0 ? 1 - ratio(misses_by[eight], misses) : 0, "1",
                "share of LLC misses to pages that more than 8 sockets missed on");
  sharing.write("pages_written", ratio(written_pages, touched), "1",
                "share of missed pages with a miss or an upgrade that writes");
  sharing.write("misses_written", ratio(written, misses), "1", "share of LLC misses to such pages");
  sharing.write("misses_over_8_sharers_written", ratio(written_over_eight, misses), "1",
                "share of LLC misses to written pages that more than 8 sockets missed on");
  run.write("missed_pages", touched, "1", "pages with LLC misses in the window");
  report_working_set(statistics.page_use(), run.under("working_set"));
}

}  // namespace starnuma::run

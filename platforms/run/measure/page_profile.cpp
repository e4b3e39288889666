// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/page_profile.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "models/kernel/now.h"
#include "platforms/run/measure/ratio.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {
namespace {

/// Percentages of hottest pages that are reported.
constexpr std::uint64_t kHottest[] = {1, 5, 10, 25, 50, 75};

}  // namespace

PageProfile::PageProfile(base::Time interval, const Scope& scope)
    : interval_(interval),
      scope_(scope),
      program_(*scope.program()),
      space_(program_.map().space()),
      touches_(scope.pages(), interval),
      misses_(interval),
      misses_on_(scope.pages()) {
  scope.machine().observe_accesses(*this);
  scope.watch(misses_);
  scope.watch(static_cast<kernel::MissObserver&>(*this));
}

void PageProfile::begin(Opening /*opening*/) {
  open_ = true;
  start_ = kernel::now();
  next_ = start_ + interval_;
  touches_.begin(start_);
  misses_.begin(start_);
  std::fill(misses_on_.begin(), misses_on_.end(), 0);
  resident_.clear();
  sc_core::sc_pause();  // makes the time loop re-read next()
}

void PageProfile::accessed(const protocol::Access& access, base::SocketId /*socket*/) {
  if (!open_) return;
  const bool other = !scope_.is_run() && scope_.machine().mmu(access.core).space() != space_;
  if (!other) touches_.touch(access.address.page(), access.issued);
}

void PageProfile::on_miss(const kernel::Miss& miss) { ++misses_on_[miss.address.page()]; }

PageProfile::Resident PageProfile::resident() const {
  const base::AgentMap& agents = scope_.machine().wiring().agents;
  Resident now;
  for (int n = 0; n < agents.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    const std::uint64_t pages = program_.map().pages_on(node);
    now.all += pages;
    if (agents.is_pool(node)) now.in_pool += pages;
  }
  return now;
}

void PageProfile::sample() {
  if (!open_ || kernel::now() < next_) return;
  resident_.push_back(resident());
  touches_.close(kernel::now());
  next_ += interval_;
}

void PageProfile::report(SimulationResult& result) {
  open_ = false;
  next_ = kNever;
  const base::Time end = kernel::now();
  const auto touched = touches_.intervals(end);
  const auto missed = misses_.intervals(end);
  resident_.resize(touched.size(), resident());
  const auto& classes = scope_.machine().wiring().classes.rows();

  Table& table = result.pages;
  table.columns = {"begin_ns",      "end_ns",    "resident_pages", "pool_pages",
                   "touched_pages", "new_pages", "llc_misses",     "fetched_bytes",
                   "pool_bytes",    "gb_per_s",  "pool_gb_per_s"};
  for (std::size_t i = 0; i < touched.size(); ++i) {
    const base::Time begins = start_ + static_cast<std::int64_t>(i) * interval_;
    const double span = (std::min(end, begins + interval_) - begins).ns();
    double lines = 0;
    double from_pool = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      if (classes[c].block_transfer) continue;
      lines += static_cast<double>(missed[i].misses[c]);
      if (classes[c].pool) from_pool += static_cast<double>(missed[i].misses[c]);
    }
    const double bytes = lines * base::kLineBytes;
    const double pool_bytes = from_pool * base::kLineBytes;
    const double from = (begins - start_).ns();
    table.rows.push_back(
        {from, from + span, static_cast<double>(resident_[i].all),
         static_cast<double>(resident_[i].in_pool), static_cast<double>(touched[i].touched),
         static_cast<double>(touched[i].first), static_cast<double>(missed[i].count()), bytes,
         pool_bytes, ratio(bytes, span), ratio(pool_bytes, span)});
  }
  report_window(accounting::StatWriter(result.stats, scope_.path() + ".profile"));
}

std::uint64_t PageProfile::misses_to_hottest(std::uint64_t percent) const {
  std::vector<std::uint32_t> counts = misses_on_;
  const std::uint64_t pages = (program_.pages_allocated() * percent + 99) / 100;
  const auto last =
      counts.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(pages, counts.size()));
  std::nth_element(counts.begin(), last, counts.end(), std::greater<>());
  return std::accumulate(counts.begin(), last, std::uint64_t{0});
}

void PageProfile::report_window(accounting::StatWriter writer) const {
  const std::uint64_t pages = program_.pages_allocated();
  const std::uint64_t touched = touches_.touched();
  writer.write("pages", pages, "1", "pages of 4 KiB that have memory at the end, without copies");
  writer.write("touched_pages", touched, "1", "pages touched in the measured window");
  writer.write("cold_pages", pages - touched, "1",
               "pages with memory that were not touched in the window");
  const auto misses =
      static_cast<double>(std::accumulate(misses_on_.begin(), misses_on_.end(), std::uint64_t{0}));
  for (const std::uint64_t percent : kHottest) {
    writer.write("misses_to_hottest." + std::to_string(percent),
                 ratio(static_cast<double>(misses_to_hottest(percent)), misses), "1",
                 "share of LLC misses on this percentage of pages, the hottest ones");
  }
}

}  // namespace starnuma::run

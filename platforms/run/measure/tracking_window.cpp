// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/tracking_window.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "platforms/run/measure/ratio.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {
namespace {

int bits(std::uint32_t mask) { return __builtin_popcount(mask); }

/// Reports the deviation of regions' counts, relative to the true counts.
void report_count_errors(const std::vector<TrackedRegion>& regions, accounting::StatWriter out) {
  std::vector<double> errors;
  double off = 0;
  double loads = 0;
  for (const TrackedRegion& region : regions) {
    const auto truth = static_cast<double>(region.true_loads);
    const double error = std::abs(static_cast<double>(region.metadata.count) - truth);
    off += error;
    loads += truth;
    if (region.true_loads > 0) errors.push_back(error / truth);
  }
  std::sort(errors.begin(), errors.end());
  const auto at = [&](double share) {
    if (errors.empty()) return 0.0;
    const auto last = static_cast<double>(errors.size() - 1);
    return errors[static_cast<std::size_t>(std::lround(share * last))];
  };
  const auto write = [&](const char* name, double value, const char* sentence) {
    out.write(name, value, "1", sentence);
  };
  write("total", ratio(off, loads), "sum over regions of |count - true loads|, per true load");
  write("p50", at(0.5), "half of the regions are off by no more, as a share of their true loads");
  write("p90", at(0.9), "90 % of the regions are off by no more");
  write("p99", at(0.99), "99 % of the regions are off by no more");
  write("max", at(1), "the worst region is off by this");
}

void report_sharers(const std::vector<TrackedRegion>& regions, int sockets,
                    accounting::StatWriter out) {
  double true_pairs = 0;
  double missed = 0;
  double extra = 0;
  double wide = 0;
  double wide_known = 0;
  double wide_wrong = 0;
  for (const TrackedRegion& region : regions) {
    const std::uint32_t known = region.metadata.sharers;
    true_pairs += bits(region.true_sharers);
    missed += bits(region.true_sharers & ~known);
    extra += bits(known & ~region.true_sharers);
    const bool is_wide = bits(region.true_sharers) > sockets / 2;
    const bool seems_wide = bits(known) > sockets / 2;
    wide += is_wide;
    wide_known += is_wide && seems_wide;
    wide_wrong += !is_wide && seems_wide;
  }
  const auto write = [&](const char* name, double value, const char* sentence) {
    out.write(name, value, "1", sentence);
  };
  write("true", true_pairs, "pairs of a region and a socket with a load that missed the LLC");
  write("missed", ratio(missed, true_pairs),
        "share of the true pairs whose bit is missing in metadata");
  write("extra", ratio(extra, true_pairs),
        "bits in metadata without such a load in the window, per true pair");
  write("vagabond_regions", wide, "regions that more than half of the sockets share");
  write("vagabond_known", ratio(wide_known, wide),
        "share of the vagabond regions that metadata show as vagabond");
  write("vagabond_wrong", wide_wrong, "other regions that metadata show as vagabond");
}

}  // namespace

TrackingWindow::TrackingWindow(const Scope& scope, tracking::MetadataRegion* metadata,
                               double count_factor)
    : scope_(scope), metadata_(metadata), count_factor_(count_factor) {
  if (metadata == nullptr) return;
  for (RunningProgram* program : scope.programs()) {
    ended_.emplace_back(metadata->regions(program->map().space()));
  }
  loads_.emplace(scope.pages(), metadata->layout().sockets);
  scope.watch(*loads_);
}

void TrackingWindow::prepare(Opening opening) {
  if (metadata_ == nullptr) return;
  if (opening == Opening::kFirst) {
    mark_and_drain(scope_);
    metadata_->clear();
    for (auto& regions : ended_) regions.assign(regions.size(), {});
    warm_up_.clear();
  } else {
    drain(scope_);
    warm_up_ = recorded();
  }
  loads_->reset();
  held_at_begin_ = loads_held();
}

std::vector<tracking::MetadataRegion::Entry> TrackingWindow::end_phase(const Scope& program) {
  mark_and_drain(program);
  const base::SpaceId space = program.program()->map().space();
  auto& ended = ended_[static_cast<std::size_t>(space)];
  std::vector<tracking::MetadataRegion::Entry> entries(ended.size());
  for (std::uint64_t r = 0; r < entries.size(); ++r) {
    entries[r] = metadata_->entry({space, r});
    ended[r].sharers |= entries[r].sharers;
    ended[r].count += entries[r].count;
  }
  metadata_->clear(space);
  return entries;
}

std::vector<tracking::MetadataRegion::Entry> TrackingWindow::known(const Scope& program) const {
  const base::SpaceId space = program.program()->map().space();
  const protocol::MetadataLayout& layout = metadata_->layout();
  const int cores = static_cast<int>(scope_.machine().tracking().size()) / layout.sockets;
  std::vector<std::uint64_t> words;
  for (std::uint64_t r = 0; r < metadata_->regions(space); ++r) {
    words.push_back(metadata_->word(metadata_->address_of({space, r})));
  }
  for (const base::CoreId core : program.visited_cores()) {
    const int socket = base::index_of(core) / cores;
    for (const auto& held : tracking(core).driver().held()) {
      if (held.page.space() != space) continue;
      std::uint64_t& word = words[metadata_->region_of(held.page).number()];
      word = layout.sum(word, std::uint32_t{1} << socket, static_cast<std::uint32_t>(held.loads));
    }
  }
  std::vector<tracking::MetadataRegion::Entry> entries;
  for (const std::uint64_t word : words) {
    entries.push_back({layout.sharers(word), layout.count(word)});
  }
  return entries;
}

void TrackingWindow::recall(const Scope& program,
                            const std::vector<tracking::MetadataRegion::Entry>& entries) {
  const base::SpaceId space = program.program()->map().space();
  for (std::uint64_t r = 0; r < entries.size(); ++r) {
    metadata_->set_word(metadata_->address_of({space, r}),
                        metadata_->layout().word(entries[r].sharers, entries[r].count));
    held_at_begin_ += entries[r].count;
  }
}

void TrackingWindow::mark_and_drain(const Scope& scope) {
  for (const base::CoreId core : scope.visited_cores())
    tracking(core).driver().mark_all(kernel::now());
  drain(scope);
}

std::int64_t TrackingWindow::loads_held() const {
  std::int64_t sum = 0;
  for (const base::CoreId core : scope_.visited_cores())
    sum += tracking(core).driver().loads_held();
  return sum;
}

base::Time TrackingWindow::settled(const Scope& program) const {
  base::Time settled;
  for (const base::CoreId core : program.visited_cores()) {
    settled = std::max(settled, tracking(core).metadata_port().settled());
  }
  return settled;
}

void TrackingWindow::drain(const Scope& scope) {
  for (const base::CoreId core : scope.visited_cores()) tracking(core).tracker().drain();
}

std::vector<tracking::MetadataRegion::Entry> TrackingWindow::recorded() const {
  std::vector<tracking::MetadataRegion::Entry> all;
  for (std::size_t s = 0; s < ended_.size(); ++s) {
    for (std::uint64_t r = 0; r < ended_[s].size(); ++r) {
      const auto now = metadata_->entry({static_cast<base::SpaceId>(s), r});
      all.push_back({ended_[s][r].sharers | now.sharers, ended_[s][r].count + now.count});
    }
  }
  return all;
}

std::vector<TrackedRegion> TrackingWindow::regions() const {
  std::vector<TrackedRegion> regions;
  for (const tracking::MetadataRegion::Entry& entry : recorded()) {
    regions.emplace_back().metadata = entry;
  }
  add_truth(loads_->pages(), regions);
  for (std::size_t r = 0; r < warm_up_.size(); ++r) {
    TrackedRegion& region = regions[r];
    region.metadata.count -= warm_up_[r].count;
    region.metadata.sharers &= ~warm_up_[r].sharers | region.true_sharers;
  }
  return regions;
}

void TrackingWindow::add_truth(const accounting::PageCounts& truth,
                               std::vector<TrackedRegion>& regions) const {
  std::uint64_t first_page = 0;  // position of the space among all pages
  std::uint64_t first_region = 0;
  for (std::size_t s = 0; s < ended_.size(); ++s) {
    const auto space = static_cast<base::SpaceId>(s);
    const std::uint64_t pages = scope_.programs()[s]->map().pages();
    for (std::uint64_t page = 0; page < pages; ++page) {
      const std::uint64_t number = metadata_->region_of({space, page}).number();
      TrackedRegion& region = regions[first_region + number];
      for (int socket = 0; socket < truth.sockets(); ++socket) {
        const std::uint32_t loads = truth.at(first_page + page, socket);
        region.true_loads += loads;
        if (loads > 0) region.true_sharers |= std::uint32_t{1} << socket;
      }
    }
    first_page += pages;
    first_region += ended_[s].size();
  }
}

void TrackingWindow::report(SimulationResult& result) {
  if (metadata_ == nullptr) return;
  drain(scope_);
  result.regions = regions();
  const std::vector<TrackedRegion>& all = result.regions;
  accounting::StatWriter writer(result.stats, "run.tracking");
  writer.write("regions", all.size(), "1", "regions of the program");
  report_loads(all, writer);
  if (metadata_->layout().counter.width > 0) {
    report_counter(writer);
    report_count_errors(all, writer.under("count_error"));
  }
  report_sharers(all, metadata_->layout().sockets, writer.under("sharers"));
}

void TrackingWindow::report_counter(accounting::StatWriter& out) const {
  const double most = metadata_->layout().counter.max;
  out.write("count_saturates_at", most, "1", "loads of a region at which its counter stops");
  out.write("count_saturates_at_full_size", most / count_factor_, "1",
            "count_saturates_at at the published phase length and region size");
}

void TrackingWindow::report_loads(const std::vector<TrackedRegion>& regions,
                                  accounting::StatWriter& out) const {
  std::int64_t truth = 0;
  std::int64_t recorded = 0;
  for (const TrackedRegion& region : regions) {
    truth += static_cast<std::int64_t>(region.true_loads);
    recorded += region.metadata.count;
  }
  const std::int64_t late = loads_held();
  const std::int64_t lost = held_at_begin_ + truth - late - recorded;
  SN_CHECK(lost >= 0, "tracking: ", recorded, " loads recorded and ", late, " held of ", truth,
           " and ", held_at_begin_, " from before");
  const auto write = [&](const char* name, std::int64_t value, const char* sentence) {
    out.write(name, value, "1", sentence);
  };
  write("loads", truth, "loads that missed the LLC; stores and atomics are not tracked");
  write("loads_recorded", recorded, "counts in metadata");
  write("loads_early", held_at_begin_, "loads from before the window, handed over in it");
  write("loads_late", late, "loads that the annexes still held at the end");
  write("loads_lost", lost, "loads beyond a saturated counter, in annex, queue or metadata");
}

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// What the tracking hardware of a machine found in the measured window, beside what was true.
//
// Contract: begin() opens the window as the operating system opens a phase: what is queued is
// written, metadata are cleared, all translations marked. The annexes keep what they hold: those
// loads are of the time before and enter metadata in the window ("early"); what they hold at the
// end never does ("late"). Where phases end in the window, end_phase() reads metadata and begins
// anew in the same way; the window's metadata are the sum over its phases. Every load is recorded,
// late, or lost by a saturated counter; a difference is an InvariantError. On a machine that does
// not track, nothing happens, and no phase may be ended.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/observers/load_counts.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

/// A region's metadata and the truth about it.
struct TrackedRegion {
  tracking::MetadataRegion::Entry metadata;
  std::uint32_t true_sharers = 0;  ///< A bit per socket: at least one load of it missed the LLC.
  std::uint64_t true_loads = 0;
};

class TrackingWindow : public Observer {
 public:
  /// `scope` is of the whole run; it and `metadata`, which may be none, must outlive the window.
  /// Counts of the full-size machine are its own divided by `count_factor`.
  TrackingWindow(const Scope& scope, tracking::MetadataRegion* metadata, double count_factor);

  /// Metadata begin at zero; a warm-up's end leaves them as they are.
  void prepare(Opening opening) override;
  /// What metadata say of the phase of one program that ends now, by region.
  std::vector<tracking::MetadataRegion::Entry> end_phase(const Scope& program);
  /// What metadata would say of the program if annexes handed over what they hold.
  std::vector<tracking::MetadataRegion::Entry> known(const Scope& program) const;
  /// Metadata of the program are these, which no load of the window has made.
  void recall(const Scope& program, const std::vector<tracking::MetadataRegion::Entry>& entries);
  /// By when all that was drained of this program has reached metadata.
  base::Time settled(const Scope& program) const;
  /// Where metadata lie; of a machine that tracks.
  const tracking::MetadataRegion& metadata() const { return *metadata_; }
  /// run.tracking.*, and metadata and truth by region.
  void report(SimulationResult& result) override;

 private:
  std::int64_t loads_held() const;
  assembly::TrackingBox& tracking(base::CoreId core) const {
    return *scope_.machine().tracking()[static_cast<std::size_t>(core)];
  }
  /// Marks all translations of these cores and writes what they have queued.
  void mark_and_drain(const Scope& scope);
  void drain(const Scope& scope);
  void add_truth(const accounting::PageCounts& truth, std::vector<TrackedRegion>& regions) const;
  std::vector<TrackedRegion> regions() const;
  void report_counter(accounting::StatWriter& out) const;
  void report_loads(const std::vector<TrackedRegion>& regions, accounting::StatWriter& out) const;

  const Scope& scope_;
  tracking::MetadataRegion* metadata_;
  double count_factor_;
  std::optional<observers::LoadCounts> loads_;
  /// Sum over phases, by space and region.
  std::vector<std::vector<tracking::MetadataRegion::Entry>> ended_;
  std::int64_t held_at_begin_ = 0;
};

}  // namespace starnuma::run

// SPDX-License-Identifier: Apache-2.0
// Metadata of the tracking hardware in the measured window, compared with true counts.
//
// Contract:
// - The window opens as the operating system opens a phase: queued updates are written, metadata
//   are cleared, all translations are marked.
// - The end of a warm-up opens the window again: metadata stay, and the window's counts are those
//   since then. A bit that the warm-up set belongs to the window if a load of the window confirms
//   it.
// - Annexes keep the loads that they hold. Those loads enter metadata in the window ("early");
//   loads still held at the end never enter ("late").
// - end_phase() reads and clears metadata in the same manner. The window's metadata are the sum
//   over its phases.
// - Every load is recorded, late, or lost by a saturated counter; otherwise InvariantError.
// - On a machine that does not track, calls have no effect and end_phase() must not be called.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/observers/load_counts.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/tracked_region.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class TrackingWindow : public Observer {
 public:
  /// `scope` covers the whole run; `metadata` may be null. Both must outlive this object. Counts of
  /// the full-size machine are the counts divided by `count_factor`.
  TrackingWindow(const Scope& scope, tracking::MetadataRegion* metadata, double count_factor);

  /// Clears metadata at the first opening only.
  void prepare(Opening opening) override;
  /// Returns the program's metadata by region and begins a new phase.
  std::vector<tracking::MetadataRegion::Entry> end_phase(const Scope& program);
  /// Returns the program's metadata by region, including the loads that annexes still hold.
  std::vector<tracking::MetadataRegion::Entry> known(const Scope& program) const;
  /// Sets the program's metadata, which count as loads from before the window.
  void recall(const Scope& program, const std::vector<tracking::MetadataRegion::Entry>& entries);
  /// Returns the time at which all drained updates of the program have reached metadata.
  base::Time settled(const Scope& program) const;
  /// Returns the metadata region; only for a machine that tracks.
  const tracking::MetadataRegion& metadata() const { return *metadata_; }
  /// Reports run.tracking.*, and metadata and true values by region.
  void report(SimulationResult& result) override;
  void report_so_far(SimulationResult& result) override { report(result); }

 private:
  std::int64_t loads_held() const;
  assembly::TrackingBox& tracking(base::CoreId core) const {
    return *scope_.machine().tracking()[static_cast<std::size_t>(core)];
  }
  /// Marks all translations of the scope's cores and writes their queued updates.
  void mark_and_drain(const Scope& scope);
  void drain(const Scope& scope);
  void add_truth(const accounting::PageCounts& truth, std::vector<TrackedRegion>& regions) const;
  /// Returns the metadata since the first opening by region, for all spaces.
  std::vector<tracking::MetadataRegion::Entry> recorded() const;
  std::vector<TrackedRegion> regions() const;
  void report_counter(accounting::StatWriter& out) const;
  void report_loads(const std::vector<TrackedRegion>& regions, accounting::StatWriter& out) const;

  const Scope& scope_;
  tracking::MetadataRegion* metadata_;
  double count_factor_;
  std::optional<observers::LoadCounts> loads_;
  /// Sums over completed phases, by space and region.
  std::vector<std::vector<tracking::MetadataRegion::Entry>> ended_;
  /// Metadata at the end of the warm-up by region; empty without a warm-up.
  std::vector<tracking::MetadataRegion::Entry> warm_up_;
  std::int64_t held_at_begin_ = 0;
};

}  // namespace starnuma::run

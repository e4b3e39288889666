// SPDX-License-Identifier: Apache-2.0
// Buffer of a hop recorder: retains the hops, misses and samples of the window.
//
// Contract:
// - Hops are in call order, which differs from the order of time because cores schedule accesses
//   ahead. take() sorts them.
// - While a trigger is armed, the buffer discards records that the trigger can no longer include.
// - The window ends when the buffer contains the maximum number of hops.
#pragma once

#include "models/observers/hop_log.h"
#include "models/observers/signal_samples.h"
#include "models/observers/triggered_window.h"

namespace starnuma::observers {

class HopBuffer {
 public:
  explicit HopBuffer(const HopSelection& selection);

  const HopSelection& selection() const { return selection_; }
  TriggeredWindow& window() { return window_; }
  SignalSamples& signals() { return signals_; }
  const std::vector<Track>& tracks() const { return log_.tracks; }

  /// Returns the track of a part of an object, or kNoTrack if the object is not selected.
  std::uint32_t track_of(const std::string& object, const std::string& part, HopKind kind);
  void name_agent(base::AgentId id, const std::string& name);
  /// Records a hop; ignores a hop outside the window.
  void keep(const Hop& hop);
  void keep(const MissRecord& miss);
  /// Samples adjacent signals, from `first`, unless the window ends before `time`.
  void sample(base::Time time, std::uint32_t first, std::initializer_list<std::uint64_t> values);

  /// Fires a trigger on a broken invariant, which ends the run now.
  void on_error();
  /// Returns true if simulated time has passed everything that can be recorded.
  bool complete() const;
  /// Returns the recorded hops sorted by begin. Precondition: the run is over; callable once.
  HopLog take();

 private:
  void purge();

  HopSelection selection_;
  TriggeredWindow window_;
  SignalSamples signals_;
  HopLog log_;  ///< Without the samples and the window.
  std::size_t next_purge_;
};

}  // namespace starnuma::observers

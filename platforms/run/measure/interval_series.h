// SPDX-License-Identifier: Apache-2.0
// Time series of a run: one row for each interval of simulated time of the measured window.
//
// Contract:
// - Passive: a run with a series has the same statistics as a run without.
// - Misses count at their own times (observers/miss_timeline.h).
// - Instructions and traffic are the counters at the boundary; cores may be ahead of the boundary
//   by up to the quantum.
#pragma once

#include "models/observers/miss_timeline.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/traffic_sampler.h"

namespace starnuma::run {

class IntervalSeries : public Observer {
 public:
  /// `cores` and `frequency` serve to compute IPC; `machine` must outlive the series.
  IntervalSeries(base::Time interval, assembly::Machine& machine, int cores,
                 base::Frequency frequency);

  void begin(Opening opening) override;
  /// Returns the next interval boundary.
  base::Time next() const override { return next_; }
  /// Records a row at a boundary.
  void sample() override;
  /// Reports all rows up to the current time; the window's end truncates the last interval.
  void report(SimulationResult& result) override;

 private:
  void record(base::Time now);

  base::Time interval_;
  assembly::Machine& machine_;
  double cores_;
  double cycles_per_ps_;
  observers::MissTimeline misses_;
  TrafficSampler traffic_;
  base::Time start_;
  base::Time last_;
  base::Time next_;
  std::int64_t instructions_ = 0;
  std::vector<std::vector<double>> rows_;
};

}  // namespace starnuma::run

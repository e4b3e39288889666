// SPDX-License-Identifier: Apache-2.0
// The time series of a run: one row for each interval of simulated time of the measured window.
//
// Contract: watches only; a run with a series has the same statistics as one without. Misses
// count by their own times (observers/miss_timeline.h); instructions and traffic are what the boxes
// had counted at the boundary, when cores may be ahead of it by up to the quantum.
#pragma once

#include "models/observers/miss_timeline.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/observer.h"
#include "platforms/run/traffic_sampler.h"

namespace starnuma::run {

class IntervalSeries : public Observer {
 public:
  /// Cores and their clock are for IPC; `machine` must outlive the series.
  IntervalSeries(base::Time interval, assembly::Machine& machine, int cores,
                 base::Frequency frequency);

  void begin(Opening opening) override;
  /// The next boundary.
  base::Time next() const override { return next_; }
  /// Records a row at a boundary.
  void sample() override;
  /// Everything up to now, the last interval cut short where the window ends.
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

// SPDX-License-Identifier: Apache-2.0
// Number of pages of each program on each node, over time.
//
// Contract:
// - Passive.
// - Rows: one at the opening of the measured window, one for each sample with a change, one at the
//   end. Samples are a period apart if pages move; otherwise there are none in between.
// - Read-only copies count at their location.
// - With dynamic capacity, further columns give the pages of each host's extents on a device.
#pragma once

#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/table.h"
#include "platforms/run/pools/capacity_changes.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class MemoryUse : public Observer {
 public:
  /// `whole` covers the run; `capacity` may be null. All must outlive this object.
  MemoryUse(const assembly::MachineConfig& config, const Scope& whole, base::Time period,
            const CapacityChanges* capacity);

  void begin(Opening opening) override;
  base::Time next() const override { return next_; }
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  void record(bool always);
  int nodes() const;

  const Scope& whole_;
  const CapacityChanges* capacity_;
  base::Time period_;
  base::Time start_;
  base::Time next_ = kNever;
  Table table_;
};

}  // namespace starnuma::run

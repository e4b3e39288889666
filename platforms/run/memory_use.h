// SPDX-License-Identifier: Apache-2.0
// How many pages each program has on each node, over time.
//
// Contract: watches only. A row for the opening of the measured window, one for each look at which
// something has changed, and one for the end; looks are a period apart where pages move, else there
// are none between. Read-only copies count where they lie. Where hosts get memory and give it back,
// also how many pages each has on a device then.
#pragma once

#include "platforms/run/capacity_changes.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"
#include "platforms/run/table.h"

namespace starnuma::run {

class MemoryUse : public Observer {
 public:
  /// `whole` is of the run; `capacity` may be null. All must outlive this.
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

// SPDX-License-Identifier: Apache-2.0
// One data bus and the controller's queues for it. Computes the wait of each read and write, for
// calls in any order of time.
//
// Contract: read() and write() take accesses with times `at` >= `horizon`. timing::DramScheduler
// schedules them in order of arrival, after all accesses that can affect them are known. A read is
// answered at once:
//   - with the schedule that follows if nothing else arrives: if no other access waits, or if calls
//     come in order (`at` at most tRCD after `horizon`) and at most `kForecast` accesses wait;
//   - else with the expected wait behind the waiting reads and the next scheduled refresh
//   (ReadForecast).
// Later answers of waiting reads compensate for the difference between answer and schedule. Sums
// and means of waits under load therefore equal those of the schedule; single waits do not. An
// unloaded read takes its exact time.
// Writes go to a buffer. A write that finds it full waits until an entry is free: the scheduled
// time if calls come in order and at most `kForecast` writes wait, else the expected time
// (QueueForecast). A read of a line in the buffer is served from it, at the rate of the bus; a
// write of such a line replaces it.
#pragma once

#include <cstdint>

#include "models/base/quantities.h"
#include "models/memory/dram_config.h"
#include "models/memory/queue_forecast.h"
#include "models/memory/read_forecast.h"
#include "models/memory/write_buffer.h"
#include "models/timing/busy_window.h"
#include "models/timing/dram_scheduler.h"

namespace starnuma::memory {

class Subchannel {
 public:
  struct Served {
    enum class From : std::uint8_t { kArray, kBuffer, kNowhere };
    base::Time wait;  ///< Delay beyond an unloaded read of a closed bank or open row.
    timing::RowOutcome row = timing::RowOutcome::kMiss;
    From from = From::kArray;
  };
  struct ArrayCounts {
    std::int64_t row_hits = 0;
    std::int64_t row_conflicts = 0;
    std::int64_t bursts = 0;
    std::int64_t merged = 0;
    std::int64_t drains = 0;
    ArrayCounts& operator+=(const ArrayCounts& other);
    ArrayCounts since(const ArrayCounts& before) const;
  };

  /// `rules` must outlive this.
  Subchannel(const timing::DramShape& shape, const timing::DramRules& rules,
             const timing::DramPolicies& policies, const QueueConfig& queues,
             base::Time first_refresh);

  /// Prefetches the state of a bank into the host's cache.
  void prefetch(int bank) const { scheduler_.prefetch(bank); }
  /// Reads a line. A speculative read is dropped (kNowhere) if it would wait for longer than
  /// `speculative_wait`.
  Served read(std::uint64_t line, const timing::DramAccess& access, base::Time at,
              base::Time horizon, bool speculative = false);
  /// Returns the time at which the write is accepted.
  base::Time write(std::uint64_t line, const timing::DramAccess& access, base::Time at,
                   base::Time horizon);

  /// Returns the counts of the accesses whose column command is before `until`, since construction.
  ArrayCounts counts(base::Time until) const;

 private:
  /// Column command of a read and the row that it finds.
  struct Forecast {
    base::Time column;
    timing::RowOutcome row;
  };

  static constexpr std::size_t kForecast = 32;

  /// Returns true if no later call can affect an access at `at`.
  bool in_order(base::Time at, base::Time horizon) const { return at - horizon <= row_to_column_; }
  void schedule(base::Time horizon);
  void settle(const timing::DramScheduler::Served& served);
  static void count(const timing::DramScheduler::Served& served, ArrayCounts& counts);
  timing::DramScheduler& copy_with(const timing::DramAccess& access, base::Time at);
  Forecast forecast(const timing::DramAccess& access, base::Time at);
  base::Time accepted(const timing::DramAccess& access, base::Time at, base::Time horizon);
  base::Time unloaded(base::Time at, timing::RowOutcome row) const {
    return row == timing::RowOutcome::kHit ? at : at + row_to_column_;
  }

  base::Time row_to_column_;
  base::Time read_gap_;   ///< Least distance of two reads on the bus.
  base::Time write_gap_;  ///< Least distance of two writes on the bus.
  QueueConfig queues_;
  timing::DramScheduler scheduler_;
  base::Time scheduled_until_;
  timing::DramScheduler trial_;  ///< Copy that runs ahead for a forecast.
  ReadForecast reads_;
  QueueForecast writes_;
  base::Time last_write_;   ///< Last column command of a write.
  std::int64_t drain_ = 0;  ///< Number of drains begun before `last_write_`.
  WriteBuffer buffer_;
  timing::BusyWindow buffer_port_;
  ArrayCounts counts_;  ///< Counts of the accesses that the scheduler has decided.
};

}  // namespace starnuma::memory

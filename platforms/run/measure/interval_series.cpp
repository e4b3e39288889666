// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/interval_series.h"

#include "models/kernel/now.h"
#include "platforms/run/measure/ratio.h"
#include "platforms/run/measure/simulation_result.h"

namespace starnuma::run {
namespace {

/// Appends the columns that derive from the misses' own times; `span` is in picoseconds.
void append_misses(const observers::MissTimeline::Interval& interval, double span, double cores,
                   int classes, std::vector<double>& row) {
  const auto count = static_cast<double>(interval.count());
  const auto latency = static_cast<double>(interval.latency_ps);
  row.push_back(count);
  for (int c = 0; c < classes; ++c) {
    row.push_back(static_cast<double>(interval.misses[static_cast<std::size_t>(c)]));
  }
  row.push_back(ratio(latency / 1000, count));
  row.push_back(ratio((latency - static_cast<double>(interval.queue_ps)) / 1000, count));
  row.push_back(static_cast<double>(interval.pending_ps) / span / cores);
  row.push_back(static_cast<double>(interval.outstanding_ps) / span / cores);
}

}  // namespace

IntervalSeries::IntervalSeries(base::Time interval, assembly::Machine& machine, int cores,
                               base::Frequency frequency)
    : interval_(interval),
      machine_(machine),
      cores_(cores),
      cycles_per_ps_(static_cast<double>(frequency.value) / 1e12),
      misses_(interval),
      traffic_(machine),
      next_(interval) {
  machine.add_observer(misses_);
}

void IntervalSeries::begin(Opening /*opening*/) {
  start_ = last_ = kernel::now();
  next_ = start_ + interval_;
  instructions_ = 0;
  rows_.clear();
  misses_.begin(start_);
  traffic_.begin();
  sc_core::sc_pause();  // makes the time loop re-read next()
}

void IntervalSeries::sample() {
  if (kernel::now() < next_) return;
  record(kernel::now());
  next_ += interval_;
}

void IntervalSeries::record(base::Time now) {
  const base::Time span = now - last_;
  const std::int64_t instructions = machine_.instructions();
  const auto executed = static_cast<double>(instructions - instructions_);
  std::vector<double> row{(last_ - start_).ns(), (now - start_).ns(), executed,
                          executed / (cores_ * cycles_per_ps_ * static_cast<double>(span.ps()))};
  for (const double value : traffic_.since_last(span, now - start_)) row.push_back(value);
  rows_.push_back(std::move(row));
  instructions_ = instructions;
  last_ = now;
}

void IntervalSeries::report(SimulationResult& result) {
  if (kernel::now() > last_) record(kernel::now());
  Table& table = result.intervals;
  table.columns = {"begin_ns", "end_ns", "instructions", "ipc", "llc_misses"};
  for (const accounting::AccessClassRow& row : machine_.wiring().classes.rows()) {
    table.columns.push_back("misses_" + row.name);
  }
  table.columns.insert(
      table.columns.end(),
      {"amat_ns", "amat_unloaded_ns", "pending_misses_per_core", "outstanding_misses_per_core"});
  for (const std::string& column : traffic_.columns()) table.columns.push_back(column);

  constexpr std::ptrdiff_t kBeforeMisses = 4;
  const auto misses = misses_.intervals(last_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::vector<double>& sampled = rows_[i];
    std::vector<double> row(sampled.begin(), sampled.begin() + kBeforeMisses);
    append_misses(misses[i], 1000 * (sampled[1] - sampled[0]), cores_,
                  machine_.wiring().classes.count(), row);
    row.insert(row.end(), sampled.begin() + kBeforeMisses, sampled.end());
    table.rows.push_back(std::move(row));
  }
}

}  // namespace starnuma::run

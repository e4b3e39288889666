// SPDX-License-Identifier: Apache-2.0
#include "models/placement/hint_faults/hint_scan.h"

#include <algorithm>
#include <cmath>

namespace starnuma::placement {
namespace {

constexpr double kMillisecond = 1e9;  // picoseconds
constexpr std::int64_t kSlots = 10;   // Linux, NUMA_PERIOD_SLOTS
constexpr std::int64_t kKeep = 7;     // Linux, NUMA_PERIOD_THRESHOLD

base::Time scaled_ms(double milliseconds, const ScaledPhase& phase) {
  const double ps = std::round(milliseconds * kMillisecond * phase.time_factor);
  return base::Time(std::max<std::int64_t>(1, static_cast<std::int64_t>(ps)));
}

/// Returns the change of the period in slots (Linux, update_task_scan_period).
std::int64_t slots_longer(std::int64_t private_tenths, std::int64_t local_tenths) {
  if (private_tenths >= kKeep) return std::max<std::int64_t>(1, private_tenths - kKeep);
  if (local_tenths >= kKeep) return std::max<std::int64_t>(1, local_tenths - kKeep);
  return std::max(private_tenths, local_tenths) - kKeep;
}

}  // namespace

HintScan::HintScan(const NumaBalancingConfig& config, const ScaledPhase& phase, std::uint64_t pages)
    : window_(std::max<std::uint64_t>(
          1, static_cast<std::uint64_t>(static_cast<double>(config.scan_size.value) *
                                        phase.size_factor / base::kPageBytes))) {
  const double scans = std::ceil(static_cast<double>(std::max<std::uint64_t>(pages, 1)) /
                                 static_cast<double>(window_));
  const double fastest = 1000.0 * static_cast<double>(config.scan_size.value) /
                         static_cast<double>(config.scan_rate.value);
  const double least = std::max(config.scan_period_min_ms / scans, fastest);
  delay_ = scaled_ms(config.scan_delay_ms, phase);
  shortest_ = scaled_ms(least, phase);
  longest_ = scaled_ms(std::max(config.scan_period_max_ms / scans, least), phase);
  period_ = shortest_;
}

std::vector<std::uint64_t> HintScan::next(const MemoryState& memory, bool shared_mappings) {
  started_ = true;
  std::vector<std::uint64_t> pages;
  if (memory.unmapping) return pages;
  const std::uint64_t end = memory.homes.size();
  for (; cursor_ < end && pages.size() < window_; ++cursor_) {
    const bool shared = !memory.shared_mapping.empty() && memory.shared_mapping[cursor_];
    if (may_move(memory, cursor_) && (!shared || shared_mappings)) pages.push_back(cursor_);
  }
  if (cursor_ >= end) end_pass();
  return pages;
}

void HintScan::count(bool is_private, bool local) {
  ++(is_private ? private_ : shared_);
  ++(local ? local_ : remote_);
}

void HintScan::end_pass() {
  cursor_ = 0;
  ++passes_;
  if (local_ + shared_ == 0 || failed_ > 0) {
    period_ = std::min(longest_, period_ * 2);
  } else {
    const std::int64_t slots = slots_longer(kSlots * private_ / (private_ + shared_),
                                            kSlots * local_ / (local_ + remote_));
    const base::Time slot((period_.ps() + kSlots - 1) / kSlots);
    period_ = std::clamp(period_ + slot * slots, shortest_, longest_);
  }
  private_ = shared_ = local_ = remote_ = 0;
  failed_ = 0;
}

MoveBudget::MoveBudget(const NumaBalancingConfig& config, const ScaledPhase& phase)
    : window_(scaled_ms(1000, phase)),
      most_(std::max<std::uint64_t>(
          1, static_cast<std::uint64_t>(static_cast<double>(config.migration_rate.value) *
                                        phase.size_factor / base::kPageBytes))) {}

bool MoveBudget::take(base::Time now) {
  const std::int64_t window = now / window_;
  if (window != current_) {
    current_ = window;
    taken_ = 0;
  }
  if (taken_ >= most_) return false;
  ++taken_;
  return true;
}

}  // namespace starnuma::placement

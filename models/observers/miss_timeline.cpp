// SPDX-License-Identifier: Apache-2.0
#include "models/observers/miss_timeline.h"

#include <algorithm>
#include <numeric>

namespace starnuma::observers {

MissTimeline::Interval& MissTimeline::Interval::operator+=(const Interval& other) {
  for (std::size_t c = 0; c < misses.size(); ++c) misses[c] += other.misses[c];
  latency_ps += other.latency_ps;
  queue_ps += other.queue_ps;
  pending_ps += other.pending_ps;
  outstanding_ps += other.outstanding_ps;
  return *this;
}

std::int64_t MissTimeline::Interval::count() const {
  return std::accumulate(misses.begin(), misses.end(), std::int64_t{0});
}

MissTimeline::Interval& MissTimeline::at(std::int64_t index) {
  const auto i = static_cast<std::size_t>(index);
  if (i >= intervals_.size()) intervals_.resize(i + 1);
  return intervals_[i];
}

void MissTimeline::on_miss(const kernel::Miss& miss) {
  const std::int64_t latency = miss.ledger.total().ps();
  const std::int64_t done = std::max<std::int64_t>(0, miss.done.ps() - start_);
  Interval& arrival = at(done / length_);
  ++arrival.misses[static_cast<std::size_t>(miss.access_class)];
  arrival.latency_ps += latency;
  arrival.queue_ps += miss.ledger.queue().ps();

  spread(done - latency, done, &Interval::pending_ps);
  spread(miss.registered.ps() - start_, miss.released.ps() - start_, &Interval::outstanding_ps);
}

void MissTimeline::spread(std::int64_t begin, std::int64_t end, std::int64_t Interval::*sum) {
  begin = std::max<std::int64_t>(0, begin);
  if (begin >= end) return;
  for (std::int64_t i = begin / length_; i <= end / length_; ++i) {
    at(i).*sum += std::min(end, (i + 1) * length_) - std::max(begin, i * length_);
  }
}

std::vector<MissTimeline::Interval> MissTimeline::intervals(base::Time end) const {
  const std::int64_t window = end.ps() - start_;
  if (window <= 0) return {};
  std::vector<Interval> all(static_cast<std::size_t>((window + length_ - 1) / length_));
  for (std::size_t i = 0; i < intervals_.size(); ++i) {
    all[std::min(i, all.size() - 1)] += intervals_[i];
  }
  return all;
}

}  // namespace starnuma::observers

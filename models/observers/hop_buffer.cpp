// SPDX-License-Identifier: Apache-2.0
#include "models/observers/hop_buffer.h"

#include <algorithm>
#include <tuple>

#include "models/kernel/now.h"

namespace starnuma::observers {

using base::Time;

namespace {

constexpr std::size_t kPurgeStep = 1 << 16;

template <class Record, class Outside>
void discard(std::vector<Record>& records, Outside&& outside) {
  records.erase(std::remove_if(records.begin(), records.end(), outside), records.end());
}

}  // namespace

HopBuffer::HopBuffer(const HopSelection& selection)
    : selection_(selection), window_(selection_), next_purge_(kPurgeStep) {
  log_.classes = selection_.classes;
  log_.kinds = selection_.kinds;
}

std::uint32_t HopBuffer::track_of(const std::string& object, const std::string& part,
                                  HopKind kind) {
  if (!selection_.selects(object)) return kNoTrack;
  for (std::size_t t = 0; t < log_.tracks.size(); ++t) {
    const Track& track = log_.tracks[t];
    if (track.object == object && track.part == part && track.kind == kind) {
      return static_cast<std::uint32_t>(t);
    }
  }
  log_.tracks.push_back({object, part, kind});
  return static_cast<std::uint32_t>(log_.tracks.size() - 1);
}

void HopBuffer::name_agent(base::AgentId id, const std::string& name) {
  const auto index = static_cast<std::size_t>(id);
  if (index >= log_.agents.size()) log_.agents.resize(index + 1);
  if (log_.agents[index].empty()) log_.agents[index] = name;
}

void HopBuffer::keep(const Hop& hop) {
  if (!window_.window().touches(hop.begin, hop.end)) return;
  log_.hops.push_back(hop);
  if (window_.armed() && log_.hops.size() >= next_purge_) purge();
  if (log_.hops.size() >= selection_.most) window_.cut(kernel::now());
}

void HopBuffer::keep(const MissRecord& miss) {
  if (window_.window().touches(miss.issued, miss.done)) log_.misses.push_back(miss);
}

void HopBuffer::sample(Time time, std::uint32_t first,
                       std::initializer_list<std::uint64_t> values) {
  if (!window_.over(time)) signals_.sample(time, first, values);
}

/// Discards records that no trigger can include any more.
void HopBuffer::purge() {
  const Time oldest = window_.retained_from(kernel::now());
  discard(log_.hops, [&](const Hop& hop) { return hop.end < oldest; });
  discard(log_.misses, [&](const MissRecord& miss) { return miss.done < oldest; });
  signals_.discard(oldest);
  next_purge_ = std::max(kPurgeStep, 2 * log_.hops.size());
}

void HopBuffer::on_error() { window_.on_error(kernel::now()); }

bool HopBuffer::complete() const { return window_.over(kernel::now()); }

HopLog HopBuffer::take() {
  static_cast<HopWindow&>(log_) = window_.window();
  if (window_.armed()) log_.hops.clear();
  discard(log_.hops, [&](const Hop& hop) { return !log_.touches(hop.begin, hop.end); });
  std::stable_sort(log_.hops.begin(), log_.hops.end(),
                   [](const Hop& a, const Hop& b) { return a.begin < b.begin; });
  std::stable_sort(log_.misses.begin(), log_.misses.end(),
                   [](const MissRecord& a, const MissRecord& b) {
                     return std::tie(a.issued, a.transaction) < std::tie(b.issued, b.transaction);
                   });
  signals_.discard(log_.from);
  log_.samples = signals_.take();
  log_.signals = signals_.signals();
  return std::move(log_);
}

}  // namespace starnuma::observers

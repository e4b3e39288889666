// SPDX-License-Identifier: Apache-2.0
#include "models/observers/signal_samples.h"

#include <algorithm>

#include "models/observers/message_name.h"

namespace starnuma::observers {

using base::Time;

std::uint32_t SignalSamples::add(const std::vector<Signal>& signals) {
  const auto first = static_cast<std::uint32_t>(signals_.size());
  signals_.insert(signals_.end(), signals.begin(), signals.end());
  return first;
}

void SignalSamples::sample(Time time, std::uint32_t first,
                           std::initializer_list<std::uint64_t> values) {
  for (const std::uint64_t value : values) samples_.push_back({time, first++, value});
}

void SignalSamples::discard(Time before) {
  std::vector<std::size_t> last(signals_.size(), 0);
  std::vector<bool> kept(samples_.size(), true);
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (samples_[i].time >= before) continue;
    std::size_t& latest = last[samples_[i].signal];  // index in the list, counted from one
    kept[i] = latest == 0 || samples_[latest - 1].time <= samples_[i].time;
    if (!kept[i]) continue;
    if (latest != 0) kept[latest - 1] = false;
    latest = i + 1;
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (kept[i]) samples_[to++] = samples_[i];
  }
  samples_.resize(to);
}

std::vector<Sample> SignalSamples::take() {
  sort();
  number_messages();
  spread();
  return std::move(samples_);
}

void SignalSamples::sort() {
  std::stable_sort(samples_.begin(), samples_.end(),
                   [](const Sample& a, const Sample& b) { return a.time < b.time; });
}

/// Renumbers message counts, which are in call order, in order of time.
void SignalSamples::number_messages() {
  std::vector<std::uint64_t> last(signals_.size(), 0);
  for (const Sample& sample : samples_) {
    last[sample.signal] = std::max(last[sample.signal], sample.value);
  }
  for (auto sample = samples_.rbegin(); sample != samples_.rend(); ++sample) {
    const std::string& name = signals_[sample->signal].name;
    if (name == kHandOvers || name == kRequests) sample->value = last[sample->signal]--;
  }
}

/// Separates values of a signal at the same time by one picosecond each.
void SignalSamples::spread() {
  std::vector<Time> last(signals_.size(), Time(-1));
  for (Sample& sample : samples_) {
    sample.time = std::max(sample.time, last[sample.signal] + Time(1));
    last[sample.signal] = sample.time;
  }
  sort();
}

}  // namespace starnuma::observers

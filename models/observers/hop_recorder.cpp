// SPDX-License-Identifier: Apache-2.0
// Selection of the recorded hops; the taps are in hop_taps.cpp.
#include "models/observers/hop_recorder.h"

#include <algorithm>

#include "models/kernel/now.h"
#include "models/observers/message_name.h"

namespace starnuma::observers {

using base::Time;

namespace {

constexpr std::size_t kPurgeStep = 1 << 16;

Time later_by(Time time, Time span) {
  return span < HopSelection::kForever - time ? time + span : HopSelection::kForever;
}

/// Renumbers message counts, which are in call order, in order of time.
void number_messages(HopLog& log) {
  std::vector<std::uint64_t> last(log.signals.size(), 0);
  for (const Sample& sample : log.samples) {
    last[sample.signal] = std::max(last[sample.signal], sample.value);
  }
  for (auto sample = log.samples.rbegin(); sample != log.samples.rend(); ++sample) {
    const std::string& name = log.signals[sample->signal].name;
    if (name == kHandOvers || name == kRequests) sample->value = last[sample->signal]--;
  }
}

/// Separates values of a signal at the same time by one picosecond each.
void spread_samples(HopLog& log) {
  std::vector<Time> last(log.signals.size(), Time(-1));
  for (Sample& sample : log.samples) {
    sample.time = std::max(sample.time, last[sample.signal] + Time(1));
    last[sample.signal] = sample.time;
  }
  std::stable_sort(log.samples.begin(), log.samples.end(),
                   [](const Sample& a, const Sample& b) { return a.time < b.time; });
}

Time earlier_by(Time time, Time span) { return std::max(Time(0), time - span); }

}  // namespace

HopRecorder::HopRecorder(HopSelection selection)
    : selection_(std::move(selection)),
      armed_(selection_.trigger.kind != HopTriggerKind::kNone),
      next_purge_(kPurgeStep) {
  log_.from = armed_ ? earlier_by(selection_.from, selection_.trigger.before) : selection_.from;
  log_.to = selection_.to;
  log_.classes = selection_.classes;
  log_.kinds = selection_.kinds;
}

std::string core_of(const std::string& object) {
  for (const std::string part : {".private_caches", ".tracking"}) {
    const std::size_t at = object.find(part);
    if (at == std::string::npos) continue;
    const std::size_t number = at + part.size();
    const std::size_t end = std::min(object.find('.', number), object.size());
    return object.substr(0, at) + ".core" + object.substr(number, end - number);
  }
  return object;
}

bool HopRecorder::selects(const std::string& object) const { return selection_.selects(object); }

bool HopRecorder::wants(std::uint64_t transaction, base::LineAddress line) const {
  if (selection_.line && line != *selection_.line) return false;
  const auto& wanted = selection_.transactions;
  return wanted.empty() || std::binary_search(wanted.begin(), wanted.end(), transaction);
}

/// Returns true if a part of a page walk with this span is recorded.
bool HopRecorder::wants_walk(Time begin, Time end) const {
  const auto& spans = selection_.walks;
  return (!selection_.line && selection_.transactions.empty()) ||
         std::any_of(spans.begin(), spans.end(),
                     [&](const auto& span) { return span.first <= end && begin <= span.second; });
}

bool HopRecorder::wants(const Message& message) const {
  return wants(message.transaction, message.open<protocol::Message>().line) ||
         (message.traffic == accounting::Traffic::kWalk && wants_walk(message.time, message.time));
}

std::uint32_t HopRecorder::track_of(const std::string& object, const std::string& part,
                                    HopKind kind) {
  for (std::size_t t = 0; t < log_.tracks.size(); ++t) {
    const Track& track = log_.tracks[t];
    if (track.object == object && track.part == part && track.kind == kind) {
      return static_cast<std::uint32_t>(t);
    }
  }
  log_.tracks.push_back({object, part, kind});
  return static_cast<std::uint32_t>(log_.tracks.size() - 1);
}

void HopRecorder::keep(const Hop& hop) {
  if (hop.end < log_.from || hop.begin > log_.to) return;
  log_.hops.push_back(hop);
  if (armed_ && log_.hops.size() >= next_purge_) purge();
  if (log_.hops.size() < selection_.most || log_.cut) return;
  log_.cut = true;
  log_.to = log_.fired_at = kernel::now();
}

/// Discards hops that no trigger can include any more.
void HopRecorder::purge() {
  const Time oldest = kernel::now() - selection_.trigger.before;
  log_.hops.erase(std::remove_if(log_.hops.begin(), log_.hops.end(),
                                 [&](const Hop& hop) { return hop.end < oldest; }),
                  log_.hops.end());
  log_.misses.erase(std::remove_if(log_.misses.begin(), log_.misses.end(),
                                   [&](const MissRecord& miss) { return miss.done < oldest; }),
                    log_.misses.end());
  forget_samples(oldest);
  next_purge_ = std::max(kPurgeStep, 2 * log_.hops.size());
}

/// Discards samples before a time; keeps the last value of each signal.
void HopRecorder::forget_samples(Time before) {
  std::vector<std::size_t> last(log_.signals.size(), 0);
  std::vector<Sample>& samples = log_.samples;
  std::vector<bool> kept(samples.size(), true);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].time >= before) continue;
    std::size_t& latest = last[samples[i].signal];  // index in the list, counted from one
    kept[i] = latest == 0 || samples[latest - 1].time <= samples[i].time;
    if (!kept[i]) continue;
    if (latest != 0) kept[latest - 1] = false;
    latest = i + 1;
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (kept[i]) samples[to++] = samples[i];
  }
  samples.resize(to);
}

void HopRecorder::check_trigger(base::LineAddress line, const char* name, Time time) {
  if (!armed_) return;
  const HopTrigger& trigger = selection_.trigger;
  const bool met = (trigger.kind == HopTriggerKind::kLine && line == trigger.line) ||
                   (trigger.kind == HopTriggerKind::kMessage && trigger.message == name);
  if (met) fire(time, time);
}

void HopRecorder::fire(Time begin, Time end) {
  if (!armed_ || end < selection_.from || begin > selection_.to) return;
  armed_ = false;
  log_.fired = true;
  log_.fired_at = end;
  log_.from = earlier_by(begin, selection_.trigger.before);
  log_.to = later_by(end, selection_.trigger.after);
}

void HopRecorder::on_error() {
  if (selection_.trigger.kind != HopTriggerKind::kError) return;
  fire(kernel::now(), HopSelection::kForever);
  log_.fired_at = kernel::now();
}

bool HopRecorder::complete() const { return log_.to < kernel::now(); }

void HopRecorder::add_probe(const kernel::Agent& agent, std::vector<Signal> signals,
                            std::function<void(std::vector<std::uint64_t>&)> read) {
  const std::vector<std::uint64_t> values(signals.size(), 0);
  probes_.push_back(
      {&agent, static_cast<std::uint32_t>(log_.signals.size()), std::move(read), values, values});
  log_.signals.insert(log_.signals.end(), signals.begin(), signals.end());
}

void HopRecorder::sample(Probe& probe, Time time) {
  probe.read(probe.now);
  for (std::size_t i = 0; i < probe.now.size(); ++i) {
    if (probe.now[i] == probe.last[i]) continue;
    log_.samples.push_back(
        {time, probe.first_signal + static_cast<std::uint32_t>(i), probe.now[i]});
  }
  probe.last = probe.now;
}

void HopRecorder::on_access(const Hop& hop) {
  if (armed_ && selection_.trigger.kind == HopTriggerKind::kLatency &&
      hop.end - hop.begin > selection_.trigger.latency) {
    fire(hop.begin, hop.end);
  }
  if (hop.track != kNoTrack && wants(hop.transaction, hop.line)) keep(hop);
}

void HopRecorder::on_miss(const kernel::Miss& miss) {
  missed_.push_back({miss.transaction, miss.access_class});
  if (missed_.size() > kMissesOfAnInstant) missed_.pop_front();
  if (armed_ && selection_.trigger.kind == HopTriggerKind::kLatency &&
      miss.ledger.total() > selection_.trigger.latency) {
    fire(miss.done - miss.ledger.total(), miss.done);
  }
  if (!selection_.misses || !wants(miss.transaction, miss.line)) return;
  const MissRecord record = MissRecord::of(miss);
  if (record.done >= log_.from && record.issued <= log_.to) log_.misses.push_back(record);
}

HopLog HopRecorder::take() {
  if (armed_) log_.hops.clear();
  forget_samples(log_.from);
  const auto outside = [&](const Hop& hop) { return hop.end < log_.from || hop.begin > log_.to; };
  log_.hops.erase(std::remove_if(log_.hops.begin(), log_.hops.end(), outside), log_.hops.end());
  std::stable_sort(log_.hops.begin(), log_.hops.end(),
                   [](const Hop& a, const Hop& b) { return a.begin < b.begin; });
  std::stable_sort(log_.samples.begin(), log_.samples.end(),
                   [](const Sample& a, const Sample& b) { return a.time < b.time; });
  number_messages(log_);
  spread_samples(log_);
  std::stable_sort(
      log_.misses.begin(), log_.misses.end(), [](const MissRecord& a, const MissRecord& b) {
        return a.issued != b.issued ? a.issued < b.issued : a.transaction < b.transaction;
      });
  return std::move(log_);
}

}  // namespace starnuma::observers

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/core_source.h"

#include <algorithm>

namespace starnuma::trace {
namespace {

using core::Event;
using core::SourceEventKind;
using State = StreamPlayer::State;

/// Returns an event that is not an access.
Event plain(SourceEventKind kind, std::uint64_t order = 0) {
  Event event;
  event.kind = kind;
  event.order = order;
  return event;
}

}  // namespace

CoreSource::CoreSource(Playback& playback, const std::vector<std::uint32_t>& threads, bool leads)
    : playback_(playback), leads_(leads) {
  for (const std::uint32_t thread : threads) {
    turns_.push_back(std::make_unique<Turn>(playback, thread));
    std::uint64_t& first = playback.first_leave;
    first = std::max(first, turns_.back()->stream.reader().progress().leaves);
  }
}

CoreSource::Turn* CoreSource::choose() {
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    Turn& turn = *turns_[(next_turn_ + i) % turns_.size()];
    StreamPlayer& stream = turn.stream;
    if (stream.state() == State::kWaits && thread_->posted() >= team_number(stream.leaves())) {
      stream.resume();
    }
    if (stream.state() != State::kRuns) continue;
    next_turn_ = (next_turn_ + i + 1) % turns_.size();
    turn_left_ = kTurn;
    return &turn;
  }
  return nullptr;
}

/// Returns the event of the core while none of its threads can run.
Event CoreSource::idle_event() {
  std::uint64_t leaves = Stretch::kNoEnd;
  for (const auto& turn : turns_) {
    if (turn->stream.state() == State::kWaits) leaves = std::min(leaves, turn->stream.leaves());
  }
  if (leaves != Stretch::kNoEnd) return plain(SourceEventKind::kAwait, team_number(leaves));
  if (met_ == playback_.stretch.openings()) return plain(SourceEventKind::kEnd);
  return meet();
}

/// Synchronizes all cores at a barrier; the leader opens the window while the others wait for its
/// post.
Event CoreSource::meet() {
  if (!at_barrier_) {
    at_barrier_ = true;
    return plain(SourceEventKind::kBarrier);
  }
  at_barrier_ = false;
  // No leave is made while all cores are here, so the first core that continues determines the next
  // post.
  if (playback_.meetings.size() == met_) playback_.meetings.push_back(playback_.posts);
  const std::uint64_t post = playback_.meetings[met_++];
  for (const auto& turn : turns_) {
    if (turn->stream.state() == State::kMeets) turn->stream.resume();
  }
  if (!leads_) return plain(SourceEventKind::kAwait, post + 1);
  due_.push_back(plain(SourceEventKind::kPost, post));
  return plain(SourceEventKind::kBeginMeasurement);
}

void CoreSource::rename(Turn& turn, Event& event) {
  for (std::uint8_t& after : event.after) {
    if (after == 0) continue;
    const std::uint64_t load = turn.own_loads - after;
    const std::uint64_t distance =
        after > turn.own_loads ? 0 : loads_ - turn.loads[load % turn.loads.size()];
    after = static_cast<std::uint8_t>(distance <= 255 ? distance : 0);
  }
  if (event.kind == SourceEventKind::kLoad) {
    turn.loads[turn.own_loads++ % turn.loads.size()] = loads_;
    ++loads_;
  }
}

Event CoreSource::next() {
  Event event;
  if (turns_.size() == 1 && current_ != nullptr) {
    if (__builtin_expect(current_->stream.next(event), 1)) {
      if (__builtin_expect(event.kind == SourceEventKind::kPost, 0)) count_post(event);
      return event;
    }
    current_ = nullptr;
  }
  event = next_of_any();
  return event;
}

void CoreSource::count_post(Event& event) {
  event.order = team_number(event.order);
  ++playback_.posts;
}

Event CoreSource::next_of_any() {
  if (!due_.empty()) {
    const Event event = due_.front();
    due_.pop_front();
    ++playback_.posts;
    return event;
  }
  for (;;) {
    if (current_ == nullptr) current_ = choose();
    if (current_ == nullptr) return idle_event();
    Event event;
    if (!current_->stream.next(event)) {
      current_ = nullptr;
      continue;
    }
    if (event.kind == SourceEventKind::kPost) count_post(event);
    if (turns_.size() == 1) return event;
    rename(*current_, event);
    const std::uint64_t length = static_cast<std::uint64_t>(event.work) + 1;
    turn_left_ -= std::min(turn_left_, length);
    if (turn_left_ == 0) current_ = nullptr;
    return event;
  }
}

bool CoreSource::has_work() const {
  return std::any_of(turns_.begin(), turns_.end(),
                     [](const auto& turn) { return turn->stream.state() != State::kEnded; });
}

std::string CoreSource::waits() const {
  for (const auto& turn : turns_) {
    if (turn->stream.state() != State::kWaits) continue;
    return "thread " + std::to_string(turn->number) + " waits for leaves below " +
           std::to_string(turn->stream.leaves());
  }
  return "";
}

}  // namespace starnuma::trace

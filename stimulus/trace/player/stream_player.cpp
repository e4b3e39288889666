// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/stream_player.h"

#include <cstdio>

#include "models/base/check.h"

namespace starnuma::trace {

using Kind = Record::Kind;
using core::Event;

StreamPlayer::StreamPlayer(Playback& playback, std::uint32_t thread)
    : playback_(playback), thread_(thread), reader_(playback.folder, playback.summary.id, thread) {
  const Stretch& stretch = playback.stretch;
  if (!reader_.seek(stretch.begin)) {
    state_ = State::kEnded;
  } else if (stretch.regions == 0 && stretch.begin == stretch.open) {
    opened_ = true;
    state_ = State::kMeets;
  }
}

void StreamPlayer::refuse(const std::string& what) const {
  throw base::InputError(reader_.file().path().string() + ": " + what);
}

void StreamPlayer::refuse_address(std::uint64_t address) const {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  refuse(std::string("accesses ") + text + ", whose page pages.zst does not list as used");
}

Event StreamPlayer::access(const Record& record, Event::Kind kind) {
  const auto address = playback_.pages.address_of(record.address, extent_);
  if (!address) refuse_address(record.address);
  const std::uint64_t last = record.address + record.bytes - 1;
  if (record.bytes > 0 && (last >> base::kPageShift) - extent_->first >= extent_->pages) {
    refuse_address(last);
  }
  Event event;
  event.kind = kind;
  event.bytes = record.bytes;
  event.after = record.after;
  event.work = static_cast<int>(record.work);
  event.address = *address;
  return event;
}

void StreamPlayer::defer(const Record& record) {
  deferred_ += record.work;
  if (deferred_ > kMaxWork) refuse("more instructions without an access than can be played");
}

bool StreamPlayer::begin_region() {
  const std::uint64_t last = playback_.stretch.regions;
  if (last == 0) return true;
  if (++regions_ > playback_.summary.regions) {
    refuse("has more regions than the " + std::to_string(playback_.summary.regions) +
           " of trace.json");
  }
  state_ = regions_ > last ? State::kEnded : State::kMeets;
  return false;
}

/// Whether the thread runs on.
bool StreamPlayer::marker(const Record& record) {
  const Stretch& stretch = playback_.stretch;
  if (record.kind == Kind::kRegionBegin) return begin_region();
  if (record.kind == Kind::kRegionEnd) {
    if (stretch.regions == 0 || regions_ < stretch.regions) return true;
    state_ = State::kEnded;
    return false;
  }
  if (stretch.regions > 0) return true;
  if (record.number >= stretch.end) {
    state_ = State::kEnded;
    return false;
  }
  if (opened_ || record.number < stretch.open) return true;
  opened_ = true;
  state_ = State::kMeets;
  return false;
}

void StreamPlayer::check_totals() const {
  const ThreadSummary& summary = playback_.summary.threads[thread_];
  if (reader_.totals() == summary.totals) return;
  refuse("its end record and trace.json count otherwise");
}

bool StreamPlayer::next(Event& event) {
  for (;;) {
    const Record record = reader_.next();
    switch (record.kind) {
      case Kind::kLoad:
        event = access(record, Event::Kind::kLoad);
        break;
      case Kind::kStore:
        event = access(record, Event::Kind::kStore);
        break;
      case Kind::kUpgrade:
        event = access(record, Event::Kind::kStore);
        event.bytes = 1;
        break;
      case Kind::kAtomic:
        event = access(record, Event::Kind::kAtomic);
        break;
      case Kind::kMispredict:
        event = Event();
        event.kind = Event::Kind::kMispredict;
        event.after = record.after;
        event.work = static_cast<int>(record.work);
        break;
      case Kind::kLeave:
        if (record.number < playback_.first_leave) {
          defer(record);
          continue;
        }
        event = Event();
        event.kind = Event::Kind::kPost;
        event.order = record.number;
        event.work = static_cast<int>(record.work);
        break;
      case Kind::kEnter:
        defer(record);
        if (record.number <= playback_.first_leave) continue;
        leaves_ = record.number;
        state_ = State::kWaits;
        return false;
      case Kind::kEpoch:
      case Kind::kRegionBegin:
      case Kind::kRegionEnd:
        defer(record);
        if (marker(record)) continue;
        return false;
      case Kind::kWriteBack:
        defer(record);
        continue;
      case Kind::kEnd:
        check_totals();
        state_ = State::kEnded;
        return false;
    }
    if (deferred_ > 0) {
      defer(record);
      event.work = static_cast<int>(deferred_);
      deferred_ = 0;
    }
    return true;
  }
}

}  // namespace starnuma::trace

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/stream_player.h"

#include <cstdio>

#include "models/base/check.h"

namespace starnuma::trace {

using core::Event;
using core::SourceEventKind;

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
  throw base::InputError(reader_.file().path().string(), ": ", what);
}

void StreamPlayer::refuse_address(std::uint64_t address) const {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  refuse(std::string("accesses ") + text + ", whose page pages.zst does not list as used");
}

/// Kinds of accesses have the same order in both enumerations.
void StreamPlayer::access(const Record& record, Event& event) {
  static_assert(static_cast<int>(RecordKind::kAtomic) ==
                    static_cast<int>(SourceEventKind::kAtomic) &&
                static_cast<int>(RecordKind::kStore) == static_cast<int>(SourceEventKind::kStore));
  const auto address = playback_.pages.address_of(record.address, area_);
  if (__builtin_expect(!address, 0)) refuse_address(record.address);
  const std::uint64_t last = record.address + record.bytes - 1;
  if (__builtin_expect((last ^ record.address) >> base::kPageShift != 0, 0)) {
    const PageSpace::Area* area = area_;
    if (!playback_.pages.address_of(last, area)) refuse_address(last);
  }
  event.kind = static_cast<SourceEventKind>(record.kind);
  event.bytes = record.bytes;
  event.after = record.after;
  event.work = static_cast<int>(record.work);
  event.address = *address;
}

void StreamPlayer::defer(std::uint64_t work) {
  deferred_ += work;
  if (deferred_ > kMaxWork) refuse("more instructions without an access than can be played");
}

void StreamPlayer::begin_region() {
  const std::uint64_t last = playback_.stretch.regions;
  if (++regions_ > playback_.summary.regions) {
    refuse("has more regions than the " + std::to_string(playback_.summary.regions) +
           " of trace.json");
  }
  state_ = regions_ > last ? State::kEnded : State::kMeets;
}

void StreamPlayer::marker(const Record& record) {
  const Stretch& stretch = playback_.stretch;
  if (stretch.regions > 0) {
    if (record.kind == RecordKind::kRegionBegin) begin_region();
    if (record.kind == RecordKind::kRegionEnd && regions_ >= stretch.regions)
      state_ = State::kEnded;
  } else if (record.kind == RecordKind::kEpoch) {
    if (record.number >= stretch.end) {
      state_ = State::kEnded;
    } else if (!opened_ && record.number >= stretch.open) {
      opened_ = true;
      state_ = State::kMeets;
    }
  }
}

void StreamPlayer::check_totals() const {
  const ThreadSummary& summary = playback_.summary.threads[thread_];
  if (reader_.totals() == summary.totals) return;
  refuse("its end record and trace.json count otherwise");
}

bool StreamPlayer::next(Event& event) {
  for (;;) {
    const Record record = reader_.next();
    if (__builtin_expect(is_access(record.kind), 1)) {
      access(record, event);
    } else if (!other(record, event)) {
      if (state_ == State::kRuns) continue;
      return false;
    }
    if (__builtin_expect(deferred_ > 0, 0)) {
      defer(static_cast<std::uint64_t>(event.work));
      event.work = static_cast<int>(deferred_);
      deferred_ = 0;
    }
    return true;
  }
}

/// Returns true if the record is an event. Otherwise its work is deferred, and the state may have
/// changed.
bool StreamPlayer::other(const Record& record, Event& event) {
  event = Event();
  event.work = static_cast<int>(record.work);
  switch (record.kind) {
    case RecordKind::kMispredict:
      event.kind = SourceEventKind::kMispredict;
      event.after = record.after;
      return true;
    case RecordKind::kUpgrade: {
      Record store = record;
      store.kind = RecordKind::kStore;
      store.bytes = 1;
      access(store, event);
      return true;
    }
    case RecordKind::kLeave:
      if (record.number < playback_.first_leave) break;
      event.kind = SourceEventKind::kPost;
      event.order = record.number;
      return true;
    case RecordKind::kEnter:
      if (record.number <= playback_.first_leave) break;
      leaves_ = record.number;
      state_ = State::kWaits;
      break;
    case RecordKind::kEpoch:
    case RecordKind::kRegionBegin:
    case RecordKind::kRegionEnd:
      marker(record);
      break;
    case RecordKind::kEnd:
      check_totals();
      state_ = State::kEnded;
      break;
    default:
      break;
  }
  defer(record.work);
  return false;
}

}  // namespace starnuma::trace

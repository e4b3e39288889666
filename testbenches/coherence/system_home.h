// SPDX-License-Identifier: Apache-2.0
// Handling of messages by a home of a coherence_bench::System (included by system.h).
#pragma once

#include "models/protocol/names.h"
#include "testbenches/coherence/system_class.h"
#include "testbenches/coherence/system_filter.h"

namespace starnuma::coherence_bench {

template <int H, int L, int F>
Step System<H, L, F>::to_home(const Flight& flight) {
  const int line = line_of(flight.message);
  auto& entry = line_at(line).home;
  const bool waited = is_transient(entry.state);
  const std::uint32_t sharers = entry.sharers;
  Reaction reaction = protocol::coherence::step(entry, flight.message, subject_);
  disturb_home(subject_.fault, entry, flight.message, reaction);
  return home_reacts(reaction, flight, line, waited, sharers);
}

template <int H, int L, int F>
Step System<H, L, F>::to_device(const Flight& flight, int victim) {
  const int line = line_of(flight.message);
  Line& mine = line_at(line);
  if (role_of(flight.message) == protocol::Role::kRequest) {
    if (waits_for_sector(config_, lines_, line)) return Step::kNo;
    if (!mine.present) {
      if (entries_in_use(config_, lines_) == config_.filter) return make_room(flight, victim);
      allocate_sector(config_, lines_, line);
    }
  }
  const bool waited = is_transient(mine.device.state);
  const std::uint32_t sharers = mine.device.sharers;
  Reaction reaction = protocol::cxl::step(mine.device, mine.pending, flight.message, flight.from,
                                          config_.answer, subject_);
  disturb_device(subject_.fault, mine.device, mine.pending, reaction);
  return home_reacts(reaction, flight, line, waited, sharers);
}

/// Back-invalidates the lines of a sector to deallocate the entry that the request needs. A block
/// snoop is one order of its single-line snoops, so these are in flight by themselves.
template <int H, int L, int F>
Step System<H, L, F>::make_room(const Flight& flight, int victim) {
  int tried = 0;
  while (tried < config_.lines && !is_replaceable(config_, lines_, victim % config_.lines)) {
    ++tried;
    ++victim;
  }
  Step step = Step::kNo;
  if (tried == config_.lines) return step;
  each_of_sector(config_, victim % config_.lines, [&](int line) {
    Line& other = line_at(line);
    if (other.device.state == protocol::cxl::DeviceState::kInvalid && config_.sector > 1) return;
    const std::uint32_t sharers = other.device.sharers;
    Reaction reaction = protocol::cxl::evict(other.device, {static_cast<std::uint64_t>(line)},
                                             other.pending, flight.message, subject_);
    disturb_eviction(subject_.fault, other.pending, reaction);
    if (step != Step::kBroken) step = home_reacts(reaction, flight, line, false, sharers);
  });
  return step;
}

template <int H, int L, int F>
std::string System<H, L, F>::no_row(const std::string& who, std::string_view state,
                                    const Message& message) {
  return who + " in state " + std::string(state) + " has no row for " +
         std::string(protocol::name_of(message));
}

template <int H, int L, int F>
std::string_view System<H, L, F>::home_state(int line) const {
  const Line& home = lines_[static_cast<std::size_t>(line)];
  return config_.on_device(line) ? protocol::name_of(home.device.state)
                                 : protocol::name_of(home.home.state);
}

/// Executes the reaction of the home of `line` to a message.
template <int H, int L, int F>
Step System<H, L, F>::home_reacts(const Reaction& reaction, const Flight& cause, int line,
                                  bool waited, std::uint32_t sharers) {
  if (reaction.outcome == protocol::Outcome::kWait) {
    const protocol::Channel channel = protocol::channel_of(cause.message);
    if (channel == protocol::Channel::kReq || channel == protocol::Channel::kRequest) {
      return Step::kNo;
    }
    return broken(Check::kNeverWaits,
                  std::string(protocol::name_of(cause.message)) + " waits for a request");
  }
  if (reaction.outcome == protocol::Outcome::kIllegal) {
    return broken(Check::kRow, no_row(config_.on_device(line) ? "the device" : "the home",
                                      home_state(line), cause.message));
  }
  touched_ |= std::uint32_t{1} << line;
  Line& mine = line_at(line);
  if (const Violation wrong = watch_home(cause.message, reaction, sharers)) {
    return broken(wrong.check, std::string(wrong.what));
  }
  if (reaction.write_memory) {
    if (cause.data != mine.latest)
      return broken(Check::kLatestData, "old data are written to memory");
    mine.memory = cause.data;
  }
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    post(*reaction.ask, protocol::kHome, static_cast<base::SocketId>(__builtin_ctz(left)), {});
  }
  if (send_all(reaction, line, waited) == Step::kBroken) return Step::kBroken;
  if (check_release(reaction, cause, line, waited) == Step::kBroken) return Step::kBroken;
  if (reaction.free_entry && config_.on_device(line)) free_entry(config_, lines_, line);
  if (!reaction.resume || mine.present) return Step::kDone;
  const Message waiting = mine.pending.request;
  Line& next = line_at(line_of(waiting));
  allocate_sector(config_, lines_, line_of(waiting));
  const Flight request{waiting, waiting.requester, protocol::kHome, 0, {}, 0};
  Reaction served = protocol::cxl::step(next.device, next.pending, waiting, waiting.requester,
                                        config_.answer, subject_);
  disturb_device(subject_.fault, next.device, next.pending, served);
  return home_reacts(served, request, line_of(waiting), false, 0);
}

/// Reads memory if the reaction requires it, and sends. Granted data must have been read or written
/// back in this transaction.
template <int H, int L, int F>
Step System<H, L, F>::send_all(const Reaction& reaction, int line, bool waited) {
  Line& mine = line_at(line);
  const bool written_back = config_.on_device(line) && waited && mine.pending.written_back;
  const bool asks_for_it = reaction.asked != 0 &&
                           static_cast<int>(reaction.ask->line.value) == line &&
                           !is_evicting(line) && mine.pending.request.cxl != Op::kMemInv;
  if (!waited) mine.read = false;
  if (reaction.read_memory) {
    mine.read = true;
    mine.fetched = mine.memory;
  }
  bool data = false;
  for (const protocol::Send& send : reaction) {
    if (send.message.carries_data()) {
      data = true;
      if (!mine.read && !written_back) {
        return broken(Check::kMemoryRead, "data are granted that were not read");
      }
      const Data& granted = written_back ? mine.memory : mine.fetched;
      if (granted != mine.latest) {
        return broken(Check::kLatestData, "old data are granted from memory");
      }
      post(send.message, protocol::kHome, send.to, granted);
    } else {
      post(send.message, protocol::kHome, send.to, {});
    }
  }
  if (reaction.read_memory && !data && !(config_.on_device(line) && asks_for_it)) {
    return broken(Check::kMemoryRead, "memory is read for nothing");
  }
  if (!busy(line)) mine.read = false;
  if (!mine.read) mine.fetched = {};
  return Step::kDone;
}

template <int H, int L, int F>
bool System<H, L, F>::is_evicting(int line) const {
  const Line& mine = lines_[static_cast<std::size_t>(line)];
  return config_.on_device(line) && mine.device.state == protocol::cxl::DeviceState::kEvicting;
}

/// Checks that a transaction with snoops releases its line once, when the requester has or gets it.
template <int H, int L, int F>
Step System<H, L, F>::check_release(const Reaction& reaction, const Flight& cause, int line,
                                    bool waited) {
  Line& mine = line_at(line);
  if (!waited) mine.released = false;
  if (reaction.release) {
    if (!waited || mine.released) return broken(Check::kRelease, "a line is released twice");
    const bool grants = std::any_of(reaction.begin(), reaction.end(), [](const auto& send) {
      return shared_grant(send.message) || exclusive_grant(send.message);
    });
    const bool served =
        !config_.on_device(line) && cause.message.coherence == protocol::coherence::Op::kUnblock;
    if (!grants && !served) {
      return broken(Check::kRelease, "a line is released before its requester is served");
    }
    mine.released = true;
  }
  const bool over = waited && !busy(line) && !reaction.resume;
  if (over && !mine.released) return broken(Check::kRelease, "a line is free and was not released");
  if (!busy(line)) mine.released = false;
  return Step::kDone;
}

}  // namespace starnuma::coherence_bench

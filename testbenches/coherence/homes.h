// SPDX-License-Identifier: Apache-2.0
// Homes of all lines: socket homes, and a device with its snoop filter.
//
// Contract:
// - receive() handles a message of its line and sends through `channels`.
// - It returns the changed lines, a bit each; 0: the message has to wait, nothing has changed.
// - It throws Broken.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "testbenches/coherence/channels.h"
#include "testbenches/coherence/conformance.h"
#include "testbenches/coherence/grants.h"
#include "testbenches/coherence/sectors.h"
#include "testbenches/coherence/subject.h"

namespace starnuma::coherence_bench {

template <int kMaxLines>
class Homes {
 public:
  Homes(const SystemConfig& config, Subject subject) : config_(config), subject_(subject) {}

  /// Evicts `victim` (a line) if possible when a request needs an entry of the full snoop filter.
  template <class Channels>
  std::uint32_t receive(const Flight& flight, int victim, Channels& channels) {
    const int line = line_of(flight.message);
    return config_.on_device(line) ? to_device(flight, line, victim, channels)
                                   : to_socket(flight, line, channels);
  }

  HomeLine& line(int line) { return lines_[static_cast<std::size_t>(line)]; }
  const HomeLine& line(int line) const { return lines_[static_cast<std::size_t>(line)]; }
  /// Returns true if the home of the line currently accepts no request.
  bool busy(int line) const {
    const HomeLine& mine = this->line(line);
    return config_.on_device(line) ? is_transient(mine.device.state)
                                   : is_transient(mine.home.state);
  }
  /// Returns true if a victim is being back-invalidated for a request of the line.
  bool waits_for_entry(int line) const { return waits_for_capacity(config_, lines_, line); }
  bool idle() const {
    return std::none_of(lines_.begin(), lines_.end(), [](const HomeLine& line) {
      return is_transient(line.home.state) || is_transient(line.device.state);
    });
  }

 private:
  using Reaction = protocol::Reaction;
  using DeviceState = protocol::cxl::DeviceState;
  using Op = protocol::cxl::Op;

  /// Context of a reaction: the message, its line, and the line's entry before.
  struct Cause {
    const Flight& flight;
    int line;
    bool waited;  ///< The line was in a transient state.
    std::uint32_t sharers;
  };

  template <class Channels>
  std::uint32_t to_socket(const Flight& flight, int line, Channels& channels) {
    auto& entry = this->line(line).home;
    const Cause cause{flight, line, is_transient(entry.state), entry.sharers};
    Reaction reaction = protocol::coherence::step(entry, flight.message, subject_);
    disturb_home(subject_.fault, entry, flight.message, reaction);
    return react(reaction, cause, channels);
  }

  template <class Channels>
  std::uint32_t to_device(const Flight& flight, int line, int victim, Channels& channels) {
    HomeLine& mine = this->line(line);
    if (role_of(flight.message) == protocol::Role::kRequest) {
      if (waits_for_sector(config_, lines_, line)) return 0;
      if (!mine.present && protocol::cxl::allocates(flight.message.cxl)) {
        if (entries_in_use(config_, lines_) == config_.filter) {
          return make_room(flight, victim, channels);
        }
        allocate_sector(config_, lines_, line);
      }
    }
    return step_device({flight, line, is_transient(mine.device.state), mine.device.sharers},
                       channels);
  }

  template <class Channels>
  std::uint32_t step_device(const Cause& cause, Channels& channels) {
    HomeLine& mine = line(cause.line);
    Reaction reaction = protocol::cxl::step(mine.device, mine.pending, cause.flight.message,
                                            cause.flight.from, config_.answer, subject_);
    disturb_device(subject_.fault, mine.device, mine.pending, reaction);
    return react(reaction, cause, channels);
  }

  /// Back-invalidates the lines of a sector to deallocate the entry that the request needs. A block
  /// snoop is one order of its single-line snoops, so these are in flight by themselves.
  template <class Channels>
  std::uint32_t make_room(const Flight& flight, int victim, Channels& channels) {
    int tried = 0;
    while (tried < config_.lines && !is_replaceable(config_, lines_, victim % config_.lines)) {
      ++tried;
      ++victim;
    }
    if (tried == config_.lines) return 0;
    std::uint32_t changed = 0;
    each_of_sector(config_, victim % config_.lines, [&](int line) {
      HomeLine& other = this->line(line);
      if (other.device.state == DeviceState::kInvalid && config_.sector > 1) return;
      const Cause cause{flight, line, false, other.device.sharers};
      Reaction reaction = protocol::cxl::evict(other.device, {static_cast<std::uint64_t>(line)},
                                               other.pending, flight.message, subject_);
      disturb_eviction(subject_.fault, other.pending, reaction);
      changed |= react(reaction, cause, channels);
    });
    return changed;
  }

  /// Executes the reaction of the home of `cause.line`.
  template <class Channels>
  std::uint32_t react(const Reaction& reaction, const Cause& cause, Channels& channels) {
    const protocol::Message& message = cause.flight.message;
    if (reaction.outcome == protocol::Outcome::kWait) {
      if (is_request(message)) return 0;
      throw Broken{Check::kNeverWaits,
                   std::string(protocol::name_of(message)) + " waits for a request"};
    }
    const bool device = config_.on_device(cause.line);
    HomeLine& mine = line(cause.line);
    if (reaction.outcome == protocol::Outcome::kIllegal) {
      throw no_row(
          device ? "the device" : "the home",
          device ? protocol::name_of(mine.device.state) : protocol::name_of(mine.home.state),
          message);
    }
    if (const Violation wrong = watch_home(message, reaction, cause.sharers)) {
      throw Broken{wrong.check, std::string(wrong.what)};
    }
    if (reaction.write_memory) mine.data.write_back(cause.flight.data);
    for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
      channels.post(*reaction.ask, protocol::kHome,
                    static_cast<base::SocketId>(__builtin_ctz(left)), {});
    }
    if (!cause.waited) mine.data.reset();
    send_all(reaction, cause, channels);
    check_release(reaction, cause);
    if (!busy(cause.line)) mine.data.reset();
    const std::uint32_t changed = std::uint32_t{1} << cause.line;
    if (reaction.free_entry && device) free_entry(config_, lines_, cause.line);
    if (!reaction.resume || mine.present) return changed;
    return changed | resume(mine.pending.request, channels);
  }

  /// Serves the request that has waited for an entry of the snoop filter.
  template <class Channels>
  std::uint32_t resume(protocol::Message waiting, Channels& channels) {
    const Flight request{waiting, waiting.requester, protocol::kHome, 0, {}, 0};
    allocate_sector(config_, lines_, line_of(waiting));
    return step_device({request, line_of(waiting), false, 0}, channels);
  }

  /// Reads memory if the reaction requires it, and sends.
  template <class Channels>
  void send_all(const Reaction& reaction, const Cause& cause, Channels& channels) {
    HomeLine& mine = line(cause.line);
    const bool device = config_.on_device(cause.line);
    const bool written_back = device && cause.waited && mine.pending.written_back;
    const bool asks_for_it =
        device && reaction.asked != 0 && line_of(*reaction.ask) == cause.line &&
        mine.device.state != DeviceState::kEvicting && mine.pending.request.cxl != Op::kMemInv;
    const bool answered = device && cause.flight.message.cxl == Op::kBIRspE;
    if (reaction.read_memory) mine.data.fetch();
    bool data = false;
    for (const protocol::Send& send : reaction) {
      const bool carries = send.message.carries_data();
      channels.post(send.message, protocol::kHome, send.to,
                    carries
                        ? mine.data.granted(written_back, answered ? &cause.flight.data : nullptr)
                        : Data{});
      data = data || carries;
    }
    if (reaction.read_memory && !data && !asks_for_it) {
      throw Broken{Check::kMemoryRead, "memory is read for nothing"};
    }
  }

  void check_release(const Reaction& reaction, const Cause& cause) {
    LineMemory& data = line(cause.line).data;
    if (reaction.release) {
      const bool grants = std::any_of(reaction.begin(), reaction.end(), [](const auto& send) {
        return grants_read(send.message) || grants_write(send.message) ||
               grants_current(send.message);
      });
      const bool served = !config_.on_device(cause.line) &&
                          cause.flight.message.coherence == protocol::coherence::Op::kUnblock;
      data.release(cause.waited, grants || served);
    }
    const bool over = cause.waited && !busy(cause.line) && !reaction.resume;
    if (over && !data.released) {
      throw Broken{Check::kRelease, "a line is free and was not released"};
    }
  }

  SystemConfig config_;
  Subject subject_;
  std::array<HomeLine, static_cast<std::size_t>(kMaxLines)> lines_{};
};

}  // namespace starnuma::coherence_bench

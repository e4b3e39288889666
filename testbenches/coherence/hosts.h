// SPDX-License-Identifier: Apache-2.0
// Copies of all lines at all hosts, with their accesses.
//
// Contract:
// - A host writes its own word of a line (false sharing) or, with kStoreLine at the device, all
//   words, and reads all words.
// - A completed access is compared with `home.latest`, and a store updates it.
// - The functions send through `channels` and throw Broken.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "models/protocol/requester_function.h"
#include "testbenches/coherence/channels.h"
#include "testbenches/coherence/conformance.h"
#include "testbenches/coherence/line_memory.h"
#include "testbenches/coherence/subject.h"

namespace starnuma::coherence_bench {

/// A copy at a host: the protocol state of the line, and its data.
struct Copy {
  protocol::RequesterLine line;
  Data data{};
  Watcher watcher;
};

/// Host whose caching agent serves the mover's port.
inline constexpr int kMoverHost = 0;

/// Load or store that the latest step completed; host is -1 if none.
struct Completed {
  int host = -1;
  int line = 0;
  bool store = false;
};

template <int kMaxHosts, int kMaxLines>
class Hosts {
 public:
  Hosts(const SystemConfig& config, Subject subject) : config_(config), subject_(subject) {}

  /// Starts one of kHostEvents; returns false if the state of the copy does not permit it.
  template <class Channels>
  bool start(int host, int line, protocol::RequesterEvent own, LineMemory& home,
             Channels& channels) {
    completed_ = {};
    Copy& mine = copy(host, line);
    const auto origin =
        protocol::Message::of(protocol::coherence::Op{}, {static_cast<std::uint64_t>(line)},
                              static_cast<base::SocketId>(host));
    const protocol::RequesterState before = mine.line.state;
    Reaction reaction = protocol::start(mine.line, own, origin, config_.on_device(line), subject_);
    if (reaction.outcome != protocol::Outcome::kDone) return false;
    const bool store = protocol::is_store(own);
    reaction.complete &= store || protocol::is_load(own);
    react(reaction, host, line,
          {nullptr, before, mine.line.state, store, own == protocol::RequesterEvent::kStoreLine},
          home, channels);
    return true;
  }
  /// Starts an access of the mover at host kMoverHost. It reads the line, or with `fill` writes all
  /// of it; it has no word of its own.
  template <class Channels>
  bool start_move(int line, protocol::RequesterEvent own, const Data* fill, LineMemory& home,
                  Channels& channels) {
    Move& move = moves_[static_cast<std::size_t>(line)];
    if (move.outstanding) return false;
    move = {true, fill != nullptr, fill != nullptr ? *fill : Data{}};
    if (start(kMoverHost, line, own, home, channels)) return true;
    move.outstanding = false;
    return false;
  }
  template <class Channels>
  void receive(const Flight& flight, LineMemory& home, Channels& channels) {
    completed_ = {};
    const int host = base::index_of(flight.to);
    const int line = line_of(flight.message);
    Copy& mine = copy(host, line);
    const protocol::RequesterState before = mine.line.state;
    const bool whole_line = mine.watcher.own == Watcher::Own::kOwnLine;
    disturb_arrival(subject_.fault, mine.line, flight.message);
    Reaction reaction = protocol::step(mine.line, flight.message, subject_);
    if (reaction.outcome == protocol::Outcome::kIllegal) {
      throw no_row("host " + std::to_string(host), name_of(before), flight.message);
    }
    if (flight.message.carries_data()) mine.data = flight.data;
    disturb_host(subject_.fault, reaction);
    const bool retries = subject_.broken(SystemMutant::kLoserRetries) &&
                         before == protocol::RequesterState::kReading && reaction.complete &&
                         mine.line.state == protocol::RequesterState::kInvalid;
    if (retries) {
      reaction.complete = false;
      for (const protocol::Send& send :
           protocol::start(mine.line, protocol::RequesterEvent::kLoad, flight.message,
                           config_.on_device(line), subject_)) {
        reaction.sends.push_back(send);
      }
    }
    react(reaction, host, line,
          {&flight.message, before, mine.line.state, awaits_ownership(before), whole_line}, home,
          channels);
  }

  Copy& copy(int host, int line) {
    return copies_[static_cast<std::size_t>(host * kMaxLines + line)];
  }
  const Copy& copy(int host, int line) const {
    return copies_[static_cast<std::size_t>(host * kMaxLines + line)];
  }
  const Completed& completed() const { return completed_; }
  void forget_completed() { completed_ = {}; }
  bool idle() const {
    return std::all_of(copies_.begin(), copies_.end(),
                       [](const Copy& copy) { return copy.line.idle(); });
  }

 private:
  using Reaction = protocol::Reaction;

  /// Access of the mover to a line.
  struct Move {
    bool outstanding = false;
    bool fills = false;  ///< The access writes `fill`.
    Data fill{};
  };

  static bool awaits_ownership(protocol::RequesterState state) {
    return state == protocol::RequesterState::kOwning ||
           state == protocol::RequesterState::kUpgrading;
  }

  /// Completes the access of a finished transaction, then sends the messages.
  template <class Channels>
  void react(const Reaction& reaction, int host, int line, const HostStep& step, LineMemory& home,
             Channels& channels) {
    Copy& mine = copy(host, line);
    if (const Violation wrong = watch_host(mine.watcher, step, reaction)) {
      throw Broken{wrong.check, "host " + std::to_string(host) + ": " + std::string(wrong.what)};
    }
    if (reaction.complete) complete(host, line, step, home);
    for (const protocol::Send& send : reaction) {
      channels.post(send.message, static_cast<base::SocketId>(host), send.to, mine.data);
    }
  }

  void complete(int host, int line, const HostStep& step, LineMemory& home) {
    Copy& mine = copy(host, line);
    // The device has checked the data of a current read; others may have written since.
    const bool current = step.before == protocol::RequesterState::kReadingCurrent;
    if (mine.data != home.latest && !step.whole_line && !current) {
      throw Broken{Check::kLatestData, "host " + std::to_string(host) + " reads old data"};
    }
    Move& move = moves_[static_cast<std::size_t>(line)];
    const bool moves = move.outstanding && host == kMoverHost;
    completed_ = {host, line, step.store && !moves};
    if (moves) {
      if (move.fills) mine.data = home.latest = move.fill;
      move.outstanding = false;
    } else if (step.store) {
      write(home.latest, host, step.whole_line);
      mine.data = home.latest;
    }
  }

  SystemConfig config_;
  Subject subject_;
  std::array<Copy, static_cast<std::size_t>(kMaxHosts* kMaxLines)> copies_{};
  std::array<Move, static_cast<std::size_t>(kMaxLines)> moves_{};
  Completed completed_;
};

}  // namespace starnuma::coherence_bench

// SPDX-License-Identifier: Apache-2.0
// Conformance rules beyond safety: which message may answer which message, and when (CXL 3.1,
// sections 3.3 and 3.5.1; equivalent rules for the socket protocol). They also reject snoops that
// invalidate a copy without need.
//
// Contract:
// - A watcher observes one line at one host through its messages only, not through protocol states.
// - It receives each message that the host accepts, and then the reaction of the step.
// - An empty violation means that no rule is violated.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/protocol/reaction.h"
#include "models/protocol/requester_line.h"
#include "testbenches/coherence/checks.h"

namespace starnuma::coherence_bench {

struct Violation {
  Check check = Check::kConformance;
  std::string_view what;

  explicit operator bool() const { return !what.empty(); }
};

/// Externally observed state of one line at one host.
struct Watcher {
  /// Incomplete request or write-back that this host issued.
  enum class Own : std::uint8_t {
    kNone,
    kRead,
    kReadToOwn,
    kCleanEvict,
    kWriteBack,
    kOwnLine,
    kReadCurrent,
    kClean
  };
  /// Unanswered snoop, then the conflict handshake about it.
  enum class Snoop : std::uint8_t {
    kNone,
    kData,
    kDataConflict,
    kDataAcknowledged,
    kInv,
    kInvConflict,
    kInvAcknowledged,
    kCurrent,
    kCurrentConflict,
    kCurrentAcknowledged
  };

  Own own = Own::kNone;
  bool granted = false;  ///< CXL: the NDR of the read has arrived.
  bool data = false;     ///< CXL: the DRS of the read has arrived.
  Snoop snoop = Snoop::kNone;

  /// Encodes the state in one byte. At most one of `granted` and `data` is true.
  std::uint8_t code() const {
    const unsigned part = granted ? 1 : data ? 2 : 0;
    return static_cast<std::uint8_t>(static_cast<unsigned>(own) + 8 * part +
                                     24 * static_cast<unsigned>(snoop));
  }
  static Watcher of(std::uint8_t code) {
    const unsigned part = code / 8 % 3;
    return {static_cast<Own>(code % 8), part == 1, part == 2, static_cast<Snoop>(code / 24)};
  }
};

/// Context of a host's step: the accepted message, if any, and the line before and after.
struct HostStep {
  const protocol::Message* taken = nullptr;
  protocol::RequesterState before{};
  protocol::RequesterState after{};
  bool store = false;       ///< The pending access to the line is a store.
  bool whole_line = false;  ///< The store writes the whole line.
};

Violation watch_host(Watcher& watcher, const HostStep& step, const protocol::Reaction& reaction);

/// Checks the home's reaction to `cause`; `sharers` are those recorded before the step.
Violation watch_home(const protocol::Message& cause, const protocol::Reaction& reaction,
                     std::uint32_t sharers);

}  // namespace starnuma::coherence_bench

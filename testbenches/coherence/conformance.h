// SPDX-License-Identifier: Apache-2.0
// What the standard asks of hosts and homes beside safety: which message may answer which, and when
// (CXL 3.1, 3.3 and 3.5.1; likewise for the socket protocol), and that no copy is taken away in
// vain.
//
// Contract: a watcher follows one line at one host by its messages alone, not by the protocol's own
// states; it is told of each message that the host takes and then of the step's reaction. An empty
// violation says that all is well.
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

/// One line at one host, seen from outside.
struct Watcher {
  /// A request or write-back of the host's own that is not completed.
  enum class Own : std::uint8_t { kNone, kRead, kReadToOwn, kCleanEvict, kWriteBack };
  /// A snoop that was taken and not answered; then the handshake about it.
  enum class Snoop : std::uint8_t {
    kNone,
    kData,
    kDataConflict,
    kDataAcknowledged,
    kInv,
    kInvConflict,
    kInvAcknowledged
  };

  Own own = Own::kNone;
  bool granted = false;  ///< CXL: the NDR of the read is here.
  bool data = false;     ///< CXL: its DRS is here.
  Snoop snoop = Snoop::kNone;

  /// All of it in a byte, and back.
  std::uint8_t code() const {
    return static_cast<std::uint8_t>(static_cast<unsigned>(own) | (granted ? 8U : 0U) |
                                     (data ? 16U : 0U) | static_cast<unsigned>(snoop) << 5);
  }
  static Watcher of(std::uint8_t code) {
    return {static_cast<Own>(code & 7U), (code & 8U) != 0, (code & 16U) != 0,
            static_cast<Snoop>(code >> 5)};
  }
};

/// What a host's step is about: the message it took, if any, and the line before and after.
struct HostStep {
  const protocol::Message* taken = nullptr;
  protocol::RequesterState before{};
  protocol::RequesterState after{};
  bool store = false;  ///< The access that the line waits for is a store.
};

Violation watch_host(Watcher& watcher, const HostStep& step, const protocol::Reaction& reaction);

/// What a home answers to `cause`; `sharers` are those recorded before.
Violation watch_home(const protocol::Message& cause, const protocol::Reaction& reaction,
                     std::uint32_t sharers);

}  // namespace starnuma::coherence_bench

// SPDX-License-Identifier: Apache-2.0
// The envelope: one message on its way through the fabric, its contents sealed.
//
// Contract: transport reads size, traffic class, source, destination and interleave key and moves
// `time` forward, entering each step in the ledger; it never opens the sealed part. `time - sent -
// ledger.total()` is constant along a path. `horizon` is kernel time: no booking can arrive before
// it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "models/accounting/ledger.h"
#include "models/accounting/traffic.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::kernel {

/// A place in a receiver's buffer that a message has come into: who takes the message from there
/// gives it back.
class Credit {
 public:
  virtual ~Credit() = default;
  virtual void give_back() = 0;
};

struct Envelope {
  base::Time time;     ///< Where the message is in time.
  base::Time horizon;  ///< Kernel time when its transaction began.
  std::uint64_t sequence = 0;
  std::uint64_t transaction = 0;  ///< Whose message this is, or who caused it; waves show it.
  base::AgentId source{};
  base::AgentId destination{};
  bool carries_data = false;  ///< A 64-byte line travels along; link byte tables read this.
  accounting::Traffic traffic = accounting::Traffic::kControl;
  std::uint16_t interleave_key = 0;  ///< Equal for all messages of a line; deals them over links.
  accounting::Ledger ledger;
  alignas(8) std::array<std::byte, 24> sealed;
  Credit* credit = nullptr;  ///< Queued delivery: where it is in such a place.

  /// Takes the message from the buffer that it is in.
  void leave_buffer() {
    if (credit != nullptr) std::exchange(credit, nullptr)->give_back();
  }

  void advance(accounting::LatencyKind kind, base::Time span) {
    time += span;
    ledger.add(kind, span);
  }

  /// Addresses the envelope and seals `message` in it.
  template <class Message>
  void seal(base::AgentId from, base::AgentId to, const Message& message) {
    static_assert(std::is_trivially_copyable_v<Message> && sizeof(Message) <= sizeof(sealed));
    source = from;
    destination = to;
    carries_data = message.carries_data();
    traffic = message.traffic();
    interleave_key = message.interleave_key();
    std::memcpy(sealed.data(), &message, sizeof(Message));
  }
  template <class Message>
  Message open() const {
    static_assert(std::is_trivially_copyable_v<Message> && sizeof(Message) <= sizeof(sealed));
    Message message;
    std::memcpy(&message, sealed.data(), sizeof(Message));
    return message;
  }
};

}  // namespace starnuma::kernel

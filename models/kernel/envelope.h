// SPDX-License-Identifier: Apache-2.0
// Envelope: one message in flight through the fabric, with opaque contents.
//
// Contract:
// - Transport reads the size, traffic class, source, destination and interleave key. It never opens
//   the sealed contents.
// - Transport advances `time` and enters each step in the ledger, so `time - sent - ledger.total()`
//   is constant along a path.
// - `horizon` is the current kernel time: no booking can arrive before it.
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

/// One entry of a receiver's buffer that a message occupies. The component that removes the message
/// returns the credit.
class CreditHolder {
 public:
  virtual ~CreditHolder() = default;
  virtual void return_credit() = 0;
};

struct Envelope {
  base::Time time;     ///< Current time of the message.
  base::Time horizon;  ///< Kernel time at which its transaction began.
  std::uint64_t sequence = 0;
  /// Id of the transaction that sent or caused the message; shown in waveforms.
  std::uint64_t transaction = 0;
  base::AgentId source{};
  base::AgentId destination{};
  /// The message carries a 64-byte line. Links look up its size by this flag.
  bool carries_data = false;
  accounting::Traffic traffic = accounting::Traffic::kControl;
  /// Equal for all messages of a line; selects among interleaved links.
  std::uint16_t interleave_key = 0;
  accounting::Ledger ledger;
  alignas(8) std::array<std::byte, 24> sealed;
  /// Credit for the buffer entry that the message occupies; queued delivery only.
  CreditHolder* credit = nullptr;

  /// Returns the credit of the buffer that holds the message, if there is one.
  void leave_buffer() {
    if (credit != nullptr) std::exchange(credit, nullptr)->return_credit();
  }

  void advance(accounting::LatencyKind kind, base::Time span) {
    time += span;
    ledger.add(kind, span);
  }

  /// Sets the source and destination and copies the message into the envelope.
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

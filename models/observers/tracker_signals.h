// SPDX-License-Identifier: Apache-2.0
// Signals of access tracking: hand-overs of annexes to their tracker update unit, and the metadata
// accesses of the unit.
#pragma once

#include <deque>

#include "models/kernel/tap.h"
#include "models/observers/hop_buffer.h"
#include "models/protocol/tracking.h"

namespace starnuma::observers {

class TrackerSignals : public kernel::Tapper<protocol::TrackerRequest>,
                       public kernel::Tapper<protocol::MetadataAccess> {
 public:
  explicit TrackerSignals(HopBuffer& buffer) : buffer_(buffer) {}

  kernel::Destination<protocol::TrackerRequest> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::TrackerRequest>& direct) override;
  kernel::Destination<protocol::MetadataAccess> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::MetadataAccess>& direct) override;

 private:
  template <class Payload>
  struct Tap {
    HopBuffer& buffer;
    kernel::Destination<Payload> ahead;
    std::uint32_t sent;          ///< First signal of the sender.
    std::uint32_t received;      ///< First signal of the receiver, if it has signals.
    std::uint64_t messages = 0;  ///< Current number of messages.
  };
  static void pass_hand_over(void* tap, protocol::TrackerRequest& request);
  static void pass_metadata(void* tap, protocol::MetadataAccess& access);

  HopBuffer& buffer_;
  std::deque<Tap<protocol::TrackerRequest>> hand_overs_;
  std::deque<Tap<protocol::MetadataAccess>> metadata_;
};

}  // namespace starnuma::observers

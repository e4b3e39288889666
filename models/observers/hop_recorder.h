// SPDX-License-Identifier: Apache-2.0
// Records transactions hop by hop: from the core to the caching agent, over links, through agents
// and DRAM. The hops of each kind of payload have their own observer.
//
// Contract:
// - The recorder is passive: a recorded run has the same results as one without recording.
// - attach() is called after construction and before the end of elaboration.
// - Only components of the selection are tapped.
#pragma once

#include "models/observers/access_hops.h"
#include "models/observers/memory_hops.h"
#include "models/observers/message_hops.h"
#include "models/observers/state_signals.h"
#include "models/observers/tracker_signals.h"

namespace starnuma::observers {

class HopRecorder : public kernel::DispatchObserver {
 public:
  explicit HopRecorder(const HopSelection& selection) : buffer(selection) {}
  HopRecorder(const HopRecorder&) = delete;

  /// Taps the sockets below `root` and observes the dispatcher. The owner of the caching agents
  /// reports misses to `accesses` (add_observer).
  void attach(sc_core::sc_object& root, kernel::Dispatcher& dispatcher);
  void handling(const kernel::Envelope& message, const kernel::Agent& receiver) override;
  void handled(const kernel::Envelope& message, const kernel::Agent& receiver) override;

  HopBuffer buffer;
  MessageHops messages{buffer};
  MemoryHops memory{buffer, messages};
  AccessHops accesses{buffer};
  TrackerSignals tracking{buffer};
  StateSignals state{buffer};
};

}  // namespace starnuma::observers

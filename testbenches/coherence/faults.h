// SPDX-License-Identifier: Apache-2.0
// Faults that are no edit of a row: in the bench's channels and queues, or around a protocol
// function, whose argument or reaction is changed.
#pragma once

#include <cstdint>

#include "models/protocol/coherence/home_function.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/requester_line.h"

namespace starnuma::coherence_bench {

enum class Fault : std::uint8_t {
  kNone,
  // Channels and queues.
  kSnoopPassesGrant,
  kGetPassesPut,
  kAckPassesCmp,
  kWriteWaitsForRequest,
  kConflictWaitsForRequest,
  kNewestFirst,
  kWritersFirst,
  kRefusedWhileBusy,
  kLinesMixed,
  kAnswerGoesRound,
  // Home or device.
  kAskOneFewer,
  kVictimAsksOneFewer,
  kFilterGrantsEarly,
  kForgetOtherSharers,
  kGrantCopyless,
  kReadSkipped,
  kReadForNothing,
  kWriteBackIgnored,
  kWriteBackWaits,
  kNeverReleased,
  kReleasedAtOnce,
  // Host.
  kGrantBeforeAcks,
  kNoUnblock,
  kDirtyTakenForClean,
  kAnswerTwice,
  kLoserAsksAgain
};

/// Around the home's step.
void disturb_home(Fault fault, protocol::coherence::HomeEntry& entry,
                  const protocol::Message& message, protocol::Reaction& reaction);
/// Around the device's step and evict().
void disturb_device(Fault fault, protocol::cxl::DeviceEntry& entry,
                    protocol::cxl::DevicePending& pending, protocol::Reaction& reaction);
void disturb_eviction(Fault fault, protocol::cxl::DevicePending& pending,
                      protocol::Reaction& reaction);
/// Before and after a host's step.
void disturb_arrival(Fault fault, protocol::RequesterLine& line, const protocol::Message& message);
void disturb_host(Fault fault, protocol::Reaction& reaction);

}  // namespace starnuma::coherence_bench

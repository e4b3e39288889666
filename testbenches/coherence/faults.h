// SPDX-License-Identifier: Apache-2.0
// Faults that are not edits of a table row. They act in the bench's channels and queues, or change
// the argument or the reaction of a protocol function.
#pragma once

#include <cstdint>

#include "models/protocol/coherence/home_function.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/requester_line.h"

namespace starnuma::coherence_bench {

enum class SystemMutant : std::uint8_t {
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
  kDataForMemInv,
  kNeverReleased,
  kReleasedAtOnce,
  // Host.
  kGrantBeforeAcks,
  kNoUnblock,
  kDirtyTakenForClean,
  kAnswerTwice,
  kLoserRetries
};

/// Applies the fault to the home's step.
void disturb_home(SystemMutant fault, protocol::coherence::HomeEntry& entry,
                  const protocol::Message& message, protocol::Reaction& reaction);
/// Applies the fault to the device's step and to evict().
void disturb_device(SystemMutant fault, protocol::cxl::DeviceEntry& entry,
                    protocol::cxl::DevicePending& pending, protocol::Reaction& reaction);
void disturb_eviction(SystemMutant fault, protocol::cxl::DevicePending& pending,
                      protocol::Reaction& reaction);
/// Apply the fault before and after a host's step.
void disturb_arrival(SystemMutant fault, protocol::RequesterLine& line,
                     const protocol::Message& message);
void disturb_host(SystemMutant fault, protocol::Reaction& reaction);

}  // namespace starnuma::coherence_bench

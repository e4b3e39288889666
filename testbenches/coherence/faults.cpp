// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/faults.h"

namespace starnuma::coherence_bench {

namespace {

using protocol::Message;
using protocol::Reaction;
using CoherenceOp = protocol::coherence::Op;
using CxlOp = protocol::cxl::Op;

void ask_one_fewer(Reaction& reaction) {
  reaction.asked &= reaction.asked - 1;
  for (protocol::Send& send : reaction.sends) {
    if (send.message.acks > 0) --send.message.acks;
  }
}

bool is_for(const Message& message, CoherenceOp op) {
  return message.protocol == Message::Class::kCoherence && message.coherence == op;
}

void disturb_release(SystemMutant fault, Reaction& reaction) {
  if (fault == SystemMutant::kNeverReleased) reaction.release = false;
  if (fault == SystemMutant::kReleasedAtOnce) {
    reaction.release = reaction.release || reaction.write_memory;
  }
}

bool several(std::uint32_t hosts) { return (hosts & (hosts - 1)) != 0; }

}  // namespace

void disturb_home(SystemMutant fault, protocol::coherence::HomeEntry& entry, const Message& message,
                  Reaction& reaction) {
  if (reaction.outcome != protocol::Outcome::kDone) return;
  disturb_release(fault, reaction);
  const bool invalidates = reaction.ask && is_for(*reaction.ask, CoherenceOp::kInv);
  switch (fault) {
    case SystemMutant::kAskOneFewer:
      if (invalidates) ask_one_fewer(reaction);
      break;
    case SystemMutant::kForgetOtherSharers:
      if (is_for(message, CoherenceOp::kGetS)) entry.sharers = base::bit_of(message.requester);
      break;
    case SystemMutant::kGrantCopyless:
      for (protocol::Send& send : reaction.sends) {
        if (is_for(send.message, CoherenceOp::kDataE) && message.holds_copy) {
          send.message.coherence = CoherenceOp::kGrantX;
          reaction.read_memory = false;
        }
      }
      break;
    case SystemMutant::kReadSkipped:
      reaction.read_memory = false;
      break;
    case SystemMutant::kReadForNothing:
      reaction.read_memory = reaction.read_memory || !reaction.sends.empty();
      break;
    default:
      break;
  }
}

void disturb_device(SystemMutant fault, protocol::cxl::DeviceEntry& entry,
                    protocol::cxl::DevicePending& pending, Reaction& reaction) {
  if (reaction.outcome != protocol::Outcome::kDone) return;
  disturb_release(fault, reaction);
  switch (fault) {
    case SystemMutant::kAskOneFewer:
      if (!several(reaction.asked)) break;
      ask_one_fewer(reaction);
      pending.awaited = reaction.asked;
      break;
    case SystemMutant::kForgetOtherSharers:
      for (const protocol::Send& send : reaction.sends) {
        if (send.message.cxl == CxlOp::kCmpS) entry.sharers = base::bit_of(send.to);
      }
      break;
    case SystemMutant::kReadSkipped:
      if (reaction.asked != 0) reaction.read_memory = false;
      break;
    case SystemMutant::kDataForMemInv:
      if (reaction.sends.size() == 1 && reaction.sends[0].message.cxl == CxlOp::kCmpE) {
        reaction.read_memory = true;
        reaction.send(reaction.sends[0].to, reaction.sends[0].message.next(CxlOp::kMemData));
      }
      break;
    case SystemMutant::kWriteBackIgnored:
      pending.written_back = false;
      break;
    case SystemMutant::kWriteBackWaits:
      if (reaction.write_memory && is_transient(entry.state)) {
        reaction.outcome = protocol::Outcome::kWait;
      }
      break;
    default:
      break;
  }
}

void disturb_eviction(SystemMutant fault, protocol::cxl::DevicePending& pending,
                      Reaction& reaction) {
  if (fault == SystemMutant::kFilterGrantsEarly) reaction.resume = reaction.free_entry = true;
  if (fault == SystemMutant::kReadForNothing) reaction.read_memory = true;
  if (fault == SystemMutant::kVictimAsksOneFewer && several(reaction.asked)) {
    ask_one_fewer(reaction);
    pending.awaited = reaction.asked;
  }
}

void disturb_arrival(SystemMutant fault, protocol::RequesterLine& line, const Message& message) {
  if (fault != SystemMutant::kGrantBeforeAcks || message.acks == 0) return;
  line.acks_missing = static_cast<std::int8_t>(line.acks_missing - message.acks);
}

void disturb_host(SystemMutant fault, Reaction& reaction) {
  auto& sends = reaction.sends;
  switch (fault) {
    case SystemMutant::kNoUnblock:
      for (auto send = sends.begin(); send != sends.end();) {
        send = is_for(send->message, CoherenceOp::kUnblock) ? sends.erase(send) : send + 1;
      }
      break;
    case SystemMutant::kDirtyTakenForClean:
      for (protocol::Send& send : sends) {
        if (is_for(send.message, CoherenceOp::kCopyBack)) {
          send.message.coherence = CoherenceOp::kCopyBackClean;
        }
      }
      break;
    case SystemMutant::kAnswerTwice:
      if (sends.size() == 1 && sends[0].message.protocol == Message::Class::kCxl &&
          sends[0].message.cxl == CxlOp::kBIRspI) {
        sends.push_back(sends[0]);
      }
      break;
    default:
      break;
  }
}

}  // namespace starnuma::coherence_bench

// SPDX-License-Identifier: Apache-2.0
// Multi-headed device side of one line: maps a message to a reaction. It has no notion of time and
// does not depend on SystemC.
//
// Contract:
// - The rows are those of device_table.h.
// - A Req waits (Outcome::kWait) if the line is in a transient state; RwD and BIRsp never wait.
// - The caller keeps an entry per line in the snoop filter, and one DevicePending per line that is
//   being snooped.
// - For a Req of a line without an entry, the caller passes one in state I: a new one, which it
//   allocates for a read or MemInv, or any entry if allocates() is false. The entry of a read or
//   MemInv stays allocated.
// - To evict an entry the caller calls evict(). When a reaction sets resume, it removes the victim,
//   allocates an entry for the line of pending.request, and steps that request. No other line may
//   allocate the entry in between. Further requests for the line wait until then, even if another
//   entry becomes free.
// - The caller delays a grant until the speculative read completes, unless pending.written_back.
#pragma once

#include "models/protocol/cxl/device_table.h"
#include "models/protocol/directory_entry.h"
#include "models/protocol/reaction.h"
#include "models/protocol/rows.h"

namespace starnuma::protocol::cxl {

using DeviceEntry = DirectoryEntry<DeviceState>;

/// Request that waits for snoops, either of its own line or of the filter's victim.
struct DevicePending {
  Message request;
  std::uint32_t awaited = 0;  ///< Hosts with an outstanding BIRsp, one bit per host.
  bool owner_asked = false;
  bool written_back = false;
};

/// Form of the response to a read: NDR and DRS as one message, or as two.
enum class ReadAnswer : std::uint8_t { kTogether, kApart };

namespace detail {

constexpr bool is_request(Op op) { return role_of(op) == Role::kRequest || op == Op::kMemClnEvct; }

inline void grant(Reaction& reaction, DeviceEntry& entry, const Message& request,
                  const DeviceActions& actions, bool via_owner, ReadAnswer answer) {
  const bool owned = actions.grant_owned;
  const bool shared = actions.grant_shared;
  if (owned) {
    entry.owner = static_cast<std::uint8_t>(request.requester);
    entry.sharers = bit_of(request.requester);
  } else if (shared) {
    entry.sharers |= bit_of(request.requester);
  }
  const auto post = [&](Op op) {
    Message message = request.next(op);
    message.via_owner = via_owner;
    reaction.send(request.requester, message);
  };
  if (request.cxl == Op::kMemInv) return post(Op::kCmpE);
  if (answer == ReadAnswer::kTogether) {
    return post(owned ? Op::kMemDataE : shared ? Op::kMemDataS : Op::kMemDataCmp);
  }
  post(owned ? Op::kCmpE : shared ? Op::kCmpS : Op::kCmp);
  post(Op::kMemData);
}

inline void snoop(Reaction& reaction, DevicePending& pending, const Message& request,
                  const Message& ask, std::uint32_t hosts, bool owner) {
  pending = {request, hosts, owner, false};
  reaction.asked = hosts;
  reaction.ask = ask;
}

constexpr Op snoop_of(const DeviceActions& actions) {
  if (actions.snoop_invalidate) return Op::kBISnpInv;
  return actions.snoop_data ? Op::kBISnpData : Op::kBISnpCur;
}

}  // namespace detail

/// Returns true if a request of a line without an entry needs one.
constexpr bool allocates(Op op) { return role_of(op) == Role::kRequest && op != Op::kMemRdCurrent; }

/// Returns the event of the table for a message `from` a host.
constexpr DeviceEvent device_event(const DeviceEntry& entry, const DevicePending& pending,
                                   const Message& message, base::SocketId from) {
  const bool by_owner = entry.state == DeviceState::kOwned && entry.owner == base::index_of(from);
  switch (message.cxl) {
    case Op::kMemRdShared:
      return by_owner ? DeviceEvent::kMemRdByOwner : DeviceEvent::kMemRdShared;
    case Op::kMemRdOwn:
    case Op::kMemInv: {
      const bool reads = message.cxl == Op::kMemRdOwn;
      const bool others_share =
          entry.state == DeviceState::kShared && (entry.sharers & ~bit_of(from)) != 0;
      if (by_owner) return reads ? DeviceEvent::kMemRdByOwner : DeviceEvent::kMemInvByOwner;
      if (!others_share) return reads ? DeviceEvent::kMemRdOwn : DeviceEvent::kMemInv;
      return reads ? DeviceEvent::kMemRdOwnOthersShare : DeviceEvent::kMemInvOthersShare;
    }
    case Op::kMemRdCurrent:
      return by_owner ? DeviceEvent::kMemRdCurrentByOwner : DeviceEvent::kMemRdCurrent;
    case Op::kMemWr:
      return DeviceEvent::kMemWr;
    case Op::kMemWrOwn:
      return DeviceEvent::kMemWrOwn;
    case Op::kMemClnEvct:
      return by_owner ? DeviceEvent::kMemClnEvct : DeviceEvent::kStaleMemClnEvct;
    case Op::kBIRspS:
      return DeviceEvent::kBIRspS;
    case Op::kBIRspE:
      return entry.sharers != 0 ? DeviceEvent::kBIRspE : DeviceEvent::kLastBIRspI;
    case Op::kBIRspI:
      return (pending.awaited & ~bit_of(from)) == 0 ? DeviceEvent::kLastBIRspI
                                                    : DeviceEvent::kBIRspI;
    default:
      return DeviceEvent::kBIConflict;
  }
}

/// Returns true if the protocol allows the host to send the message in the current state. Only the
/// recorded owner may send MemWr, and only once while it is snooped. After a BISnpCur it may send
/// one MemWrOwn and, while its BIRspE is in flight, a MemWr. Only a host with an outstanding snoop
/// may send a snoop response or a conflict.
constexpr bool may_send(const DeviceEntry& entry, const DevicePending& pending, Op op,
                        base::SocketId from) {
  if (detail::is_request(op)) return true;
  const bool awaited = is_transient(entry.state) && (pending.awaited & bit_of(from)) != 0;
  if (role_of(op) == Role::kSnoopAnswer || op == Op::kBIConflict) return awaited;
  const bool current = entry.state == DeviceState::kToCurrent;
  const bool evicts = current && op == Op::kMemWr && entry.sharers != 0;
  const bool snooped = awaited && pending.owner_asked && (!pending.written_back || evicts);
  return entry.owner == base::index_of(from) &&
         (op == Op::kMemWr ? entry.state == DeviceState::kOwned || snooped
                           : op == Op::kMemWrOwn && current && snooped);
}

template <class Rows = StandardRows>
Reaction step(DeviceEntry& entry, DevicePending& pending, const Message& message,
              base::SocketId from, ReadAnswer answer, Rows rows = {}) {
  Reaction reaction;
  if (detail::is_request(message.cxl) && is_transient(entry.state)) {
    reaction.outcome = Outcome::kWait;
    return reaction;
  }
  if (!may_send(entry, pending, message.cxl, from)) return reaction;
  const DeviceEvent event = device_event(entry, pending, message, from);
  const auto& row = rows.at(TableId::kDevice, kDeviceTable, entry.state, event);
  if (!row.present) return reaction;
  rows.taken(TableId::kDevice, entry.state, event);

  const DeviceActions& actions = row.actions;
  reaction.outcome = Outcome::kDone;
  reaction.write_memory = actions.write_memory;
  reaction.read_memory = actions.read_memory;
  if (role_of(message) == Role::kSnoopAnswer) pending.awaited &= ~bit_of(from);
  if (actions.write_memory && is_transient(entry.state)) pending.written_back = true;
  // The MemWr may have overtaken the BIRspE of the evicted line.
  if (entry.state == DeviceState::kToCurrent && event == DeviceEvent::kMemWr) entry.sharers = 0;
  if (actions.snoop_data || actions.snoop_invalidate || actions.snoop_current) {
    const std::uint32_t hosts = entry.sharers & ~bit_of(from);
    detail::snoop(reaction, pending, message, message.next(detail::snoop_of(actions)), hosts,
                  entry.state == DeviceState::kOwned);
  }
  if (actions.complete) {
    Message done = message.next(Op::kCmp);
    done.answers_snoop = message.answers_snoop;
    reaction.send(from, done);
  }
  if (actions.acknowledge) reaction.send(from, message.next(Op::kBIConflictAck));
  if (actions.grant_shared || actions.grant_owned || actions.grant_current) {
    const bool waited = is_transient(entry.state);
    detail::grant(reaction, entry, waited ? pending.request : message, actions,
                  waited && pending.owner_asked, answer);
    reaction.release = waited;
  }
  reaction.free_entry = actions.free_entry;
  reaction.resume = entry.state == DeviceState::kEvicting && actions.free_entry;
  if (actions.free_entry) entry.sharers = 0;
  entry.state = row.next;
  return reaction;
}

/// Evicts the entry of `victim` from the snoop filter for `request`, a read or MemInv of another
/// line.
/// Precondition: the victim is in state S or A.
template <class Rows = StandardRows>
Reaction evict(DeviceEntry& victim, base::LineAddress victim_line, DevicePending& pending,
               const Message& request, Rows rows = {}) {
  Reaction reaction;
  const auto& row = rows.at(TableId::kDevice, kDeviceTable, victim.state, DeviceEvent::kEvict);
  if (!row.present) return reaction;
  rows.taken(TableId::kDevice, victim.state, DeviceEvent::kEvict);
  reaction.outcome = Outcome::kDone;
  Message ask = request.next(Op::kBISnpInv);
  ask.line = victim_line;
  detail::snoop(reaction, pending, request, ask, victim.sharers,
                victim.state == DeviceState::kOwned);
  victim.state = row.next;
  return reaction;
}

}  // namespace starnuma::protocol::cxl

// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/conformance.h"

namespace starnuma::coherence_bench {

namespace {

using protocol::Message;
using protocol::RequesterState;
using Own = Watcher::Own;
using Snoop = Watcher::Snoop;
using CxlOp = protocol::cxl::Op;
using SocketOp = protocol::coherence::Op;

constexpr Violation kFine{};

Violation require(bool holds, std::string_view what) {
  return holds ? kFine : Violation{Check::kConformance, what};
}

bool is_read(Own own) {
  return own == Own::kRead || own == Own::kReadToOwn || own == Own::kReadCurrent;
}
bool is_req(Own own) { return is_read(own) || own == Own::kCleanEvict || own == Own::kOwnLine; }
bool is_write(Own own) { return own == Own::kWriteBack || own == Own::kClean; }
bool about_data(Snoop snoop) { return snoop >= Snoop::kData && snoop <= Snoop::kDataAcknowledged; }
bool about_current(Snoop snoop) { return snoop >= Snoop::kCurrent; }
/// Returns true for a snoop without a handshake; the enumerators of its handshake follow.
bool is_unanswered(Snoop snoop) {
  return snoop == Snoop::kData || snoop == Snoop::kInv || snoop == Snoop::kCurrent;
}
bool is_conflict(Snoop snoop) {
  return snoop == Snoop::kDataConflict || snoop == Snoop::kInvConflict ||
         snoop == Snoop::kCurrentConflict;
}
Snoop next(Snoop snoop) { return static_cast<Snoop>(static_cast<int>(snoop) + 1); }
Snoop snoop_of(CxlOp op) {
  if (op == CxlOp::kBISnpCur) return Snoop::kCurrent;
  return op == CxlOp::kBISnpData ? Snoop::kData : Snoop::kInv;
}
bool holds_clean(RequesterState state) {
  return protocol::is_readable(state) && state != RequesterState::kModified;
}

/// Records one part of the response to a read; the read completes with the last part.
Violation take_grant(Watcher& w, bool ndr, bool drs, bool exclusive, bool caches = true) {
  const bool needs_data = w.own != Own::kOwnLine;
  if (!is_read(w.own) && needs_data) return {Check::kConformance, "a grant without a read"};
  if (drs && !needs_data) return {Check::kConformance, "data for a MemInv"};
  if ((ndr && w.granted) || (drs && w.data)) return {Check::kConformance, "a second grant"};
  if (ndr && caches == (w.own == Own::kReadCurrent)) {
    return {Check::kConformance, "a current read is granted a copy, or another read none"};
  }
  if (ndr && caches && !exclusive && w.own != Own::kRead) {
    return {Check::kConformance, "an owning read is granted S"};
  }
  w.granted = w.granted || ndr;
  w.data = w.data || drs;
  if (w.granted && (w.data || !needs_data)) {
    w.own = Own::kNone;
    w.granted = w.data = false;
  }
  return kFine;
}

Violation take_cxl(Watcher& w, CxlOp op) {
  switch (op) {
    case CxlOp::kCmp:
      if (w.own == Own::kReadCurrent) return take_grant(w, true, false, false, false);
      if (!is_write(w.own) && w.own != Own::kCleanEvict) {
        return {Check::kConformance, "a Cmp without a MemWr or MemClnEvct"};
      }
      w.own = Own::kNone;
      return kFine;
    case CxlOp::kCmpS:
      return take_grant(w, true, false, false);
    case CxlOp::kCmpE:
      return take_grant(w, true, false, true);
    case CxlOp::kMemData:
      return take_grant(w, false, true, false);
    case CxlOp::kMemDataS:
      return take_grant(w, true, true, false);
    case CxlOp::kMemDataE:
      return take_grant(w, true, true, true);
    case CxlOp::kMemDataCmp:
      return take_grant(w, true, true, false, false);
    case CxlOp::kBISnpData:
    case CxlOp::kBISnpInv:
    case CxlOp::kBISnpCur:
      if (w.snoop != Snoop::kNone) return {Check::kConformance, "a second snoop of the line"};
      w.snoop = snoop_of(op);
      return kFine;
    case CxlOp::kBIConflictAck:
      if (!is_conflict(w.snoop)) {
        return {Check::kConformance, "a BI-ConflictAck without a BIConflict"};
      }
      w.snoop = next(w.snoop);
      return kFine;
    default:
      return kFine;
  }
}

Violation begin(Watcher& w, Own own) {
  if (w.own != Own::kNone) return {Check::kConformance, "two requests of one host for a line"};
  w.own = own;
  return kFine;
}

Violation send_conflict(Watcher& w) {
  if (!is_req(w.own)) return {Check::kConformance, "a BIConflict without a request of the host's"};
  if (!is_unanswered(w.snoop)) {
    return {Check::kConformance, "a BIConflict that is not about a snoop"};
  }
  w.snoop = next(w.snoop);
  return kFine;
}

Violation send_response(Watcher& w, const HostStep& step, CxlOp op, bool completes) {
  const Snoop snoop = w.snoop;
  w.snoop = Snoop::kNone;
  if (snoop == Snoop::kNone) return {Check::kConformance, "a BIRsp without a BISnp"};
  if (is_conflict(snoop)) {
    return {Check::kConformance, "a BIRsp before the BI-ConflictAck"};
  }
  if (is_write(w.own)) return {Check::kConformance, "a BIRsp before the Cmp of the MemWr"};
  if (is_req(w.own) && is_unanswered(snoop)) {
    return {Check::kConformance, "a host with an outstanding request answers without BIConflict"};
  }
  if (op == CxlOp::kBIRspE) {
    if (!about_current(snoop)) return {Check::kConformance, "BIRspE answers another BISnp"};
    return require(step.after == RequesterState::kExclusive,
                   "BIRspE of a host that does not hold a clean E");
  }
  if (op == CxlOp::kBIRspS) {
    if (!about_data(snoop) && !about_current(snoop))
      return {Check::kConformance, "BIRspS answers a BISnpInv"};
    return require(holds_clean(step.after) && step.after != RequesterState::kExclusive,
                   "BIRspS of a host that does not hold S");
  }
  if (protocol::is_readable(step.after)) return {Check::kConformance, "BIRspI of a holder"};
  const bool current_read = step.before == RequesterState::kReadingCurrent;
  const bool clean = completes ? !step.store && !current_read : holds_clean(step.before);
  if ((about_data(snoop) || about_current(snoop)) && clean) {
    return {Check::kOverInvalidation, "a holder gives its copy up for a BISnpData or BISnpCur"};
  }
  return kFine;
}

Violation send_cxl(Watcher& w, const HostStep& step, CxlOp op, bool completes) {
  switch (op) {
    case CxlOp::kMemRdShared:
      return begin(w, Own::kRead);
    case CxlOp::kMemRdOwn:
      return begin(w, Own::kReadToOwn);
    case CxlOp::kMemInv:
      return begin(w, Own::kOwnLine);
    case CxlOp::kMemClnEvct:
      return begin(w, Own::kCleanEvict);
    case CxlOp::kMemRdCurrent:
      return begin(w, Own::kReadCurrent);
    case CxlOp::kMemWr:
      if (about_current(w.snoop)) {
        return {Check::kOverInvalidation, "a dirty owner gives its copy up for a BISnpCur"};
      }
      return begin(w, Own::kWriteBack);
    case CxlOp::kMemWrOwn:
      if (w.snoop != Snoop::kCurrent && w.snoop != Snoop::kCurrentAcknowledged) {
        return {Check::kConformance, "a MemWrOwn without a BISnpCur"};
      }
      return begin(w, Own::kClean);
    case CxlOp::kBIConflict:
      return send_conflict(w);
    case CxlOp::kBIRspI:
    case CxlOp::kBIRspS:
    case CxlOp::kBIRspE:
      return send_response(w, step, op, completes);
    default:
      return {Check::kConformance, "a message that no host sends"};
  }
}

Violation take_socket(Watcher& w, SocketOp op) {
  switch (op) {
    case SocketOp::kDataS:
    case SocketOp::kOwnerDataS:
      return require(w.own == Own::kRead, "shared data without a GetS");
    case SocketOp::kDataE:
      return require(is_read(w.own), "data without a GetS or GetX");
    case SocketOp::kOwnerDataX:
    case SocketOp::kGrantX:
    case SocketOp::kInvAck:
      return require(w.own == Own::kReadToOwn, "ownership without a GetX");
    case SocketOp::kPutAck:
      if (w.own != Own::kWriteBack) return {Check::kConformance, "a PutAck without a PutM"};
      w.own = Own::kNone;
      return kFine;
    default:
      return kFine;
  }
}

Violation send_socket(Watcher& w, const HostStep& step, SocketOp op) {
  const RequesterState before = step.before;
  const SocketOp taken = step.taken != nullptr ? step.taken->coherence : SocketOp{};
  const bool dirty = before == RequesterState::kModified || before == RequesterState::kWriteBack;
  switch (op) {
    case SocketOp::kGetS:
      return begin(w, Own::kRead);
    case SocketOp::kGetX:
      return begin(w, Own::kReadToOwn);
    case SocketOp::kPutM:
      return begin(w, Own::kWriteBack);
    case SocketOp::kPutE:
      return require(w.own == Own::kNone, "a PutE while the socket has an outstanding request");
    case SocketOp::kInvAck:
      return require(taken == SocketOp::kInv && !protocol::is_readable(step.after),
                     "an InvAck of a holder");
    case SocketOp::kOwnerDataS:
      return require(taken == SocketOp::kFwdS, "OwnerDataS without a FwdS");
    case SocketOp::kOwnerDataX:
      return require(taken == SocketOp::kFwdX, "OwnerDataX without a FwdX");
    case SocketOp::kCopyBack:
      return require(taken == SocketOp::kFwdS && dirty, "a CopyBack of a clean line");
    case SocketOp::kCopyBackClean:
      return require(taken == SocketOp::kFwdS && !dirty, "a CopyBackClean of a dirty line");
    case SocketOp::kNoCopy:
      return require(!dirty && !protocol::is_readable(before), "NoCopy of a holder");
    case SocketOp::kUnblock:
      return kFine;
    default:
      return {Check::kConformance, "a message that no socket sends"};
  }
}

}  // namespace

Violation watch_host(Watcher& watcher, const HostStep& step, const protocol::Reaction& reaction) {
  const Message* taken = step.taken;
  const auto on_cxl = [](const Message& m) { return m.protocol == Message::Class::kCxl; };
  if (taken != nullptr) {
    const Violation wrong =
        on_cxl(*taken) ? take_cxl(watcher, taken->cxl) : take_socket(watcher, taken->coherence);
    if (wrong) return wrong;
    if (!on_cxl(*taken) && reaction.complete) watcher.own = Own::kNone;
    const bool shared_forward = !on_cxl(*taken) && taken->coherence == SocketOp::kFwdS;
    if (shared_forward && protocol::is_readable(step.before) &&
        !protocol::is_readable(step.after)) {
      return {Check::kOverInvalidation, "an owner gives its copy up for a FwdS"};
    }
  }
  for (const protocol::Send& send : reaction) {
    const Violation wrong = on_cxl(send.message)
                                ? send_cxl(watcher, step, send.message.cxl, reaction.complete)
                                : send_socket(watcher, step, send.message.coherence);
    if (wrong) return wrong;
  }
  return kFine;
}

Violation watch_home(const Message& cause, const protocol::Reaction& reaction,
                     std::uint32_t sharers) {
  if (reaction.asked == 0) return kFine;
  const Message& ask = *reaction.ask;
  const bool same_line = ask.line == cause.line;
  if ((reaction.asked & ~sharers) != 0) return {Check::kConformance, "a snoop of no holder"};
  if (same_line && (reaction.asked & base::bit_of(cause.requester)) != 0) {
    return {Check::kConformance, "a requester is snooped for its own request"};
  }
  bool takes = false;
  bool writer = false;
  if (ask.protocol == Message::Class::kCxl) {
    takes = ask.cxl == CxlOp::kBISnpInv && same_line;
    writer = cause.cxl == CxlOp::kMemRdOwn || cause.cxl == CxlOp::kMemInv;
    const bool current = cause.cxl == CxlOp::kMemRdCurrent;
    if (same_line && current != (ask.cxl == CxlOp::kBISnpCur)) {
      return {Check::kOverInvalidation, "a current read and BISnpCur do not go together"};
    }
  } else {
    takes = ask.coherence != SocketOp::kFwdS;
    writer = cause.coherence == SocketOp::kGetX;
  }
  if (takes && !writer) return {Check::kOverInvalidation, "holders lose their copies for a read"};
  return require(takes || !writer || !same_line, "a writer's request leaves copies");
}

}  // namespace starnuma::coherence_bench

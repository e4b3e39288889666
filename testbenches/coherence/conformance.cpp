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

bool is_read(Own own) { return own == Own::kRead || own == Own::kReadToOwn; }
bool is_req(Own own) { return is_read(own) || own == Own::kCleanEvict || own == Own::kOwnLine; }
bool about_data(Snoop snoop) { return snoop >= Snoop::kData && snoop <= Snoop::kDataAcknowledged; }
bool holds_clean(RequesterState state) {
  return protocol::is_readable(state) && state != RequesterState::kModified;
}

/// Records one part of the response to a read; the read completes with the last part.
Violation take_grant(Watcher& w, bool ndr, bool drs, bool exclusive) {
  const bool needs_data = w.own != Own::kOwnLine;
  if (!is_read(w.own) && needs_data) return {Check::kConformance, "a grant without a read"};
  if (drs && !needs_data) return {Check::kConformance, "data for a MemInv"};
  if ((ndr && w.granted) || (drs && w.data)) return {Check::kConformance, "a second grant"};
  if (ndr && !exclusive && w.own != Own::kRead) {
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
      if (w.own != Own::kWriteBack && w.own != Own::kCleanEvict) {
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
    case CxlOp::kBISnpData:
    case CxlOp::kBISnpInv:
      if (w.snoop != Snoop::kNone) return {Check::kConformance, "a second snoop of the line"};
      w.snoop = op == CxlOp::kBISnpData ? Snoop::kData : Snoop::kInv;
      return kFine;
    case CxlOp::kBIConflictAck:
      if (w.snoop != Snoop::kDataConflict && w.snoop != Snoop::kInvConflict) {
        return {Check::kConformance, "a BI-ConflictAck without a BIConflict"};
      }
      w.snoop =
          w.snoop == Snoop::kDataConflict ? Snoop::kDataAcknowledged : Snoop::kInvAcknowledged;
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
  if (w.snoop != Snoop::kData && w.snoop != Snoop::kInv) {
    return {Check::kConformance, "a BIConflict that is not about a snoop"};
  }
  w.snoop = w.snoop == Snoop::kData ? Snoop::kDataConflict : Snoop::kInvConflict;
  return kFine;
}

Violation send_response(Watcher& w, const HostStep& step, bool shared, bool completes) {
  const Snoop snoop = w.snoop;
  w.snoop = Snoop::kNone;
  if (snoop == Snoop::kNone) return {Check::kConformance, "a BIRsp without a BISnp"};
  if (snoop == Snoop::kDataConflict || snoop == Snoop::kInvConflict) {
    return {Check::kConformance, "a BIRsp before the BI-ConflictAck"};
  }
  if (w.own == Own::kWriteBack) return {Check::kConformance, "a BIRsp before the Cmp of the MemWr"};
  const bool met = snoop == Snoop::kDataAcknowledged || snoop == Snoop::kInvAcknowledged;
  if (is_req(w.own) && !met) {
    return {Check::kConformance, "a host with an outstanding request answers without BIConflict"};
  }
  if (shared) {
    if (!about_data(snoop)) return {Check::kConformance, "BIRspS answers a BISnpInv"};
    return require(holds_clean(step.after) && step.after != RequesterState::kExclusive,
                   "BIRspS of a host that does not hold S");
  }
  if (protocol::is_readable(step.after)) return {Check::kConformance, "BIRspI of a holder"};
  const bool clean = completes ? !step.store : holds_clean(step.before);
  if (about_data(snoop) && clean) {
    return {Check::kOverInvalidation, "a clean holder gives its copy up for a BISnpData"};
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
    case CxlOp::kMemWr:
      return begin(w, Own::kWriteBack);
    case CxlOp::kBIConflict:
      return send_conflict(w);
    case CxlOp::kBIRspI:
    case CxlOp::kBIRspS:
      return send_response(w, step, op == CxlOp::kBIRspS, completes);
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
  if (same_line && (reaction.asked & protocol::bit_of(cause.requester)) != 0) {
    return {Check::kConformance, "a requester is snooped for its own request"};
  }
  bool takes = false;
  bool writer = false;
  if (ask.protocol == Message::Class::kCxl) {
    takes = ask.cxl == CxlOp::kBISnpInv && same_line;
    writer = cause.cxl == CxlOp::kMemRdOwn || cause.cxl == CxlOp::kMemInv;
  } else {
    takes = ask.coherence != SocketOp::kFwdS;
    writer = cause.coherence == SocketOp::kGetX;
  }
  if (takes && !writer) return {Check::kOverInvalidation, "holders lose their copies for a read"};
  return require(takes || !writer || !same_line, "a writer's request leaves copies");
}

}  // namespace starnuma::coherence_bench

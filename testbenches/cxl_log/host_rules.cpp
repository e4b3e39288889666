// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cxl_log/host_rules.h"

namespace starnuma::cxl_log {

using protocol::cxl::Op;

Rule HostRules::add(Op op) {
  switch (op) {
    case Op::kMemRdShared:
      return begin(Own::kRead);
    case Op::kMemRdOwn:
      return begin(Own::kReadToOwn);
    case Op::kMemInv:
      return begin(Own::kOwnLine);
    case Op::kMemClnEvct:
      return begin(Own::kCleanEvict);
    case Op::kMemRdCurrent:
      return begin(Own::kReadCurrent);
    case Op::kMemWr:
      return begin(Own::kWriteBack);
    case Op::kMemWrOwn:
      return begin(Own::kClean);
    case Op::kCmpS:
    case Op::kCmpE:
      return reads_current() ? Rule::kGrantNeedsRead : grant(true, op == Op::kCmpE);
    case Op::kMemData:
      return grant(false, true);
    case Op::kCmp:
      return complete();
    case Op::kBISnpData:
    case Op::kBISnpInv:
    case Op::kBISnpCur:
      return snoop(op);
    case Op::kBIRspI:
    case Op::kBIRspS:
    case Op::kBIRspE:
      return respond(op);
    case Op::kBIConflict:
      return conflict();
    case Op::kBIConflictAck:
      return acknowledge();
    default:
      return Rule::kDirectoryRow;
  }
}

Rule HostRules::begin(Own own) {
  if (own_ != Own::kNone) return Rule::kOneRequest;
  const bool writes = own == Own::kWriteBack || own == Own::kClean;
  if (writes && !may_hold_) return Rule::kOwnerWrites;
  if (own == Own::kCleanEvict && !may_hold_) return Rule::kEvictionNeedsCopy;
  if (!writes && unwritten_) return Rule::kWritesLine;
  own_ = own;
  unwritten_ = false;
  completed_ = false;
  wrote_ = wrote_ || own == Own::kWriteBack;
  may_hold_ = may_hold_ && own != Own::kWriteBack && own != Own::kCleanEvict;
  if (is_req()) {
    owes_request_ = late_request_ = false;
    had_request_ = true;
  }
  // A host sends no MemWr while a Req is outstanding.
  return owes_request_ ? Rule::kConflictNeedsRequest : Rule::kNone;
}

Rule HostRules::grant(bool ndr, bool exclusive) {
  const bool owns_line = own_ == Own::kOwnLine;
  if (!is_read() && !(owns_line && ndr)) return Rule::kGrantNeedsRead;
  bool& part = ndr ? ndr_ : drs_;
  if (part) return Rule::kGrantOnce;
  if (own_ != Own::kRead && !exclusive) return Rule::kOwningGrant;
  part = true;
  if (!reads_current()) {
    may_hold_ = true;
    wrote_ = false;
  }
  unwritten_ = owns_line;
  if (ndr_ && (drs_ || owns_line)) end();
  return Rule::kNone;
}

Rule HostRules::complete() {
  if (reads_current()) return grant(true, true);
  if (!is_write() && own_ != Own::kCleanEvict) return Rule::kCmpNeedsEviction;
  end();
  return Rule::kNone;
}

void HostRules::end() {
  completed_ = is_req();
  own_ = Own::kNone;
  ndr_ = drs_ = met_ = false;
}

Rule HostRules::snoop(Op op) {
  if (snoop_ != Snoop::kNone) return Rule::kOneSnoop;
  snoop_ = Snoop::kSent;
  invalidates_ = op == Op::kBISnpInv;
  current_ = op == Op::kBISnpCur;
  met_ = is_req();
  had_request_ = met_ || completed_;
  return Rule::kNone;
}

Rule HostRules::respond(Op op) {
  const bool keeps = op != Op::kBIRspI;
  // A host that answers BIRspE may write and evict the line, and its MemWr may overtake the BIRspE.
  const bool owns = op == Op::kBIRspE;
  const Snoop snoop = snoop_;
  snoop_ = Snoop::kNone;
  // After a conflict handshake a MemClnEvct may still be in flight to the device.
  if (!keeps && (snoop == Snoop::kSent || !late_request_)) may_hold_ = false;
  completed_ = false;
  if (snoop == Snoop::kNone) return Rule::kResponseNeedsSnoop;
  if (snoop == Snoop::kConflict) return Rule::kResponseAfterAck;
  if (own_ == Own::kClean || (own_ == Own::kWriteBack && !owns)) return Rule::kWriteBackFirst;
  if (snoop == Snoop::kSent && met_) return Rule::kConflictFirst;
  if (unwritten_) return Rule::kWritesLine;
  const bool legal = owns ? current_ : !keeps || (!invalidates_ && !wrote_);
  return legal ? Rule::kNone : Rule::kSharedResponse;
}

Rule HostRules::conflict() {
  if (snoop_ != Snoop::kSent) return Rule::kConflictNeedsSnoop;
  if (is_write()) return Rule::kConflictNeedsRequest;
  snoop_ = Snoop::kConflict;
  owes_request_ = !had_request_;
  late_request_ = !is_req();
  return Rule::kNone;
}

Rule HostRules::acknowledge() {
  if (snoop_ != Snoop::kConflict) return Rule::kAckNeedsConflict;
  snoop_ = Snoop::kAcknowledged;
  return Rule::kNone;
}

}  // namespace starnuma::cxl_log

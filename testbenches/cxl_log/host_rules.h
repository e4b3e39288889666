// SPDX-License-Identifier: Apache-2.0
// Rules for the messages between the device and one host about one line, as a monitor at the head
// sees them: M2S messages when they arrive, S2M messages when they leave.
//
// Contract:
// - Messages in flight between head and host may overtake each other. A rule therefore fails only
//   if no order at the host explains the messages.
#pragma once

#include <cstdint>

#include "models/protocol/cxl/messages.h"
#include "testbenches/cxl_log/rules.h"

namespace starnuma::cxl_log {

class HostRules {
 public:
  HostRules() = default;
  /// Starts without outstanding messages; the arguments are those of an earlier object.
  HostRules(bool completed, bool may_hold, bool unwritten)
      : completed_(completed), may_hold_(may_hold), unwritten_(unwritten) {}

  /// Adds a message and returns the violated rule, or kNone.
  Rule add(protocol::cxl::Op op);

  /// Returns true if nothing is outstanding.
  bool idle() const { return own_ == Own::kNone && snoop_ == Snoop::kNone && !owes_request_; }
  /// Returns true if the completion of the last Req may still be in flight to the host.
  bool completed() const { return completed_; }
  /// Returns true if the host may have a copy of the line.
  bool may_hold() const { return may_hold_; }
  /// Returns true if the host owns the line by MemInv and has not written it back.
  bool unwritten() const { return unwritten_; }
  /// Returns true if a read or MemInv has received no Cmp-S or Cmp-E.
  bool awaits_grant() const {
    return (is_read() || own_ == Own::kOwnLine) && !reads_current() && !ndr_;
  }
  /// Returns true if a MemRd with SnpCur is outstanding.
  bool reads_current() const { return own_ == Own::kReadCurrent; }

 private:
  /// Outstanding request.
  enum class Own : std::uint8_t {
    kNone,
    kRead,
    kReadToOwn,
    kCleanEvict,
    kWriteBack,
    kOwnLine,
    kReadCurrent,
    kClean
  };
  /// Unanswered snoop, and the conflict handshake about it.
  enum class Snoop : std::uint8_t { kNone, kSent, kConflict, kAcknowledged };

  bool is_read() const { return own_ == Own::kRead || own_ == Own::kReadToOwn || reads_current(); }
  bool is_req() const { return is_read() || own_ == Own::kCleanEvict || own_ == Own::kOwnLine; }
  bool is_write() const { return own_ == Own::kWriteBack || own_ == Own::kClean; }
  Rule begin(Own own);
  Rule grant(bool ndr, bool exclusive);
  Rule complete();
  Rule snoop(protocol::cxl::Op op);
  Rule respond(protocol::cxl::Op op);
  Rule conflict();
  Rule acknowledge();
  void end();

  Own own_ = Own::kNone;
  Snoop snoop_ = Snoop::kNone;
  bool ndr_ = false;
  bool drs_ = false;
  bool invalidates_ = false;  ///< The snoop invalidates the line (BISnpInv).
  bool current_ = false;      ///< The snoop leaves the line (BISnpCur).
  bool completed_ = false;
  bool may_hold_ = false;      ///< Part of a grant has left since the host invalidated its copy.
  bool wrote_ = false;         ///< A MemWr has arrived since the last grant.
  bool met_ = false;           ///< The snoop surely meets the outstanding Req at the host.
  bool had_request_ = false;   ///< The snoop may meet a Req at the host.
  bool owes_request_ = false;  ///< A BIConflict has arrived before its Req.
  bool late_request_ = false;  ///< The Req of the BIConflict may be in flight to the device.
  bool unwritten_ = false;     ///< Cmp-E for a MemInv has left, and no MemWr has arrived since.
};

}  // namespace starnuma::cxl_log

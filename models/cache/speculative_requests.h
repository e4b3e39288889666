// SPDX-License-Identifier: Apache-2.0
// Speculative reads of a socket: a MemSpecRd to a pool device for an access that is about to look
// the LLC up, so that the device reads its memory meanwhile.
//
// Contract:
// - MemSpecRd has no response and no effect on the line. The access continues as without it.
// - None is sent for an access that needs no data: a store of a whole line, or a write to a line
//   that the core holds. None is sent for page moves and flushes, for lines that the host does not
//   reach, or while a device receives as many requests as its load (DevLoad) allows.
// - Timing: it leaves when the look-up of the LLC begins.
#pragma once

#include "models/cache/agent_faults.h"

namespace starnuma::cache {

class SpeculativeRequests {
 public:
  /// `context`, `lines`, `faults` and `windows` must outlive this object.
  SpeculativeRequests(AgentContext& context, SocketLines& lines, const AgentFaults& faults,
                      DeviceWindows& windows, SpeculativeReadsAre are)
      : context_(context),
        lines_(lines),
        faults_(faults),
        windows_(windows),
        sent_(are == SpeculativeReadsAre::kSent) {}

  /// Sends a MemSpecRd for the access if it may need data of a pool device.
  void start(const protocol::Access& access, int core) {
    if (__builtin_expect(sent_, 0) && needs_data(access, core)) send(access);
  }

 private:
  bool needs_data(const protocol::Access& access, int core) const {
    return context_.place.agents.is_pool(access.line.node()) && !protocol::is_move(access.kind) &&
           !protocol::is_uncached(access.kind) && !writes_whole_line(access) &&
           !lines_.in_core(access.line, core) && faults_.reaches(access.line) &&
           !windows_.full(access.line);
  }
  void send(const protocol::Access& access) const {
    ++context_.counts.speculative_reads;
    context_.execute([&](kernel::Outbox& outbox) {
      context_.send_home(
          outbox.start(access.time),
          protocol::Message::of(protocol::cxl::Op::kMemSpecRd, access.line, context_.place.socket));
    });
  }

  AgentContext& context_;
  SocketLines& lines_;
  const AgentFaults& faults_;
  DeviceWindows& windows_;
  bool sent_;
};

}  // namespace starnuma::cache

// SPDX-License-Identifier: Apache-2.0
// Shared LLC of a socket with its caching agent: the requester of both coherence protocols.
//
// Contract:
// - cpu_side[c] takes misses, upgrades and evictions of core c's private caches and returns when
//   they are complete. Messages to and from homes pass the fabric sockets.
// - Line states follow models/protocol/requester_function.h. An owner (E, M) notifies the home of
//   an eviction, a sharer does not.
// - Core-valid bits are exact. The LLC is non-inclusive of the private caches.
// - A line with an outstanding request, put or deferred snoop has a miss register. If the line is
//   present, its tag entry is pinned.
// - NDR and DRS of a read arrive as one message.
// - A flush obtains ownership of the line unless the socket has it, then evicts the line. It is
//   complete when the home acknowledges the put, or with the eviction if no message is sent.
// - uncached_side forwards requests past the caches to their home and returns with its answer.
// - A dirty line of a page with backups is also written to the backups when it leaves the socket.
// - Errors: AccessError for a line that `hosts` does not map, a line of a crashed host and a
//   poisoned line. A whole-line write to a poisoned line succeeds. Dirty lines of a crashed host
//   are lost.
// - Timing: LLC look-up, `fabric_latency` each way to the fabric, `snoop_latency` per snoop. A hit
//   to a line in flight completes when the line arrives.
// - In SystemC time accesses run on fibers and wait while their line has a miss register.
// - Not modelled: LLC slices and their ring, LLC bandwidth.
#pragma once

#include <systemc>

#include "models/cache/requests.h"
#include "models/cache/snoops.h"
#include "models/cache/speculative_requests.h"
#include "models/cache/uncached_requests.h"
#include "models/kernel/sockets.h"
#include "models/protocol/uncached/request.h"

namespace starnuma::cache {

class CachingAgent : public sc_core::sc_module,
                     public kernel::Agent,
                     public accounting::StatSource {
 public:
  using Config = SocketCacheConfig;

  CachingAgent(const sc_core::sc_module_name& name, const Config& config, CachingAgentPlace place,
               kernel::Dispatcher& dispatcher);

 private:
  void access(protocol::Access& access, int core);
  void send_uncached(protocol::UncachedRequest& request);
  void arrive(kernel::Envelope& envelope) { context_.dispatcher.arrived(envelope, *this); }

 public:
  using CpuSide = kernel::Target<&CachingAgent::access, PrivateSnoop>;
  sc_core::sc_vector<CpuSide> cpu_side;
  using UncachedSide = kernel::OptionalTarget<&CachingAgent::send_uncached>;
  sc_core::sc_vector<UncachedSide> uncached_side;
  kernel::FabricPort to_fabric{"to_fabric"};
  kernel::Target<&CachingAgent::arrive> from_fabric{"from_fabric", *this};

  /// Registers a passive observer of completed misses. Precondition: before the run.
  void add_observer(kernel::MissObserver& observer) { requests_.add_observer(observer); }

  /// Lets the line's home prefetch host memory for an access that may miss the private caches.
  void prefetch(const protocol::Access& access) const {
    context_.dispatcher.prefetch_line(context_.place.agents.home_of(access.line.node()),
                                      access.line);
  }
  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override { to_fabric.send(envelope); }
  /// Invalidates all lines of an unreachable home except lines with an outstanding transaction.
  /// Dirty data are lost unless the path is flushed. Returns true if no such line is left.
  bool abandon(base::NodeId home, int fault, base::Time time) {
    return faults_.abandon(home, fault, time);
  }
  /// Returns true if the line has no outstanding transaction.
  bool settled(base::LineAddress line) const { return lines_.settled(line); }
  /// Invalidates the socket's copy of a shared line. Precondition: the line is settled.
  void recall(base::LineAddress line, base::Time time) { faults_.recall(line, time); }
  PausedPaths& paused_paths() { return faults_.paused_paths(); }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { context_.counts = {}; }

 private:
  void end_of_elaboration() override;
  void reclaim(const protocol::Access& access, int core);
  void flush(protocol::Access& access, int core);
  void bypass(protocol::Access& access);
  bool waits_for_device(protocol::Access& access);
  void gave_back(const kernel::Envelope& envelope, const protocol::Message& message,
                 kernel::Outbox& outbox);

  AgentContext context_;
  SocketLines lines_;
  DeviceWindows windows_;
  AgentFaults faults_;
  Evictions evictions_;
  Requests requests_;
  Snoops snoops_;
  SpeculativeRequests speculative_;
  UncachedRequests uncached_;
  base::Time llc_latency_;
};

}  // namespace starnuma::cache

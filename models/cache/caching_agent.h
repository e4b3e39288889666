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

#include <array>
#include <systemc>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/stats.h"
#include "models/cache/block_answer.h"
#include "models/cache/cache_config.h"
#include "models/cache/core_sets.h"
#include "models/cache/load_window.h"
#include "models/cache/miss_registers.h"
#include "models/cache/paused_paths.h"
#include "models/cache/private_snoop.h"
#include "models/cache/socket_tags_function.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/execution.h"
#include "models/kernel/fabric_port.h"
#include "models/kernel/miss_observer.h"
#include "models/kernel/sockets.h"
#include "models/paging/host_map.h"
#include "models/paging/pooled_memory.h"
#include "models/protocol/agents.h"
#include "models/protocol/message.h"
#include "models/protocol/requester_function.h"
#include "models/protocol/uncached/request.h"

namespace starnuma::cache {

/// Position of a caching agent in the machine; assembly fills it from the wiring.
struct CachingAgentPlace {
  base::SocketId socket{};
  int cores = 0;
  int os_ports = 0;  ///< Number of ports after those of the cores, for cores that move pages.
  base::Frequency frequency;
  protocol::AgentMap agents;
  accounting::AccessClasses classes;
  /// Access class of data from each home node's memory.
  std::vector<accounting::AccessClass> class_of_home;
  int uncached_ports = 0;
  /// Reachable memory of each host; null if every socket reaches all memory.
  const paging::HostMap* hosts = nullptr;
  /// Maps of pooled memory; null if the address of a line names its home.
  const paging::PooledMemory* pooled = nullptr;
  /// Maximum outstanding requests to a pool device in queued delivery, reduced under its load;
  /// zero: DevLoad is ignored.
  int device_requests = 0;

  /// Returns the number of logical devices of all pool devices.
  std::size_t logical_devices() const {
    const int of_each = hosts != nullptr ? hosts->logical_devices() : 1;
    return static_cast<std::size_t>(agents.devices * of_each);
  }
  /// Returns the number of a line's logical device among them.
  std::size_t logical_device_of(base::LineAddress line) const {
    const int device = base::index_of(line.node()) - agents.sockets;
    if (hosts == nullptr) return static_cast<std::size_t>(device);
    return static_cast<std::size_t>(device * hosts->logical_devices() +
                                    hosts->logical_device_of(line));
  }
};

/// Returns true if the socket has the permission that the access needs.
inline bool may_use(const SocketEntry& entry, const protocol::Access& access) {
  return entry.state != LineState::kShared || !protocol::is_write(access.kind);
}

inline protocol::RequesterState state_of(const SocketEntry& entry) {
  // The stable states have the same values in both enumerations.
  static_assert(static_cast<int>(LineState::kModified) ==
                static_cast<int>(protocol::RequesterState::kModified));
  return static_cast<protocol::RequesterState>(entry.state);
}

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
  void arrive(kernel::Envelope& envelope) { dispatcher_.arrived(envelope, *this); }

 public:
  using CpuSide = kernel::Target<&CachingAgent::access, PrivateSnoop>;
  sc_core::sc_vector<CpuSide> cpu_side;
  using UncachedSide = kernel::OptionalTarget<&CachingAgent::send_uncached>;
  sc_core::sc_vector<UncachedSide> uncached_side;
  kernel::FabricPort to_fabric{"to_fabric"};
  kernel::Target<&CachingAgent::arrive> from_fabric{"from_fabric", *this};

  /// Registers a passive observer of completed misses. Precondition: before the run.
  void add_observer(kernel::MissObserver& observer) { observers_.push_back(&observer); }

  /// Lets the line's home prefetch host memory for an access that may miss the private caches.
  void prefetch(const protocol::Access& access) const {
    dispatcher_.prefetch_line(place_.agents.home_of(access.line.node()), access.line);
  }
  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override { to_fabric.send(envelope); }
  /// Invalidates all lines of an unreachable home except lines with an outstanding transaction.
  /// Dirty data are lost unless the path is flushed. Returns true if no such line is left.
  bool abandon(base::NodeId home, int fault, base::Time time);
  /// Returns true if the line has no outstanding transaction.
  bool settled(base::LineAddress line) const { return registers_.find(line) == nullptr; }
  /// Invalidates the socket's copy of a shared line. Precondition: the line is settled.
  void recall(base::LineAddress line, base::Time time);
  PausedPaths& paused_paths() { return paused_paths_; }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct CachingAgentStats {
    std::int64_t hits = 0;
    std::int64_t walk_misses = 0;
    std::int64_t tracker_requests = 0;
    std::int64_t upgrades = 0;
    std::int64_t snoops = 0;
    std::int64_t back_invalidations = 0;
    std::int64_t writebacks = 0;
    std::int64_t flushes = 0;
    std::int64_t refused = 0;
    std::int64_t lost = 0;
    std::int64_t backup_writes = 0;
    std::int64_t uncached = 0;
    std::int64_t current_reads = 0;
    std::int64_t early_conflicts = 0;
    std::int64_t late_conflicts = 0;
    std::int64_t deferred = 0;
    std::int64_t throttled = 0;
    std::array<std::int64_t, accounting::kMostAccessClasses> misses{};
  };

  // Accesses of the socket's cores.
  void hit(protocol::Access& access, SocketEntry& entry, int core);
  void request(protocol::Access& access, int core, SocketEntry* here);
  void mark_written(SocketEntry& entry, base::Time time);
  void reclaim(const protocol::Access& access, int core);
  void flush(protocol::Access& access, int core);
  void check_reach(const protocol::Access& access);
  [[noreturn]] void refuse(const protocol::Access& access, const std::string& why,
                           base::Time notified = base::Time(0));
  void bypass(protocol::Access& access);

  // Faults (caching_agent_damage.cpp).
  ras::Damage* damage() const { return dispatcher_.damage(); }
  [[gnu::cold]] void check_route(protocol::Access& access);
  [[gnu::cold]] bool waits_for_head(protocol::Access& access);
  [[gnu::cold]] void check_copy(protocol::Access& access, SocketEntry& entry);
  [[gnu::cold]] bool copy_is_poison(base::LineAddress line) const;
  [[noreturn]] void consume(const protocol::Access& access);
  [[gnu::cold]] void complete_poisoned(MissRegister& pending, kernel::Outbox& outbox);
  [[gnu::cold]] bool strand(SocketEntry& entry, bool dirty, base::Time time);
  void drop(SocketEntry& entry, bool dirty, int fault, base::Time time);
  [[gnu::cold]] void post_marked(kernel::Envelope& envelope, base::AgentId to,
                                 protocol::Message message) const;

  // Messages from homes, owners and sharers (caching_agent_messages.cpp) and statistics
  // (caching_agent_statistics.cpp).
  void granted(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void complete(MissRegister& pending, kernel::Outbox& outbox);
  [[gnu::cold]] void complete_current(MissRegister& pending);
  struct InFlightMessage {
    std::uint64_t transaction;
    base::Time done;  ///< Arrival time of the answer; negative while outstanding.
    kernel::Fiber* fiber;
    std::uint16_t count;  ///< Amount by which an addition grew its entry.
  };
  std::vector<InFlightMessage>::iterator find_uncached(std::uint64_t transaction);
  void answer_uncached(const kernel::Envelope& envelope, const protocol::Message& message);
  void book(const MissRegister& pending);
  void hand_over(const MissRegister& pending, SocketEntry& entry);
  void given_up(kernel::Envelope& envelope, const protocol::Message& message,
                kernel::Outbox& outbox);
  void snooped_block(const kernel::Envelope& envelope, const protocol::Message& message,
                     kernel::Outbox& outbox);
  void snooped(kernel::Envelope& envelope, const protocol::Message& message, kernel::Outbox& outbox,
               BlockAnswer* block = nullptr);
  bool answers_current_read(const protocol::Message& message) const;
  void keep_cleaned(base::LineAddress line, base::Time time, kernel::Outbox& outbox);
  void keep(const protocol::RequesterLine& line, MissRegister& pending,
            const kernel::Envelope& cause, const protocol::Reaction& reaction);
  void answer(const kernel::Envelope& envelope, const protocol::Send& send, kernel::Outbox& outbox);

  SocketEntry& install(const MissRegister& pending, kernel::Outbox& outbox);

  // Waits (caching_agent_waits.cpp).
  void wait_for_line(protocol::Access& access) {
    if (execution_.overlaps()) wait_while_outstanding(access);
  }
  void wait_while_outstanding(protocol::Access& access);
  void wait_for_home(MissRegister& pending, base::LineAddress line);
  void defer_put(base::LineAddress line, base::Time time);
  base::Time waits_for_put(base::LineAddress line, base::Time time);
  bool defers(protocol::Access& access);
  void follow_load(const protocol::Message& message);
  void release(MissRegister& done) {
    const base::LineAddress line = done.address;
    registers_.release(done);
    execution_.wake(waiting_, line);
  }

  // Capacity of the tag array (caching_agent_room.cpp).
  void insert_in_llc(SocketEntry& entry, base::Time time, kernel::Outbox& outbox);
  void evict(SocketEntry& entry, base::Time time, kernel::Outbox& outbox,
             protocol::Access* flush = nullptr,
             protocol::Message::Purpose purpose = protocol::Message::Purpose::kDemand);
  bool is_dropped_silently(base::LineAddress line) const;
  bool write_backups(const SocketEntry& entry, base::Time time, kernel::Outbox& outbox);
  void lose(const SocketEntry& entry, bool dirty, base::Time time);
  bool snoop_cores(SocketEntry& entry, PrivateSnoop::Demand demand, int but = CoreSets::kNone);
  void post(kernel::Envelope& envelope, base::AgentId to, const protocol::Message& message) const {
    if (__builtin_expect(dispatcher_.data_have_marks(), 0)) {
      return post_marked(envelope, to, message);
    }
    envelope.seal(place_.agents.caching_agent(place_.socket), to, message);
  }

  kernel::CopyObserver* copies() const { return dispatcher_.copies(); }

  CachingAgentPlace place_;
  kernel::Dispatcher& dispatcher_;
  SocketTags tags_;
  CoreSets core_sets_;  ///< Makes `cores` of the entries of `tags_`.
  base::Time llc_latency_;
  base::Time private_snoop_latency_;
  base::Time fabric_latency_;
  base::Time snoop_latency_;
  bool silent_drops_;         ///< Clean lines of pool devices are evicted without a message.
  bool fetches_line_stores_;  ///< Stores of whole lines of pool devices fetch their line.
  MissRegisters registers_;
  std::vector<InFlightMessage> uncached_;  ///< Outstanding uncached requests.
  kernel::Execution execution_;
  PausedPaths paused_paths_{place_.socket, dispatcher_};
  kernel::KeyedWaitingFibers<base::LineAddress> waiting_;  ///< Waits for miss registers of lines.
  struct PendingPut {
    base::LineAddress line;
    base::Time time;
  };
  std::vector<PendingPut> puts_;  ///< Puts scheduled for a time after the current kernel time.
  /// Outstanding requests of the socket to a logical device of a pool device.
  struct DeviceRequests {
    LoadWindow window;
    int requests = 0;
    kernel::WaitingFibers waiting;
  };
  DeviceRequests* requests_at(base::LineAddress line);
  std::vector<DeviceRequests> requests_by_device_;  ///< Empty if DevLoad is ignored.
  CachingAgentStats counts_;
  std::vector<kernel::MissObserver*> observers_;
};

}  // namespace starnuma::cache

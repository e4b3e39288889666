// SPDX-License-Identifier: Apache-2.0
// A socket's shared LLC and its caching agent: the requester of both coherence protocols.
//
// Contract: cpu_side[c] takes the misses, upgrades and give-ups of core c's private caches and
// returns when they are complete; messages to and from homes pass the fabric sockets. An owner
// (E, M) tells the home when it gives a line up, a sharer does not. Private copies are tracked by
// exact core-valid bits; the LLC does not include the private caches. What a message does to a line
// is models/protocol/requester_function.h. A line with a request, a put or a snoop under way has a
// miss register and stays in the tags meanwhile; NDR and DRS of a read come as one message.
// A flush takes the line from every cache of the host: the socket gets it as a write would, unless
// it owns it, and gives it up; the flush is done when the home has said so, or where it does not,
// when the socket has. Where `hosts` says that the socket does not reach a line, an access that
// would have to leave the socket for it throws AccessError; so does one to a host that has crashed,
// and lines of such a host that the socket gives up are lost. A written line of a page that has
// backups is written there too, when it leaves the socket. Poison stays in the socket: a core that
// asks for such a line gets AccessError, but where it writes the whole line. uncached_side passes
// requests to uncached memory on to its home, past the caches, and returns when the home has
// answered. Timing: LLC look-up, `fabric_latency` each way to the fabric, `snoop_latency` per snoop
// answered; a line on its way answers when it arrives. What lies between is the fabric's and the
// home's. In SystemC time accesses are on fibers: one to a line with a miss register waits until
// that is free. Not modelled: LLC slices and their ring, LLC bandwidth.
#pragma once

#include <array>
#include <systemc>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/stats.h"
#include "models/cache/cache_config.h"
#include "models/cache/load_window.h"
#include "models/cache/miss_registers.h"
#include "models/cache/private_snoop.h"
#include "models/cache/socket_tags_function.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/fabric_port.h"
#include "models/kernel/miss_observer.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/paging/host_map.h"
#include "models/paging/pooled_memory.h"
#include "models/protocol/agents.h"
#include "models/protocol/message.h"
#include "models/protocol/requester_function.h"
#include "models/protocol/uncached/request.h"

namespace starnuma::cache {

/// Where this caching agent stands in the machine; assembly fills it from the wiring.
struct CachingAgentPlace {
  base::SocketId socket{};
  int cores = 0;
  int os_ports = 0;  ///< Ports after those of the cores, for a core that moves pages.
  base::Frequency frequency;
  protocol::AgentMap agents;
  accounting::AccessClasses classes;
  std::vector<accounting::AccessClass> class_of_home;  ///< By home node, data from its memory.
  int uncached_ports = 0;
  const paging::HostMap* hosts = nullptr;        ///< Where not every socket reaches all memory.
  const paging::PooledMemory* pooled = nullptr;  ///< Where lines are found by maps.
  /// Queued delivery: requests under way at a pool device at most, from where the socket gives way
  /// to its load; zero: it does not follow that.
  int device_requests = 0;
};

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

  /// Registers a passive observer of completed misses; before the run.
  void add_observer(kernel::MissObserver& observer) { observers_.push_back(&observer); }

  /// An access will come if the private caches do not hold the line: its home may fetch for it.
  void prefetch(const protocol::Access& access) const {
    dispatcher_.prefetch_line(place_.agents.home_of(access.line.node()), access.line);
  }
  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override { to_fabric.send(envelope); }
  /// Gives up all lines of a home, which the socket does not reach any more, but for those of which
  /// something is under way; what was written of them is lost. Whether nothing is of any.
  bool abandon(base::NodeId home, int fault, base::Time time);
  /// Nothing of the line is under way.
  bool settled(base::LineAddress line) const { return registers_.find(line) == nullptr; }
  /// Gives up a settled line that is held shared, if it is held at all.
  void recall(base::LineAddress line, base::Time time);
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts {
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
    std::int64_t early_conflicts = 0;
    std::int64_t late_conflicts = 0;
    std::int64_t held_back = 0;
    std::int64_t gave_way = 0;
    std::array<std::int64_t, accounting::kMostAccessClasses> misses{};
  };

  // The socket's own accesses.
  void hit(protocol::Access& access, SocketEntry& entry, int core);
  void request(protocol::Access& access, int core, SocketEntry* here);
  void mark_written(SocketEntry& entry, base::Time time);
  void take_back(const protocol::Access& access, int core);
  void flush(protocol::Access& access, int core);
  void check_reach(const protocol::Access& access);
  [[noreturn]] void refuse(const protocol::Access& access, const std::string& why,
                           base::Time told = base::Time(0));
  void pass_by(protocol::Access& access);

  // Where something is broken (caching_agent_damage.cpp).
  ras::Damage* damage() const { return dispatcher_.damage(); }
  [[gnu::cold]] void check_way(protocol::Access& access);
  [[gnu::cold]] void check_copy(protocol::Access& access, SocketEntry& entry);
  [[gnu::cold]] bool copy_is_poison(base::LineAddress line) const;
  [[noreturn]] void consume(const protocol::Access& access);
  [[gnu::cold]] void complete_poisoned(MissRegister& pending, kernel::Outbox& outbox);
  [[gnu::cold]] bool strand(SocketEntry& entry, bool dirty, base::Time time);
  void drop(SocketEntry& entry, bool dirty, int fault, base::Time time);
  [[gnu::cold]] void post_marked(kernel::Envelope& envelope, base::AgentId to,
                                 protocol::Message message) const;

  // Messages from homes, owners and sharers (caching_agent_messages.cpp,
  // caching_agent_statistics.cpp).
  void granted(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void complete(MissRegister& pending, kernel::Outbox& outbox);
  struct OnItsWay {
    std::uint64_t transaction;
    base::Time done;  ///< When its answer is here; below zero: it is not yet.
    kernel::Fiber* fiber;
  };
  std::vector<OnItsWay>::iterator find_uncached(std::uint64_t transaction);
  void answer_uncached(const kernel::Envelope& envelope);
  void book(const MissRegister& pending);
  void hand_over(const MissRegister& pending, SocketEntry& entry);
  void given_up(kernel::Envelope& envelope, const protocol::Message& message,
                kernel::Outbox& outbox);
  void snooped(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void keep(const protocol::RequesterLine& line, MissRegister& pending,
            const kernel::Envelope& cause, const protocol::Reaction& reaction);
  void answer(const kernel::Envelope& envelope, const protocol::Send& send, kernel::Outbox& outbox);
  void check(const protocol::Reaction& reaction, const protocol::Message& message,
             protocol::RequesterState state, const kernel::Envelope& envelope) const;

  SocketEntry& install(const MissRegister& pending, kernel::Outbox& outbox);

  // What is under way in SystemC time (caching_agent_in_time.cpp).
  void look_up_in_time(protocol::Access& access);
  void wait_for_home(MissRegister& pending, base::NodeId home);
  void go_on(base::LineAddress line);
  void put_later(base::LineAddress line, base::Time time);
  base::Time behind_puts(base::LineAddress line, base::Time time);
  /// The socket has the right that the access needs.
  static bool may_use(const SocketEntry& entry, const protocol::Access& access) {
    return entry.state != LineState::kShared || !protocol::is_write(access.kind);
  }
  bool held_back(protocol::Access& access);
  void follow_load(const protocol::Message& message);
  void release(MissRegister& done) {
    const base::LineAddress line = done.address;
    registers_.release(done);
    if (__builtin_expect(!waiting_.empty(), 0)) go_on(line);
  }

  // Room in the tag array (caching_agent_room.cpp).
  void place_in_llc(SocketEntry& entry, base::Time time, kernel::Outbox& outbox);
  void evict(SocketEntry& entry, base::Time time, kernel::Outbox& outbox,
             protocol::Access* flush = nullptr,
             protocol::Message::Purpose purpose = protocol::Message::Purpose::kDemand);
  bool write_backups(const SocketEntry& entry, base::Time time, kernel::Outbox& outbox);
  static protocol::RequesterState state_of(const SocketEntry& entry) {
    // The stable states are the same on both sides.
    static_assert(static_cast<int>(LineState::kModified) ==
                  static_cast<int>(protocol::RequesterState::kModified));
    return static_cast<protocol::RequesterState>(entry.state);
  }
  void lose(const SocketEntry& entry, bool dirty, base::Time time);
  bool snoop_cores(SocketEntry& entry, std::uint32_t cores, PrivateSnoop::Demand demand);
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
  base::Time llc_latency_;
  base::Time private_snoop_latency_;
  base::Time fabric_latency_;
  base::Time snoop_latency_;
  MissRegisters registers_;
  std::vector<OnItsWay> uncached_;     ///< Under way.
  kernel::QueuedDispatcher* in_time_;  ///< Null: immediate delivery.
  struct Waiting {
    base::LineAddress line;
    kernel::Fiber* fiber;
  };
  std::vector<Waiting> waiting_;  ///< Accesses to lines with a miss register, in SystemC time.
  struct Put {
    base::LineAddress line;
    base::Time time;
  };
  std::vector<Put> puts_;  ///< That leave later than kernel time.
  /// What the socket has under way at a pool device.
  struct AtDevice {
    LoadWindow window;
    int requests = 0;
    kernel::WaitingFibers waiting;
  };
  AtDevice* at_device(base::NodeId home);
  std::vector<AtDevice> at_devices_;  ///< By device; empty: their load is not followed.
  Counts counts_;
  std::vector<kernel::MissObserver*> observers_;
};

}  // namespace starnuma::cache

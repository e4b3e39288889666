// SPDX-License-Identifier: Apache-2.0
// Home agent of a socket: the directory of the socket's memory and the home side of the 3-hop
// protocol.
//
// Contract: one message at a time from the dispatcher, of either mode.
// models/protocol/coherence/home_function.h defines the effect of a message on a line; a pair
// without a row is fatal. A line whose owner or sharers were asked is busy until the requester's
// Unblock; requests that arrive before wait, in order; in SystemC time a line is busy too until its
// grant has left. Lines of uncached memory have no copies: an Add changes the entry
// (HomePlace::uncached); its line is read from memory and later written there as add_buffer.h says.
// Adds to one line follow each other: one takes until its line is at hand, and `add_latency`, and
// waits as in timing/first_gap.h. A coherent request to a line once used uncached is fatal, as is
// the reverse while it has copies. Timing: `directory_latency`, then memory; a request that needs
// no data waits for no memory. Not modelled: directory capacity (every line of the node has its
// entry; the host allocates those of lines that are touched).
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <systemc>
#include <unordered_map>

#include "models/accounting/stats.h"
#include "models/base/ids.h"
#include "models/base/prefetch.h"
#include "models/base/sparse_array.h"
#include "models/home/add_buffer.h"
#include "models/home/home_config.h"
#include "models/home_agent/home_agent.h"
#include "models/home_agent/ingress.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/coherence/home_function.h"
#include "models/protocol/message.h"
#include "models/protocol/uncached/request.h"
#include "models/timing/first_gap.h"

namespace starnuma::home {

/// Position of a home in the machine; filled by assembly.
struct HomePlace {
  base::NodeId node{};
  base::AgentMap agents;
  int channels = 0;
  base::Bytes interleave;
  std::uint64_t lines = 0;  ///< Number of lines of the node's memory that the run can access.
  /// Contents of uncached memory; null if the machine has none.
  protocol::UncachedMemory* uncached = nullptr;
  int add_lines = 0;       ///< Capacity of the add buffer in lines.
  base::Time add_latency;  ///< Latency of an addition to a buffered line.
  /// Lines after which the hosts' address ranges of the same memory repeat: a power of two, or zero
  /// for one range.
  std::uint64_t window = 0;
  /// Messages queue for the directory and for entries of the home's request table.
  bool queued = false;
};

class SocketHome : public sc_core::sc_module,
                   public home_agent::HomeAgent,
                   public accounting::StatSource {
 public:
  using Config = HomeConfig;

  SocketHome(const sc_core::sc_module_name& name, const Config& config, HomePlace place,
             kernel::Dispatcher& dispatcher);

 private:
  void arrive(kernel::Envelope& envelope) { dispatcher().arrived(envelope, *this); }

 public:
  kernel::FabricPort to_fabric{"to_fabric"};
  kernel::Target<&SocketHome::arrive> from_fabric{"from_fabric", *this};
  MemorySide mem_side;

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override { to_fabric.send(envelope); }
  void prefetch_line(base::LineAddress line) const override {
    if (!holds(line)) return;
    if (const Entry* entry = stored_entry(line)) base::prefetch_to_write(entry);
  }
  /// Removes a holder from all settled lines (HomeAgent::forget_holder()). Returns true if all its
  /// lines were settled.
  bool forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
              const Settled& settled);
  void scrub(base::LineAddress line, base::Time time) const {
    scrub_memory(line, in_memory(line), time);
  }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

  using Entry = protocol::coherence::HomeEntry;
  /// Returns true if this is the line's home. For observers.
  bool holds(base::LineAddress line) const {
    return line.node() == node() && line.in_node() < place_.lines;
  }
  /// Returns the queues of the ingress for observers; null if there are none.
  home_agent::QueuedIngress* ingress() const { return ingress_->queues(); }
  /// Returns the entry of a line, null if its part of the directory was never accessed.
  const Entry* stored_entry(base::LineAddress line) const {
    return directory_.find(line.in_node());
  }
  /// Returns the entry of a line, an empty one if there is none. For observers.
  Entry directory_entry(base::LineAddress line) const {
    const Entry* entry = stored_entry(line);
    return entry == nullptr ? Entry{} : *entry;
  }

 protected:
  /// Returns the entry of a line, for benches that inject a fault into it.
  Entry& entry_of(base::LineAddress line) { return directory_[line.in_node()]; }

 private:
  struct SocketHomeStats {
    std::int64_t requests = 0;
    std::int64_t forwards = 0;
    std::int64_t invalidations = 0;
    std::int64_t adds = 0;
    std::int64_t add_reads = 0;
    std::int64_t add_writes = 0;
    base::Time add_wait;
    std::int64_t uncached_lines = 0;
  };

  /// Returns the line's number in memory, which is the same for all hosts.
  std::uint64_t in_memory(base::LineAddress line) const {
    return line.in_node() & (place_.window - 1);
  }
  bool take(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry,
            kernel::Outbox& outbox);
  void uncached(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry,
                kernel::Outbox& outbox);
  std::uint16_t add(kernel::Envelope& envelope, const protocol::Message& message);
  void ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
           kernel::Outbox& outbox);
  void retry_waiting(base::LineAddress line, base::Time time, kernel::Outbox& outbox);
  std::unique_ptr<home_agent::Ingress> make_ingress(const HomeQueues& queues);
  void end_of_elaboration() override { connect_memory(mem_side); }

  // State that every message accesses, in one host cache line.
  alignas(64) base::SparseArray<Entry> directory_;
  HomePlace place_;

  base::Time directory_latency_;
  AddBuffer added_to_;
  /// Additions in progress by uncached line.
  std::unordered_map<std::uint64_t, timing::FirstGap> adding_;
  /// Numbers of pages with directory entries, recorded if the machine has a fault model.
  std::set<std::uint64_t> touched_;
  /// Deferred messages in order of arrival; empty in immediate mode.
  std::deque<kernel::Envelope> waiting_;
  std::unique_ptr<home_agent::Ingress> ingress_;
  base::Time window_start_;
  SocketHomeStats counts_;
};

}  // namespace starnuma::home

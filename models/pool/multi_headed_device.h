// SPDX-License-Identifier: Apache-2.0
// The multi-headed device (a multi-ported CXL type-3 device of one OS domain): coherent directory
// with Back-Invalidate in front of its own memory.
//
// Contract: one message at a time from the dispatcher, of either mode. What a message does to a
// line is models/protocol/cxl/device_function.h; a pair without a row is fatal. A new line that
// finds its snoop-filter set full waits until the victim has been back-invalidated. A request waits
// while hosts are snooped for its line; requests of a line are served in order of arrival. RwD and
// BIRsp never wait. Where hosts reach extents of it, what one asks for outside of its own stops the
// run: its decoders should have refused it.
// Timing: `directory_latency` per message; memory is read beside the snoops and the later of the
// two decides; data written back by a dirty owner are granted without a memory read. Where an owner
// is asked, memory may drop that read, which is then made when the owner had no data. In queued
// delivery an Ingress stands before it, and what it sends says how loaded it is (DevLoad).
// Not modelled: what docs/components/pool.md lists.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/home_agent/home_agent.h"
#include "models/home_agent/ingress.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/fabric_port.h"
#include "models/paging/host_map.h"
#include "models/pool/device_statistics.h"
#include "models/pool/pool_config.h"
#include "models/pool/snoop_filter_function.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/message.h"
#include "models/timing/interleave.h"

namespace starnuma::pool {

/// DevLoad as a device reports it.
enum class DeviceLoad : std::uint8_t { kLight, kOptimal, kModerate, kSevere };

/// What assembly tells a device about its place in the machine.
struct DevicePlace {
  base::NodeId node{};
  protocol::AgentMap agents;
  int heads = 0;
  std::vector<int> head_of_socket;
  int channels = 0;
  base::Bytes interleave;
  /// Of an interleave set, whose lines' numbers run over all its devices; 1: it has none.
  int set_devices = 1;
  base::Bytes set_interleave{base::kLineBytes};
  std::uint64_t snoop_filter_lines = 0;
  const paging::HostMap* hosts = nullptr;  ///< Where hosts reach extents of it.
  /// Immediate mode sends NDR and DRS of a read as one message.
  protocol::cxl::ReadAnswer read_answer = protocol::cxl::ReadAnswer::kTogether;
  /// Queued delivery: messages wait for their turn and for entries of the device's tables.
  bool queued = false;
  std::vector<int> weights = {};  ///< Of the heads, for `arbitration: weighted`.
};

class MultiHeadedDevice : public sc_core::sc_module,
                          public home_agent::HomeAgent,
                          public accounting::StatSource {
 public:
  using Config = DeviceConfig;

  MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config, DevicePlace place,
                    kernel::Dispatcher& dispatcher);

 private:
  void arrive(kernel::Envelope& envelope) { dispatcher().arrived(envelope, *this); }

 public:
  using HeadIn = kernel::Target<&MultiHeadedDevice::arrive>;
  sc_core::sc_vector<HeadIn> head_in;
  sc_core::sc_vector<kernel::FabricPort> head_out;
  MemorySide mem_side;

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override;
  void prefetch_line(base::LineAddress line) const override { filter_.prefetch(line); }
  /// Whether a socket has nothing of a line under way.
  /// See HomeAgent::forget_holder(): of all lines that nothing is under way of; whether those were
  /// all that the socket may hold.
  bool forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
              const Settled& settled);
  /// Between transactions: sockets are answered by these heads, over routes that have changed.
  void reroute(std::vector<int> head_of_socket) {
    place_.head_of_socket = std::move(head_of_socket);
    for (kernel::FabricPort& head : head_out) head.forget_paths();
  }
  /// Nobody holds a line any more, but for those that something is under way of.
  void reset(const Settled& settled);
  void scrub(base::LineAddress line, base::Time time) const {
    scrub_memory(line, in_memory(line), time);
  }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

  /// What stands before it in queued delivery, or nothing; for observers.
  home_agent::Ingress* ingress() const { return ingress_.get(); }

  // For observers: whether this is the line's home, and what its snoop filter says.
  bool holds(base::LineAddress line) const { return line.node() == node(); }
  std::uint64_t filter_occupancy() const { return filter_.occupancy(); }
  std::uint64_t filter_evictions() const { return static_cast<std::uint64_t>(filter_evictions_); }
  /// Requests that wait for a line or an entry, and lines whose hosts are being snooped.
  std::uint64_t requests_waiting() const { return waiting_.size(); }
  std::uint64_t lines_snooped() const { return snooped_.size(); }
  /// Nothing is under way: no host is snooped and no request waits.
  bool idle() const { return snooped_.empty() && waiting_.empty(); }
  /// The directory's entry of a line, or nothing; for observers.
  const SnoopFilter::Entry* entry_of(base::LineAddress line) const { return filter_.peek(line); }

 private:
  using Entry = SnoopFilter::Entry;
  /// A line whose hosts are snooped, and the request that waits for them: of this line, or of one
  /// that gets its entry.
  struct Snooped {
    base::LineAddress line;
    protocol::cxl::DevicePending pending;
    base::Time memory_done;
    accounting::Ledger memory_ledger;
    bool read_dropped = false;  ///< memory is still to be read, unless the owner has the data
  };

  bool request(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  bool make_room(kernel::Envelope& envelope, const protocol::Message& message,
                 kernel::Outbox& outbox);
  void serve(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry,
             kernel::Outbox& outbox);
  void clean_eviction(kernel::Envelope& envelope, const protocol::Message& message, Entry* entry,
                      kernel::Outbox& outbox);
  void respond(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void wait_for_memory(kernel::Envelope& envelope, const Snooped& snooped) const;
  void retry_waiting(base::Time time, kernel::Outbox& outbox);

  bool is_promised(base::LineAddress line) const;
  Snooped* find_snooped(base::LineAddress line);
  void forget(Snooped& snooped);
  void ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction, SnoopCause cause,
           kernel::Outbox& outbox);
  void send(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
            kernel::Outbox& outbox);
  /// A line's number among those of the device.
  std::uint64_t in_memory(base::LineAddress line) const {
    if (place_.hosts != nullptr) line = place_.hosts->in_memory(line);
    return decoder_.place_of(line.in_node()).line_in_channel;
  }
  DeviceLoad load() const;
  void send_queued(kernel::Envelope& envelope);
  /// A request's answer leaves.
  void request_done(base::Time time) {
    if (__builtin_expect(ingress_ != nullptr, 0)) ingress_->request_done(time);
  }
  void report_queued(accounting::StatWriter& writer) const;
  kernel::FabricPort& port_to(base::AgentId to) {
    return head_out[static_cast<std::size_t>(place_.head_of_socket[static_cast<std::size_t>(to)])];
  }
  void end_of_elaboration() override { connect_memory(mem_side); }
  static base::SocketId sender_of(const kernel::Envelope& envelope) {
    return static_cast<base::SocketId>(envelope.source);
  }
  void check(const protocol::Reaction& reaction, const protocol::Message& message,
             const Entry* entry, const kernel::Envelope& envelope) const;

  DevicePlace place_;
  QueuedConfig queued_;
  timing::Interleave decoder_;  ///< Of the set: makes the device's own address.
  base::Time directory_latency_;
  SnoopFilter filter_;
  std::vector<Snooped> snooped_;          ///< At most one in immediate mode.
  std::deque<kernel::Envelope> waiting_;  ///< Requests in order of arrival.
  DeviceStatistics statistics_;
  std::int64_t filter_evictions_ = 0;
  std::int64_t waited_ = 0;
  std::unique_ptr<home_agent::Ingress> ingress_;  ///< Queued delivery.
  std::array<std::int64_t, 4> answers_{};         ///< That told of a DevLoad, by it.
  base::Time window_start_;
};

}  // namespace starnuma::pool

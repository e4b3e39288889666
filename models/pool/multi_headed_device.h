// SPDX-License-Identifier: Apache-2.0
// Multi-headed device (a multi-ported CXL type-3 device of one OS domain): a coherent directory
// with Back-Invalidate in front of its own memory.
//
// Contract:
// - The dispatcher, in any delivery mode, delivers one message at a time.
// - models/protocol/cxl/device_function.h defines the effect of a message on a line. A pair without
//   a row is a fatal error.
// - A request for a new line whose snoop-filter set is full waits until the victim has been
//   back-invalidated.
// - A request waits while hosts are snooped for its line and, in SystemC time, until the previous
//   grant of the line has left. Requests for a line are served in order of arrival.
// - In SystemC time, a line whose grant has not left is no victim.
// - Requests mark a use of their line; RwD and BIRsp do not.
// - RwD and BIRsp never wait.
// - Lines of a host-managed extent (HDM-H) have no entry in the snoop filter and no look-up. Their
//   messages have the rows of a line that their sender owns.
// - If hosts have extents of the device, a request outside of the host's own extents is a fatal
//   error, since the host's decoders should have rejected it.
//
// Timing:
// - `directory_latency` per message, and per retry of a waiting request. A retry also takes a turn
//   at the ingress.
// - Memory is read in parallel with the snoops, and the later of both determines the latency.
// - Data written back by a dirty owner are granted without a memory read.
// - Memory may drop the parallel read if an owner is snooped. The device reissues the read if the
//   owner had no data.
// - In queued delivery, messages arrive through an Ingress, and responses report the load of the
//   device (DevLoad).
//
// Not modelled: see docs/components/pool.md.
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
#include "models/pool/message_log.h"
#include "models/pool/pool_config.h"
#include "models/pool/snoop_filter_function.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/message.h"
#include "models/timing/interleave.h"

namespace starnuma::pool {

/// DevLoad as reported by the device.
enum class DeviceLoad : std::uint8_t { kLight, kOptimal, kModerate, kSevere };

/// Position of a device in the machine, set by assembly.
struct DevicePlace {
  base::NodeId node{};
  protocol::AgentMap agents;
  int heads = 0;
  std::vector<int> head_of_socket;
  int channels = 0;
  base::Bytes interleave;
  /// Number of devices of the interleave set, whose line numbers span all its devices; 1 without a
  /// set.
  int set_devices = 1;
  base::Bytes set_interleave{base::kLineBytes};
  std::uint64_t snoop_filter_lines = 0;
  const paging::HostMap* hosts = nullptr;  ///< Map of the hosts' extents; null if there are none.
  /// Form of read responses. In immediate mode, NDR and DRS of a read are one message.
  protocol::cxl::ReadAnswer read_answer = protocol::cxl::ReadAnswer::kTogether;
  /// Queued delivery: messages wait for arbitration and for entries of the device's tables.
  bool queued = false;
  std::vector<int> weights = {};  ///< Weights of the heads for `arbitration: weighted`.
};

class MultiHeadedDevice : public sc_core::sc_module,
                          public home_agent::HomeAgent,
                          public accounting::StatSource {
 public:
  using Config = DeviceConfig;

  MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config, DevicePlace place,
                    kernel::Dispatcher& dispatcher);

 private:
  void arrive(kernel::Envelope& envelope) {
    if (__builtin_expect(log_ != nullptr, 0)) log(envelope.source, envelope);
    dispatcher().arrived(envelope, *this);
  }

 public:
  using HeadIn = kernel::Target<&MultiHeadedDevice::arrive>;
  sc_core::sc_vector<HeadIn> head_in;
  sc_core::sc_vector<kernel::FabricPort> head_out;
  MemorySide mem_side;

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override;
  void prefetch_line(base::LineAddress line) const override { filter_.prefetch(line); }
  /// Implements HomeAgent::forget_holder() for all lines without an outstanding transaction.
  /// Returns true if those were all lines that the socket may hold.
  bool forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
              const Settled& settled);
  /// Changes the heads through which sockets are reached after a reroute. Precondition: no
  /// transaction is outstanding.
  void reroute(std::vector<int> head_of_socket) {
    place_.head_of_socket = std::move(head_of_socket);
    for (kernel::FabricPort& head : head_out) head.forget_paths();
  }
  /// Removes all holders of lines, except of lines with an outstanding transaction.
  void reset(const Settled& settled);
  void scrub(base::LineAddress line, base::Time time) const {
    scrub_memory(line, in_memory(line), time);
  }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

  /// Writes each message of the heads to a log. Precondition: before the run; delivery is in
  /// SystemC time.
  void log_to(MessageLog& log) { log_ = &log; }

  /// Returns the ingress in queued delivery, else null; for observers.
  home_agent::Ingress* ingress() const { return ingress_.get(); }

  // For observers: true if this is the line's home, and the occupancy of the snoop filter.
  bool holds(base::LineAddress line) const { return line.node() == node(); }
  std::uint64_t filter_occupancy() const { return filter_.occupancy(); }
  std::uint64_t filter_evictions() const { return static_cast<std::uint64_t>(filter_evictions_); }
  /// Number of requests that wait for a line or an entry, and of lines whose hosts are being
  /// snooped.
  std::uint64_t requests_waiting() const { return waiting_.size(); }
  std::uint64_t lines_snooped() const { return snooped_.size(); }
  /// Returns true if no host is snooped and no request waits.
  bool idle() const { return snooped_.empty() && waiting_.empty(); }
  /// Returns the directory entry of a line, or null; for observers.
  const SnoopFilter::Entry* entry_of(base::LineAddress line) const { return filter_.find(line); }
  /// Returns true if a host's request for the line waits.
  bool waits(base::LineAddress line, base::SocketId host) const;

 private:
  using Entry = SnoopFilter::Entry;
  /// Line whose hosts are snooped, and the request that waits for them. The request is for this
  /// line, or for a line that receives its entry.
  struct Snooped {
    base::LineAddress line;
    protocol::cxl::DevicePending pending;
    base::Time memory_done;
    accounting::Ledger memory_ledger;
    /// The memory read was dropped; reissue it unless the owner has the data.
    bool read_dropped = false;
  };

  /// Request that waits for its line or for an entry of its set.
  struct Waiting {
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    kernel::Envelope envelope;
    base::LineAddress line;
    std::uint64_t retry = kNone;  ///< Sequence number of the retry in flight.
  };

  bool request(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void pass_untracked(kernel::Envelope& envelope, const protocol::Message& message,
                      kernel::Outbox& outbox);
  void check_reach(const protocol::Message& message, base::Time time) const;
  bool make_room(kernel::Envelope& envelope, const protocol::Message& message,
                 kernel::Outbox& outbox);
  void serve(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry,
             kernel::Outbox& outbox);
  void clean_eviction(kernel::Envelope& envelope, const protocol::Message& message, Entry* entry,
                      kernel::Outbox& outbox);
  void respond(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void wait_for_memory(kernel::Envelope& envelope, const Snooped& snooped) const;
  bool retry(kernel::Envelope& envelope, const protocol::Message& message, kernel::Outbox& outbox);
  void wait(std::size_t position, const kernel::Envelope& envelope, base::LineAddress line);
  void wake(base::LineAddress line, base::Time time);
  void start_retry(Waiting& waiting, base::Time time);
  bool waits_first(std::size_t position) const;
  /// Returns true if an earlier request for the line waits.
  bool is_awaited(base::LineAddress line) const;

  bool is_promised(base::LineAddress line) const;
  /// Returns true if hosts are snooped for the line, or its grant leaves after `time`.
  bool is_busy(const Entry& entry, base::Time time) const {
    return is_transient(entry.state) || (in_time() && entry.busy_until > time);
  }
  Snooped* find_snooped(base::LineAddress line);
  void forget(Snooped& snooped);
  void ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction, SnoopCause cause,
           kernel::Outbox& outbox);
  void send(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
            kernel::Outbox& outbox);
  /// Returns the line's number in the device's memory.
  std::uint64_t in_memory(base::LineAddress line) const {
    if (place_.hosts != nullptr) line = place_.hosts->in_memory(line);
    return decoder_.place_of(line.in_node()).line_in_channel;
  }
  bool is_host_managed(base::LineAddress line) const {
    return place_.hosts != nullptr && place_.hosts->is_host_managed(line);
  }
  DeviceLoad load() const;
  void log(base::AgentId host, const kernel::Envelope& envelope);
  void send_queued(kernel::Envelope& envelope);
  /// Notifies the ingress that the response to a request has been sent.
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
  /// Decoder of the interleave set; maps a line to the device's own address.
  timing::Interleave decoder_;
  base::Time directory_latency_;
  SnoopFilter filter_;
  std::vector<Snooped> snooped_;  ///< Lines being snooped; at most one in immediate mode.
  std::deque<Waiting> waiting_;   ///< Waiting requests in order of arrival.
  DeviceStatistics statistics_;
  std::int64_t filter_evictions_ = 0;
  std::int64_t waited_ = 0;
  std::int64_t retried_ = 0;
  std::unique_ptr<home_agent::Ingress> ingress_;  ///< Ingress in queued delivery.
  std::array<std::int64_t, 4> answers_{};         ///< Number of responses by reported DevLoad.
  base::Time window_start_;
  MessageLog* log_ = nullptr;
};

}  // namespace starnuma::pool

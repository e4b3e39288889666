// SPDX-License-Identifier: Apache-2.0
// Base of the implementations of a multi-headed device, model and RTL: heads, memory channels,
// statistics, message log and the view of observers. host_side.h has what depends on the delivery.
//
// Contract:
// - The derived class handles the messages. It counts each of them in `statistics_`, and returns
//   the entries of the ingress (HostSide::request_done(), write_done()).
// - Messages leave over the head of their socket.
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/home_agent/home_agent.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/pool/device_place.h"
#include "models/pool/device_statistics.h"
#include "models/pool/host_side.h"
#include "models/pool/message_log.h"
#include "models/pool/pool_config.h"
#include "models/pool/snoop_filter_function.h"
#include "models/pool/speculative_reads.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/message.h"
#include "models/timing/interleave.h"

namespace starnuma::pool {

class MultiHeadedDeviceBase : public sc_core::sc_module,
                              public home_agent::HomeAgent,
                              public accounting::StatSource {
 public:
  using Config = DeviceConfig;
  using Entry = SnoopFilter::Entry;

 private:
  void arrive(kernel::Envelope& envelope) {
    if (__builtin_expect(log_ != nullptr, 0)) log(envelope.source, envelope);
    if (kernel::Envelope* const snoop = host_side_->arrived(envelope)) depart(*snoop);
    dispatcher().arrived(envelope, *this);
  }

 public:
  using HeadIn = kernel::Target<&MultiHeadedDeviceBase::arrive>;
  sc_core::sc_vector<HeadIn> head_in;
  sc_core::sc_vector<kernel::FabricPort> head_out;
  MemorySide mem_side;

  void transmit(kernel::Envelope& envelope) override {
    if (host_side_->leaves(envelope)) depart(envelope);
  }
  /// Changes the heads through which sockets are reached after a reroute. Precondition: no
  /// transaction is outstanding.
  void reroute(std::vector<int> head_of_socket);
  void scrub(base::LineAddress line, base::Time time) const {
    scrub_memory(line, in_memory(line), time);
  }
  /// Implements HomeAgent::forget_holder() for all lines without an outstanding transaction.
  /// Returns true if those were all lines that the socket may hold.
  virtual bool forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
                      const Settled& settled) = 0;
  /// Removes all holders of lines, except of lines with an outstanding transaction.
  virtual void reset(const Settled& settled) = 0;

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;
  /// Writes each message of the heads to a log. Precondition: before the run; delivery is in
  /// SystemC time.
  void log_to(MessageLog& log) { log_ = &log; }

  /// Returns the ingress for observers; null if there is none.
  home_agent::QueuedIngress* ingress() const { return host_side_->queues(); }
  /// Returns true if this is the line's home.
  bool holds(base::LineAddress line) const { return line.node() == node(); }

  // For observers.
  virtual std::uint64_t filter_occupancy() const = 0;
  virtual std::uint64_t filter_capacity() const = 0;
  std::uint64_t filter_evictions() const { return static_cast<std::uint64_t>(filter_evictions_); }
  /// Number of requests that wait for a line or an entry, and of lines whose hosts are being
  /// snooped.
  virtual std::uint64_t requests_waiting() const = 0;
  virtual std::uint64_t lines_snooped() const = 0;
  /// Returns true if no host is snooped and no request waits.
  virtual bool idle() const = 0;
  /// Returns the directory entry of a line, or null.
  virtual const Entry* entry_of(base::LineAddress line) const = 0;
  /// Returns true if a host's request for the line waits.
  virtual bool waits(base::LineAddress line, base::SocketId host) const = 0;

 protected:
  /// Constructs a device of immediate delivery; in queued delivery, the derived class queues its
  /// messages.
  MultiHeadedDeviceBase(const sc_core::sc_module_name& name, const Config& config,
                        DevicePlace place, kernel::Dispatcher& dispatcher);

  void queue_messages(const DirectorySlices& slices);
  /// Fails if a host requests a line outside of its extents.
  void check_reach(const protocol::Message& message, base::Time time) const;
  /// Handles an access past the caches (MemRd, MemWr or MemWrPtl with MetaValue Invalid): reads or
  /// writes memory. Fails if the line has an entry.
  void access_uncached(kernel::Envelope& envelope, const protocol::Message& message,
                       kernel::Outbox& outbox);
  /// Handles a MemSpecRd: reads the line ahead of the request that may follow. Drops it if the
  /// device reports overload to the host, if memory is loaded or if the line is poisoned.
  void read_speculatively(kernel::Envelope& envelope, const protocol::Message& message);
  /// Takes the data of a speculative read, and delays the envelope until they are present. Returns
  /// false if there are none.
  bool take_speculative(kernel::Envelope& envelope, base::LineAddress line) {
    return __builtin_expect(!speculative_.empty(), 0) && take_held(envelope, line);
  }
  /// Writes the line to memory, and discards the data of earlier speculative reads.
  void write_memory(kernel::Envelope& envelope, base::LineAddress line, bool partial = false) {
    const std::uint64_t number = in_memory(line);
    if (__builtin_expect(speculative_.has_entries(), 0)) {
      speculative_.write(number, envelope.time, envelope.horizon);
    }
    access_memory(envelope, number, true, partial);
  }
  /// Returns the line's number in the device's memory.
  std::uint64_t in_memory(base::LineAddress line) const {
    if (place_.hosts != nullptr) line = place_.hosts->in_memory(line);
    return decoder_.place_of(line.in_node()).line_in_channel;
  }
  /// Delays a grant until the data of a memory read that overlapped with snoops. The unloaded
  /// latency is the longer of both; the rest is a wait for memory.
  static void wait_for_data(kernel::Envelope& envelope, base::Time done,
                            const accounting::Ledger& ledger);
  kernel::FabricPort& port_to(base::AgentId to) {
    return head_out[static_cast<std::size_t>(place_.head_of_socket[static_cast<std::size_t>(to)])];
  }
  static base::SocketId sender_of(const kernel::Envelope& envelope) {
    return static_cast<base::SocketId>(envelope.source);
  }

  DevicePlace place_;
  QueuedConfig queued_;
  /// Decoder of the interleave set; maps a line to the device's own address.
  timing::Interleave decoder_;
  int sector_lines_;
  base::Time directory_latency_;
  std::optional<double> look_up_pj_;
  DeviceStatistics statistics_;
  std::int64_t filter_evictions_ = 0;
  std::unique_ptr<HostSide> host_side_;
  SpeculativeReads speculative_;

 private:
  [[gnu::cold]] bool take_held(kernel::Envelope& envelope, base::LineAddress line);
  bool is_poisoned(base::LineAddress line) const;
  std::uint16_t version_of(base::LineAddress line) const;
  void log(base::AgentId host, const kernel::Envelope& envelope);
  void depart(kernel::Envelope& envelope);
  int head_of(base::AgentId host) const {
    return place_.head_of_socket[static_cast<std::size_t>(host)];
  }
  void end_of_elaboration() override { connect_memory(mem_side); }

  base::Time window_start_;
  MessageLog* log_ = nullptr;
};

}  // namespace starnuma::pool

// SPDX-License-Identifier: Apache-2.0
// The multi-headed device (a multi-ported CXL type-3 device of one OS domain): coherent directory
// with Back-Invalidate in front of its own memory.
//
// Contract: one message at a time from the dispatcher; states and actions are the rows of
// models/protocol/cxl/device_table.h, a pair without a row is fatal. A new line that finds its
// snoop-filter set full waits until the victim has been back-invalidated. A line whose hosts were
// snooped is busy until the grant; requests that arrive before wait.
// Timing: `directory_latency` per message; memory is read beside the snoops and the later of the
// two decides; data written back by a dirty owner are granted without a memory read.
// Not modelled: conflict handshake (BIConflict), separate NDR and DRS, arbitration between heads.
#pragma once

#include <systemc>
#include <vector>

#include "models/base/stats.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/pool/device_statistics.h"
#include "models/pool/pool_config.h"
#include "models/pool/snoop_filter_function.h"
#include "models/protocol/agents.h"
#include "models/protocol/memory_request.h"
#include "models/protocol/message.h"
#include "models/timing/interleave.h"

namespace starnuma::pool {

/// What assembly tells a device about its place in the machine.
struct DevicePlace {
  base::NodeId node{};
  protocol::AgentMap agents;
  int heads = 0;
  std::vector<int> head_of_socket;
  int channels = 0;
  base::Bytes interleave;
  std::uint64_t snoop_filter_lines = 0;
};

class MultiHeadedDevice : public sc_core::sc_module, public kernel::Agent, public base::StatSource {
 public:
  using Config = DeviceConfig;

  MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config, DevicePlace place,
                    kernel::Dispatcher& dispatcher);

 private:
  void arrive(kernel::Envelope& envelope) { dispatcher_.arrived(envelope, *this); }

 public:
  using HeadIn = kernel::Target<&MultiHeadedDevice::arrive>;
  sc_core::sc_vector<HeadIn> head_in;
  sc_core::sc_vector<kernel::Initiator<kernel::Envelope>> head_out;
  sc_core::sc_vector<kernel::Initiator<protocol::MemoryRequest>> mem_side;

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override;
  void report(base::StatWriter& writer) const override;
  void reset_statistics() override;

  // For observers: whether this is the line's home, and what its snoop filter says.
  bool holds(base::LineAddress line) const { return line.node() == place_.node; }
  SnoopFilter::Entry directory_entry(base::LineAddress line) const { return filter_.peek(line); }
  std::uint64_t filter_occupancy() const { return filter_.occupancy(); }
  std::uint64_t filter_evictions() const { return static_cast<std::uint64_t>(filter_evictions_); }

 private:
  using Entry = SnoopFilter::Entry;
  /// The request that waits for snoops: of its own line, or of the filter's victim.
  struct Pending {
    bool active = false;
    protocol::Message request;
    base::LineAddress snooped;
    int answers_missing = 0;
    bool owner_asked = false;
    bool written_back = false;
    base::Time memory_done;
    base::Ledger memory_ledger;
  };

  void request(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void make_room(kernel::Envelope& envelope, const protocol::Message& message,
                 kernel::Outbox& outbox);
  void serve(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry,
             kernel::Outbox& outbox);
  void answered(kernel::Envelope& envelope, const protocol::Message& message, bool shared,
                kernel::Outbox& outbox);
  void wait_for_memory(kernel::Envelope& envelope) const;
  void given_back(kernel::Envelope& envelope, const protocol::Message& message,
                  kernel::Outbox& outbox);
  const protocol::cxl::DeviceActions& step(Entry& entry, protocol::cxl::DeviceEvent event,
                                           const kernel::Envelope& envelope);
  void snoop(const kernel::Envelope& envelope, const protocol::Message& cause, const Entry& entry,
             std::uint32_t hosts, protocol::cxl::Op op, kernel::Outbox& outbox);
  void grant(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry, bool owned,
             kernel::Outbox& outbox);
  void access_memory(kernel::Envelope& envelope, base::LineAddress line, bool write);
  void post(kernel::Envelope& envelope, base::SocketId to, const protocol::Message& message) const;

  DevicePlace place_;
  kernel::Dispatcher& dispatcher_;
  timing::Interleave interleave_;
  base::Time directory_latency_;
  SnoopFilter filter_;
  Pending pending_;
  DeviceStatistics statistics_;
  std::int64_t filter_evictions_ = 0;
  base::Time window_start_;
};

}  // namespace starnuma::pool

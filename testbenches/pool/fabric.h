// SPDX-License-Identifier: Apache-2.0
// Channels between hosts and device in queued delivery: one link of two directions per head.
//
// Contract:
// - Req, RwD and BIRsp have separate queues upstream; BISnp, NDR and DRS downstream.
// - Req waits for capacity in the device; RwD and BIRsp never wait for it.
// - NDR keeps its order, so that a BI-ConflictAck never passes a Cmp. All other messages may
//   overtake if delays are random.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/sockets.h"
#include "models/observers/message_hops.h"
#include "models/transport/queued_channel.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::pool_bench {

class Fabric : public sc_core::sc_module {
 public:
  using ToHost = std::function<void(int head, kernel::Envelope& envelope)>;

  Fabric(const sc_core::sc_module_name& name, const BenchRun& run,
         kernel::QueuedDispatcher& dispatcher, ToHost to_host);

 private:
  void down(kernel::Envelope& envelope, int head);

 public:
  using FromDevice = kernel::Target<&Fabric::down>;
  sc_core::sc_vector<FromDevice> from_device;
  sc_core::sc_vector<kernel::Initiator<kernel::Envelope>> to_device;

  /// Sends a host's message upstream.
  void up(int head, kernel::Envelope& envelope);

  /// Records the hops of messages on all links.
  void observe(observers::MessageHops& hops);

  void report(int head, accounting::StatWriter& writer) const;
  void reset_statistics();

 private:
  transport::QueuedChannel::Config link(bool upwards, int head) const;
  base::Time measured() const;

  const BenchRun& run_;
  ToHost to_host_;
  int heads_;
  base::Time window_start_;
  std::vector<std::unique_ptr<transport::QueuedChannel>> up_;
  std::vector<std::unique_ptr<transport::QueuedChannel>> down_;
};

}  // namespace starnuma::pool_bench

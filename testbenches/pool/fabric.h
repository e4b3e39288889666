// SPDX-License-Identifier: Apache-2.0
// The channels between hosts and device in queued delivery: per head a link of two directions.
//
// Contract: Req, RwD and BIRsp have queues of their own on the way up, BISnp, NDR and DRS on the
// way down. Req waits for room in the device, RwD and BIRsp never do. NDR keeps its order, so that
// a BI-ConflictAck never passes a Cmp; everything else may overtake where delays are random.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/sockets.h"
#include "models/observers/hop_recorder.h"
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

  /// A host's message on its way up.
  void up(int head, kernel::Envelope& envelope);

  /// Shows `recorder` every message in a link.
  void observe(observers::HopRecorder& recorder);

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

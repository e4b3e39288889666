// SPDX-License-Identifier: Apache-2.0
// The channels between hosts and device in queued mode: per head a link of two directions, and one
// way into the directory that all heads share.
//
// Contract: Req, RwD and BIRsp have queues of their own on the way up, BISnp, NDR and DRS on the
// way down. Req waits for room in the device, RwD and BIRsp never do. NDR keeps its order, so that
// a BI-ConflictAck never passes a Cmp; everything else may overtake where delays are random.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/kernel/sockets.h"
#include "models/observers/hop_recorder.h"
#include "models/pool/multi_headed_device.h"
#include "models/transport/queued_channel.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::pool_bench {

/// DevLoad as a device reports it.
enum class DeviceLoad : std::uint8_t { kLight, kOptimal, kModerate, kSevere };

class Fabric : public sc_core::sc_module, public pool::RequestSource, private kernel::Station {
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
  void request_done(base::SocketId host, base::Time time) override;
  DeviceLoad load() const;

  /// Shows `recorder` every message in a link or on its way into the directory.
  void observe(observers::HopRecorder& recorder);

  void report(int head, accounting::StatWriter& writer) const;
  void reset_statistics();

 private:
  void due(int head, kernel::Envelope*) override;
  transport::QueuedChannel::Config link(bool upwards, int head) const;
  void into_device(int input, kernel::Envelope& envelope);
  base::Time measured() const;

  const BenchRun& run_;
  kernel::QueuedDispatcher& dispatcher_;
  ToHost to_host_;
  int heads_;
  int in_device_ = 0;
  base::Time window_start_;
  std::vector<std::unique_ptr<transport::QueuedChannel>> up_;
  std::vector<std::unique_ptr<transport::QueuedChannel>> down_;
  std::unique_ptr<transport::QueuedChannel> ingress_;
};

}  // namespace starnuma::pool_bench

// SPDX-License-Identifier: Apache-2.0
// Channels between all agents: from each port to each other port, with random delays.
//
// Contract: messages that models/protocol/channel.h orders keep their order per line. All others
// may overtake according to the delays. A fault violates the order.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/message.h"
#include "models/transport/queued_channel.h"
#include "testbenches/modules/faulty.h"
#include "testbenches/modules/shape.h"

namespace starnuma::modules_bench {

class Channels : public sc_core::sc_module {
 public:
  Channels(const sc_core::sc_module_name& name, const Shape& shape, std::uint64_t seed,
           ModuleMutant fault, kernel::QueuedDispatcher& dispatcher);

 private:
  void carry(kernel::Envelope& envelope, int port);

 public:
  /// Ports: caching agents, socket homes, then the heads of the device.
  int port_of_agent(int socket) const { return socket; }
  int port_of_home(int socket) const { return shape_.sockets + socket; }
  int port_of_head(int socket) const { return 2 * shape_.sockets + socket; }

  using From = kernel::Target<&Channels::carry>;
  sc_core::sc_vector<From> from;
  sc_core::sc_vector<kernel::Initiator<kernel::Envelope>> to;

  std::uint64_t messages() const { return messages_; }
  /// Returns the number of messages that wait or travel.
  std::uint64_t under_way() const { return messages_ - delivered_; }

 private:
  int destination_port(const kernel::Envelope& envelope) const;
  transport::QueuedChannel& between(int source, int destination);
  int input_of(const protocol::Message& message) const;

  Shape shape_;
  std::uint64_t seed_;
  ModuleMutant fault_;
  kernel::QueuedDispatcher& dispatcher_;
  int lines_;  ///< Largest number of lines of a home.
  std::vector<std::unique_ptr<transport::QueuedChannel>>
      channels_;  ///< Channels by source and destination.
  std::uint64_t messages_ = 0;
  std::uint64_t delivered_ = 0;
};

}  // namespace starnuma::modules_bench

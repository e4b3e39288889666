// SPDX-License-Identifier: Apache-2.0
// Snoops of homes: the answers of a caching agent by models/protocol/requester_function.h.
//
// Contract:
// - A snoop waits for a line in flight, then downgrades or invalidates the copies of the socket.
// - A snoop that the protocol cannot answer yet is deferred in the miss register of its line. It is
//   answered after the acknowledgement of its conflict or of a put (Evictions::given_up()).
// - The lines of a block snoop are snooped separately and in parallel.
// - Timing: `snoop_latency` per snoop.
#pragma once

#include "models/cache/agent_context.h"
#include "models/cache/block_answer.h"
#include "models/cache/socket_lines.h"

namespace starnuma::cache {

class Snoops {
 public:
  /// `context` and `lines` must outlive this object.
  Snoops(AgentContext& context, SocketLines& lines, base::Time snoop_latency)
      : context_(context), lines_(lines), snoop_latency_(snoop_latency) {}

  /// Handles a snoop, or the acknowledgement of a conflict after which the deferred snoop is
  /// answered.
  void handle(kernel::Envelope& envelope, const protocol::Message& message, kernel::Outbox& outbox);

 private:
  void snooped_block(const kernel::Envelope& envelope, const protocol::Message& message,
                     kernel::Outbox& outbox);
  void snooped(kernel::Envelope& envelope, const protocol::Message& message, kernel::Outbox& outbox,
               BlockAnswer* block = nullptr);
  void keep(const protocol::RequesterLine& line, MissRegister& pending,
            const kernel::Envelope& cause, const protocol::Reaction& reaction);
  void answer(const kernel::Envelope& envelope, const protocol::Send& send, kernel::Outbox& outbox);

  AgentContext& context_;
  SocketLines& lines_;
  base::Time snoop_latency_;
};

}  // namespace starnuma::cache

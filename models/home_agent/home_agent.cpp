// SPDX-License-Identifier: Apache-2.0
#include "models/home_agent/home_agent.h"

namespace starnuma::home_agent {

HomeAgent::HomeAgent(base::NodeId node, const protocol::AgentMap& agents, int channels,
                     base::Bytes interleave, kernel::Dispatcher& dispatcher)
    : dispatcher_(dispatcher),
      in_time_(dispatcher.in_time()),
      self_(agents.home_of(node)),
      node_(node),
      interleave_(channels, interleave) {
  dispatcher.enlist(self_, *this);
}

void HomeAgent::connect_memory(MemorySide& channels) {
  for (auto& channel : channels) channels_.push_back({channel.destination(), channel.prefetcher()});
}

int HomeAgent::ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
                   kernel::Outbox& outbox) const {
  for (std::uint32_t left = reaction.asked; left != 0; left &= left - 1) {
    post(outbox.reply_to(envelope), static_cast<base::SocketId>(__builtin_ctz(left)),
         *reaction.ask);
  }
  return __builtin_popcount(reaction.asked);
}

}  // namespace starnuma::home_agent

// SPDX-License-Identifier: Apache-2.0
#include "models/home_agent/home_agent.h"

#include "models/ras/damage.h"

namespace starnuma::home_agent {

HomeAgent::HomeAgent(base::NodeId node, const base::AgentMap& agents, int channels,
                     base::Bytes interleave, kernel::Dispatcher& dispatcher)
    : dispatcher_(dispatcher),
      self_(agents.home_of(node)),
      node_(node),
      interleave_(channels, interleave) {
  dispatcher.enlist(self_, *this);
}

void HomeAgent::connect_memory(MemorySide& channels) {
  for (auto& channel : channels) channels_.push_back({channel.destination(), channel.prefetcher()});
}

void HomeAgent::note_gone(base::LineAddress line, int fault, base::Time time) const {
  if (fault != ras::kNoFault) dispatcher_.damage()->poison(line, fault, time);
}

void HomeAgent::correct(kernel::Envelope& envelope, base::LineAddress line) const {
  envelope.advance(accounting::LatencyKind::kDramQueue,
                   dispatcher_.damage()->correct(line, envelope.time));
}

void HomeAgent::scrub_memory(base::LineAddress line, std::uint64_t in_memory,
                             base::Time time) const {
  kernel::Envelope read{};
  read.time = read.horizon = time;
  access_memory(read, in_memory, false);
  if (dispatcher_.damage()->scrub(line, read.time)) access_memory(read, in_memory, true);
}

void HomeAgent::note_written(const kernel::Envelope& envelope,
                             const protocol::Message& message) const {
  if (dispatcher_.copies() != nullptr) {
    dispatcher_.copies()->stored(
        message.line, message.poison ? kernel::CopyObserver::kNoVersion : message.version);
  }
  if (dispatcher_.damage() == nullptr) return;
  dispatcher_.damage()->written(message.line, message.poison,
                                static_cast<base::SocketId>(envelope.source), envelope.time);
}

/// Seals a message; its data are always those of the home's memory.
void HomeAgent::post_marked(kernel::Envelope& envelope, base::SocketId to,
                            protocol::Message message) const {
  if (message.carries_copy()) {
    const ras::Damage* damage = dispatcher_.damage();
    message.poison = damage != nullptr && damage->poisoned(message.line);
    kernel::CopyObserver* copies = dispatcher_.copies();
    if (copies != nullptr) message.version = copies->sent_by_memory(message.line);
  }
  envelope.seal(self_, base::AgentMap::caching_agent(to), message);
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

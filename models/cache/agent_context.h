// SPDX-License-Identifier: Apache-2.0
// Environment of the parts of a caching agent: its position in the machine, its dispatcher, its
// counters, and the messages that it sends.
//
// Contract:
// - Messages that carry data have the poison mark and the version of the socket's copy.
// - Timing: a message passes the on-die fabric in `fabric_latency`, each way.
#pragma once

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/cache/caching_agent_place.h"
#include "models/cache/caching_agent_stats.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/execution.h"
#include "models/kernel/sockets.h"
#include "models/protocol/message.h"
#include "models/protocol/names.h"
#include "models/protocol/requester_function.h"
#include "models/ras/damage.h"

namespace starnuma::cache {

struct AgentContext {
  const char* name;
  CachingAgentPlace place;
  kernel::Agent& agent;
  kernel::Dispatcher& dispatcher;
  const kernel::FabricPort& to_fabric;
  base::Time fabric_latency;
  kernel::Execution execution{dispatcher};
  CachingAgentStats counts{};

  kernel::CopyObserver* copies() const { return dispatcher.copies(); }
  ras::Damage* damage() const { return dispatcher.damage(); }
  bool copy_is_poison(base::LineAddress line) const {
    return damage()->copy_poisoned(place.socket, line);
  }

  /// Runs `post(outbox)` on behalf of the agent and sends the messages that it posts.
  template <class Post>
  void execute(Post&& post) const {
    dispatcher.execute(agent, post);
  }
  void post(kernel::Envelope& envelope, base::AgentId to, const protocol::Message& message) const {
    if (__builtin_expect(dispatcher.data_have_marks(), 0)) {
      return post_marked(envelope, to, message);
    }
    envelope.seal(place.agents.caching_agent(place.socket), to, message);
  }
  /// Posts a message to the home of its line.
  void post_home(kernel::Envelope& envelope, const protocol::Message& message) const {
    post(envelope, place.agents.home_of(message.line.node()), message);
  }
  /// Posts a message from the LLC to the home of its line.
  void send_home(kernel::Envelope& envelope, const protocol::Message& message) const {
    envelope.advance(accounting::LatencyKind::kCache, fabric_latency);
    post_home(envelope, message);
  }
  /// Prefetches host memory for a message to the home of the line.
  void prefetch_steps(base::LineAddress line) const {
    to_fabric.prefetch_steps(place.agents.home_of(line.node()));
  }

  /// Stops the run if the protocol table has no row for the message. The state is unchanged.
  void check(const protocol::Reaction& reaction, const protocol::Message& message,
             protocol::RequesterState state, base::Time time) const {
    SN_CHECK(reaction.outcome == protocol::Outcome::kDone, name, ": no row for ",
             protocol::name_of(message), " in state ", protocol::name_of(state), ", line ",
             message.line, " at ", time.ps(), " ps");
  }

 private:
  [[gnu::cold]] void post_marked(kernel::Envelope& envelope, base::AgentId to,
                                 protocol::Message message) const;
};

}  // namespace starnuma::cache

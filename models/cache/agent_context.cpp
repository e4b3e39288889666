// SPDX-License-Identifier: Apache-2.0
#include "models/cache/agent_context.h"

namespace starnuma::cache {

/// Seals a message together with the poison mark and the version of its data.
void AgentContext::post_marked(kernel::Envelope& envelope, base::AgentId to,
                               protocol::Message message) const {
  if (message.carries_copy()) {
    message.poison = damage() != nullptr && copy_is_poison(message.line);
    if (copies() != nullptr) message.version = copies()->sent(message.line);
  }
  envelope.seal(place.agents.caching_agent(place.socket), to, message);
}

}  // namespace starnuma::cache

// SPDX-License-Identifier: Apache-2.0
// Socket through which an agent sends messages. It caches the path to each destination.
#pragma once

#include <vector>

#include "models/kernel/envelope.h"
#include "models/kernel/path.h"
#include "models/kernel/sockets.h"

namespace starnuma::kernel {

class FabricPort : public Initiator<Envelope> {
 public:
  using Initiator<Envelope>::Initiator;

  /// Prefetches host memory for a message that will be sent to `to`. Has no effect on the model.
  void prefetch_steps(base::AgentId to) const {
    if (const auto i = static_cast<std::size_t>(to); i < paths_.size()) paths_[i].prefetch_steps();
  }
  /// Invalidates all cached paths. Called when a component along a path has changed its routes.
  void forget_paths() { paths_.clear(); }
  void send(Envelope& envelope) {
    const auto to = static_cast<std::size_t>(envelope.destination);
    if (__builtin_expect(to >= paths_.size() || !paths_[to].known(), 0)) find(envelope);
    paths_[to].send(envelope);
  }

 private:
  [[gnu::noinline]] void find(const Envelope& envelope) {
    const auto to = static_cast<std::size_t>(envelope.destination);
    if (to >= paths_.size()) paths_.resize(to + 1);
    trace(envelope, paths_[to]);
  }

  std::vector<Path<Envelope>> paths_;  ///< Path to each destination agent, traced at the first use.
};

}  // namespace starnuma::kernel

// SPDX-License-Identifier: Apache-2.0
// The socket through which an agent's messages set out: it keeps the way to each destination.
#pragma once

#include <vector>

#include "models/kernel/envelope.h"
#include "models/kernel/path.h"
#include "models/kernel/sockets.h"

namespace starnuma::kernel {

class FabricPort : public Initiator<Envelope> {
 public:
  using Initiator<Envelope>::Initiator;

  /// A message will set out for `to`: fetches ahead, changes nothing.
  void prefetch_steps(base::AgentId to) const {
    if (const auto i = static_cast<std::size_t>(to); i < paths_.size()) paths_[i].prefetch_steps();
  }
  /// Boxes on the way have other routes from now on.
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

  std::vector<Path<Envelope>> paths_;  ///< By destination agent, found when first needed.
};

}  // namespace starnuma::kernel

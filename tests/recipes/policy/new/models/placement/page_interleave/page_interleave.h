// SPDX-License-Identifier: Apache-2.0
// Pages are dealt over all sockets in their order, whoever touches them; nothing moves.
#pragma once

#include "models/placement/policy.h"

namespace starnuma::placement {

class PageInterleave : public Policy {
 public:
  explicit PageInterleave(const PolicySetup& setup) : sockets_(setup.sockets) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  int sockets_;
};

}  // namespace starnuma::placement

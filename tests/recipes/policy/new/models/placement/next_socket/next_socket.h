// SPDX-License-Identifier: Apache-2.0
// Places each page on the socket after the one of its first touch; no page moves.
#pragma once

#include "models/placement/policy.h"

namespace starnuma::placement {

class NextSocket : public Policy {
 public:
  explicit NextSocket(const PolicySetup& setup) : sockets_(setup.sockets) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  int sockets_;
};

}  // namespace starnuma::placement

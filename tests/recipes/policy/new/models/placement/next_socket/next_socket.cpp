// SPDX-License-Identifier: Apache-2.0
#include "models/placement/next_socket/next_socket.h"

namespace starnuma::placement {

base::NodeId NextSocket::on_allocate(const Allocation& page) {
  return static_cast<base::NodeId>((base::index_of(page.toucher) + 1) % sockets_);
}

}  // namespace starnuma::placement

// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_interleave/page_interleave.h"

namespace starnuma::placement {

base::NodeId PageInterleave::on_allocate(const Allocation& page) {
  return static_cast<base::NodeId>(page.page % static_cast<std::uint64_t>(sockets_));
}

}  // namespace starnuma::placement

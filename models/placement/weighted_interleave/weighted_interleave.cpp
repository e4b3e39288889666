// SPDX-License-Identifier: Apache-2.0
#include "models/placement/weighted_interleave/weighted_interleave.h"

namespace starnuma::placement {

void WeightedInterleave::next_node() {
  do {
    node_ = (node_ + 1) % weights_.size();
  } while (weights_[node_] == 0);
  left_ = weights_[node_];
}

base::NodeId WeightedInterleave::on_allocate(const Allocation& page) {
  if (page.room != nullptr) {
    left_ = 0;  // the node is full: the rest of its turn is void
    for (std::size_t tried = 0; tried < weights_.size(); ++tried) {
      next_node();
      if ((*page.room)[node_] > 0) break;
      left_ = 0;
    }
    if (left_ == 0) return Policy::on_allocate(page);
  } else if (left_ == 0) {
    next_node();
  }
  --left_;
  return static_cast<base::NodeId>(node_);
}

}  // namespace starnuma::placement

// SPDX-License-Identifier: Apache-2.0
// Bandwidth that reads achieve on one memory channel, by short streams of the memory bench.
#pragma once

#include <map>

#include "platforms/analysis/describe.h"

namespace starnuma::app {

/// Measures each channel once; the configurations must outlive this object.
class ReachableBandwidth {
 public:
  analysis::Reachable operator()(const memory::DramConfig& channel);

 private:
  std::map<const memory::DramConfig*, analysis::Reachable> known_;
};

}  // namespace starnuma::app

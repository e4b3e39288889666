// SPDX-License-Identifier: Apache-2.0
// Workloads of the demo.
#pragma once

namespace starnuma::app {

/// Workload with enough searches for a mean, after as many as page placement needs to settle.
inline constexpr const char* kDemo = "bfs:scale=20,trials=8,warmup=4";

/// Workload of some seconds on a small graph.
inline constexpr const char* kQuickDemo = "bfs:scale=14,trials=2,warmup=1";

}  // namespace starnuma::app

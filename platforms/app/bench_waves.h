// SPDX-License-Identifier: Apache-2.0
// What recording waves costs the host, in ratios to the same run without.
#pragma once

namespace starnuma::app {

/// Prints the table; whether every row keeps its bound. `scale` of BFS.
bool bench_waves(int scale);

}  // namespace starnuma::app

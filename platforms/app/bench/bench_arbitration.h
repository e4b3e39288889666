// SPDX-License-Identifier: Apache-2.0
// What heads that share a resource in queued delivery get of it, against what they should.
#pragma once

#include <cstdint>

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Prints the table.
void bench_arbitration(std::int64_t messages, Verdicts& verdicts);

}  // namespace starnuma::app

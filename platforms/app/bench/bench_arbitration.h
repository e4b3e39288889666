// SPDX-License-Identifier: Apache-2.0
// Shares that heads get of a contended resource in queued delivery, compared with their targets.
#pragma once

#include <cstdint>

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Prints the table.
void bench_arbitration(std::int64_t messages, Verdicts& verdicts);

}  // namespace starnuma::app

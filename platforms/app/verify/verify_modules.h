// SPDX-License-Identifier: Apache-2.0
// verify coherence --modules: random traffic on the real modules, one machine after the other.
#pragma once

#include <cstdint>

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

int run_verify_modules(const Arguments& arguments, std::uint64_t ops);

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// Core of the issue window's tests: 4-wide at 2.4 GHz.
#pragma once

#include "models/core/core_config.h"

namespace starnuma::test {

inline core::CoreConfig core_config() {
  core::CoreConfig config;
  config.frequency = base::Frequency(2'400'000'000);
  config.width = 4;
  config.rob = 256;
  config.load_queue = 116;
  config.store_queue = 64;
  config.mispredict_penalty = base::Cycles(17);
  return config;
}

}  // namespace starnuma::test

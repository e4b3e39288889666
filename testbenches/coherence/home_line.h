// SPDX-License-Identifier: Apache-2.0
// One line at its home: a socket home or the device.
#pragma once

#include "models/protocol/coherence/home_function.h"
#include "testbenches/coherence/line_memory.h"

namespace starnuma::coherence_bench {

struct HomeLine {
  protocol::coherence::HomeEntry home;
  protocol::cxl::DeviceEntry device;
  protocol::cxl::DevicePending pending;
  bool present = false;  ///< The snoop filter has an entry for the line.
  LineMemory data;
};

}  // namespace starnuma::coherence_bench

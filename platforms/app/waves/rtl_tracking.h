// SPDX-License-Identifier: Apache-2.0
// Tracking hardware as RTL: SystemC modules with the model's sockets, times and statistics around
// the verilated blocks.
#pragma once

#include "platforms/assembly/boxes/tracking_box.h"

namespace starnuma::app {

/// Returns the components of `tracking.impl: rtl` and `both`, with or without the blocks'
/// assertions. Assembling a machine throws InputError for parameters without a built block.
const assembly::RtlTracking& rtl_tracking(bool assertions);

}  // namespace starnuma::app

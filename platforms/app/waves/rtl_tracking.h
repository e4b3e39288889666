// SPDX-License-Identifier: Apache-2.0
// Tracking hardware as RTL: SystemC boxes with the model's sockets, times and statistics around the
// verilated blocks.
#pragma once

#include "platforms/assembly/tracking_box.h"

namespace starnuma::app {

/// What `tracking.impl: rtl` and `both` are made of, with or without the assertions of the blocks.
/// Assembling a machine throws InputError for parameters that no block is built with.
const assembly::RtlTracking& rtl_tracking(bool assertions);

}  // namespace starnuma::app

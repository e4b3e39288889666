// SPDX-License-Identifier: GPL-2.0-or-later
// Capstone's registers as places.
#pragma once

#include "stimulus/trace/capture/plugin/flow.h"

namespace starnuma::capture {

/// The place of a register of Capstone's; kNowhere for the stack pointer, the instruction pointer
/// and all that holds no data.
Place place_of(unsigned capstone_register);

}  // namespace starnuma::capture

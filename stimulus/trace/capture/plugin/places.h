// SPDX-License-Identifier: GPL-2.0-or-later
// Mapping of Capstone's registers to places.
#pragma once

#include "stimulus/trace/capture/plugin/flow.h"

namespace starnuma::capture {

/// Returns the place of a Capstone register; kNowhere for the stack pointer, the instruction
/// pointer and registers without data.
Operand place_of(unsigned capstone_register);

}  // namespace starnuma::capture

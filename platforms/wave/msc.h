// SPDX-License-Identifier: Apache-2.0
// Message sequence chart of one transaction as SVG: agents side by side, time downwards, an arrow
// per message, a bar for each handler.
//
// Contract: text only; equal hops give equal bytes. Time distances keep their order and are limited
// in size, so that a long wait does not hide short steps. Every arrow is labelled with its times.
#pragma once

#include <string>

#include "models/observers/hop_log.h"

namespace starnuma::wave {

/// Returns the chart of `log`, which holds the hops of one transaction; its core is the only track
/// of kind kAccess.
std::string sequence_chart(const observers::HopLog& log, const std::string& title);

}  // namespace starnuma::wave

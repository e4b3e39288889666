// SPDX-License-Identifier: Apache-2.0
// A message sequence chart of one transaction as SVG: agents side by side, time downwards, an arrow
// per message, a bar where an agent handles one.
//
// Contract: text only, the same bytes for the same hops. Distances in time are kept in order and
// bounded in size, so that a long wait does not hide short steps; every arrow names its times.
#pragma once

#include <string>

#include "models/observers/hop_log.h"

namespace starnuma::wave {

/// `log` holds the hops of one transaction; its core is the one track of kind kAccess.
std::string sequence_chart(const observers::HopLog& log, const std::string& title);

}  // namespace starnuma::wave

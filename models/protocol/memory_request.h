// SPDX-License-Identifier: Apache-2.0
// The payload between a home and its memory: one line read or written, a leaf call.
//
// Contract: the home fills line, kind, time and horizon; memory moves `time` to when the data are
// there (read) or accepted (write) and enters its share in the ledger when there is one. A
// speculative read, whose data an owner may have, may be dropped where it would wait for long: then
// nothing else changes, and who needs the data after all reads again.
#pragma once

#include <cstdint>

#include "models/accounting/ledger.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

struct MemoryRequest {
  std::uint64_t line_in_node = 0;
  base::Time time;
  base::Time horizon;
  accounting::Ledger* ledger = nullptr;
  bool write = false;
  bool speculative = false;
  bool dropped = false;  ///< the answer to a speculative read
};

}  // namespace starnuma::protocol

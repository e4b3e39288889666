// SPDX-License-Identifier: Apache-2.0
// The payload between a home and its memory: one line read or written, a leaf call.
//
// Contract: the home fills line, kind, time and horizon; memory moves `time` to when the data are
// there (read) or accepted (write) and enters its share in the ledger when there is one.
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
};

}  // namespace starnuma::protocol

// SPDX-License-Identifier: Apache-2.0
// Payload between a home and its memory; reads or writes one line.
//
// Contract:
// - The home sets line, kind, time and horizon.
// - Memory advances `time` to when the data are available (read) or accepted (write), and adds its
//   delays to the ledger, if present. Memory may read a line before it writes a part of it.
// - Memory may drop a speculative read that would wait for long; then only `dropped` changes. If
//   the owner has no data, the requester must reissue the read.
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
  bool partial = false;  ///< The write changes a part of the line.
  bool speculative = false;
  bool dropped = false;  ///< Out: the speculative read was dropped.
};

}  // namespace starnuma::protocol

// SPDX-License-Identifier: Apache-2.0
// Log of accesses to pool devices with their latency ledgers, one CSV row per access
// (docs/formats/cxl_log.md). The parts of a row sum to its latency.
//
// Contract: the observer is passive. finish() is called after the last access; a log without its
// last line is truncated.
#pragma once

#include <ostream>

#include "models/accounting/latency_kinds.h"
#include "models/base/ids.h"

namespace starnuma::observers {

class RequestLog {
 public:
  /// Arguments must outlive this object.
  RequestLog(std::ostream& out, const accounting::LatencyKinds& kinds);

  struct Request {
    std::uint64_t transaction;
    base::SocketId host;
    base::LineAddress line;
    base::Time done;
    const accounting::Ledger& ledger;
  };
  void add(const Request& request);
  /// Writes the last line.
  void finish();

 private:
  std::ostream& out_;
  const accounting::LatencyKinds& kinds_;
  std::uint64_t rows_ = 0;
};

}  // namespace starnuma::observers

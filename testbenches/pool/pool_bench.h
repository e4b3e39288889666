// SPDX-License-Identifier: Apache-2.0
// Stand-alone bench of the multi-headed device: N hosts with a link each, and the device with its
// memory, in queued delivery.
//
// Contract:
// - Equal runs give equal statistics.
// - Every completed access but a current read is checked: a single writer or many readers, a read
//   returns the last write, and the directory records each copy. At the end everything must have
//   drained. A violation throws.
// - One run per process, because SystemC elaborates once.
#pragma once

#include <functional>
#include <ostream>
#include <vector>

#include "models/accounting/stats.h"
#include "models/observers/hop_recorder.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::pool_bench {

/// Returns a recorder attached to the sockets below `bench`; the caller owns it.
using Record =
    std::function<observers::HopRecorder&(sc_core::sc_object& bench, kernel::Dispatcher&)>;

/// Streams of a run's logs; null: none.
struct Logs {
  std::ostream* messages = nullptr;  ///< CXL.mem messages at the device's heads.
  std::ostream* requests = nullptr;  ///< Accesses with their ledgers.
};

/// Returns the statistics of the measured window, with paths relative to the run's name. If
/// `record` is set, its recorder also observes hosts and links. Logs do not change the results.
std::vector<accounting::Stat> run(const BenchRun& run, const Record& record = {},
                                  const Logs& logs = {});

}  // namespace starnuma::pool_bench

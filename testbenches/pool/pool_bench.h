// SPDX-License-Identifier: Apache-2.0
// The multi-headed device stand-alone: N hosts, a link each, the device with its memory, in queued
// mode.
//
// Contract: equal runs give equal statistics. Every completed access is checked: a single writer or
// many readers, a read returns the last write, the directory knows of each copy; at the end
// everything has drained. A violation throws. Elaborates SystemC: once per process.
#pragma once

#include <functional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/observers/hop_recorder.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::pool_bench {

/// Gives a recorder that is attached to the sockets below `bench`; the caller keeps it.
using Record =
    std::function<observers::HopRecorder&(sc_core::sc_object& bench, kernel::Dispatcher&)>;

/// Statistics of the measured window, paths below the run's name. With `record` hosts and links are
/// shown to its recorder too; nothing else changes.
std::vector<accounting::Stat> run(const BenchRun& run, const Record& record = {});

}  // namespace starnuma::pool_bench

// SPDX-License-Identifier: Apache-2.0
// Importers of other projects' traces, one thread's file at a time.
//
// memtrace: format of the published artifact (StarNUMA_Artifact, tracer/pin_tracer). A record has
// 16 bytes: an address whose low four bits are 0 for a load and 1 for a store, and the thread's
// current number of instructions. The address 0xc0ffee marks every 100 M instructions and becomes
// an epoch. The trace was taken after a cache, so its stores are write-backs of dirty lines. It has
// no dependences, branches or order of threads.
//
// ChampSim: 64 or 96 bytes an instruction (champsim_layout.h), with registers and addresses. Loads,
// stores and branches wait for the last load on which their source registers depend; a two-bit
// predictor of 4096 counters tells wrong guesses. Accesses have no size: 8 bytes, as far as their
// line goes.
#pragma once

#include <istream>
#include <string>

#include "stimulus/trace/tools/champsim_layout.h"
#include "stimulus/trace/tools/trace_builder.h"

namespace starnuma::trace {

/// `name` begins the errors. Throw InputError for what is no such file, and for an empty one.
void import_memtrace(std::istream& in, const std::string& name, RecordSink& sink);
/// The layout is recognised unless it is `forced`.
void import_champsim(std::istream& in, const std::string& name, RecordSink& sink,
                     const ChampsimLayout* forced = nullptr);

}  // namespace starnuma::trace

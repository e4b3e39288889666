// SPDX-License-Identifier: Apache-2.0
// Readers of other projects' traces, a thread's file at a time.
//
// memtrace: of the published artifact (StarNUMA_Artifact, tracer/pin_tracer): 16 bytes a record, an
// address whose low four bits are 0 for a load and 1 for a store, and the thread's instructions so
// far; or 0xc0ffee and the instructions, every 100 M of them, which becomes an epoch. It stands
// behind a cache, so its stores are dirty lines that went out. No dependences, no branches, no
// order of threads.
//
// ChampSim: 64 or 96 bytes an instruction (champsim_layout.h), with registers and addresses. Loads,
// stores and branches wait for the last load whose value their source registers hang on; a two-bit
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

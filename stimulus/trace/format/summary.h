// SPDX-License-Identifier: Apache-2.0
// trace.json: what a trace is of, what it contains, how well it was captured, and what its files
// hold.
//
// Contract: written last, so that a folder with it is whole. Reading throws InputError with the
// file's name, the key and what was expected; keys that are not known are passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stimulus/trace/format/pages_file.h"
#include "stimulus/trace/format/thread_stream.h"

namespace starnuma::trace {

/// What wrote a trace.
struct FrontEnd {
  std::string name;
  std::string version;
  std::vector<std::string> options;
};

struct Contents {
  bool dependences = false;  ///< Loads, stores and branches name the loads they wait for.
  bool mispredictions = false;
  bool instructions = false;  ///< `work` is that of the program, and not made up.
  bool order = false;         ///< Leaves and enters.
  bool whole_run = false;     ///< From the program's first instruction on, as its memory is new.
  std::uint64_t filter_bytes = 0;  ///< Of the cache before the records; 0: nothing is filtered out.
};

/// How even the threads were kept while they were captured; all 0 where time was simulated.
struct Quality {
  std::uint64_t epoch_instructions = 0;  ///< An epoch's, at most.
  std::uint64_t epochs_used = 0;
  std::uint64_t epochs_needed = 0;  ///< By the longest thread.
  std::uint64_t time_outs = 0;      ///< Waits that were given up.
};

/// What a region does, to stand beside its figures; count 0 where nobody said.
struct WorkDone {
  std::uint64_t count = 0;
  std::string unit;
};

struct Summary {
  std::uint64_t id = 0;  ///< The same in all files of the trace.
  std::string program;
  std::vector<std::string> arguments;
  FrontEnd front_end;
  Contents contents;
  Quality quality;
  WorkDone work;
  /// Of the program in full size that this one stands for; 0: it stands for itself.
  std::uint64_t full_size_bytes = 0;
  /// What the program said beforehand of its instructions, as policies divide a run into phases by
  /// it; 0: nothing, so those that there are.
  std::uint64_t expected_instructions = 0;
  std::uint64_t regions = 0;  ///< How often what is measured begins; in every thread's stream.
  PagesSummary pages;
  std::vector<ThreadSummary> threads;

  Totals totals() const;
  std::uint64_t program_accesses() const;
  /// Of the threads' files.
  std::uint64_t bytes() const;
};

/// An id for a trace of which this text says all that decides it (FNV-1a).
std::uint64_t id_of(const std::string& origin);

std::filesystem::path summary_file(const std::filesystem::path& folder);
/// The trace's folder must exist.
void write_summary(const std::filesystem::path& folder, const Summary& summary);
Summary read_summary(const std::filesystem::path& folder);
/// Of the text of a trace.json; `name` begins the errors.
Summary parse_summary(const std::string& text, const std::string& name);

}  // namespace starnuma::trace

// SPDX-License-Identifier: Apache-2.0
// trace.json: origin of a trace, its contents, the quality of the capture, and the contents of its
// files.
//
// Contract: the file is written last, so a folder that contains it is complete. Reading throws
// InputError with the file name, the key and the expected value; unknown keys are ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stimulus/trace/format/pages_file.h"
#include "stimulus/trace/format/thread_stream.h"

namespace starnuma::trace {

/// Program that wrote a trace.
struct FrontEnd {
  std::string name;
  std::string version;
  std::vector<std::string> options;
};

struct Contents {
  bool dependences = false;  ///< Loads, stores and branches contain the loads on which they depend.
  bool mispredictions = false;
  bool instructions = false;  ///< `work` is that of the program, not synthetic.
  bool order = false;         ///< The trace contains leaves and enters.
  /// The trace starts with the program's first instruction, so its memory is initially untouched.
  bool whole_run = false;
  /// Capacity of the cache in front of the records; 0 for unfiltered traces.
  std::uint64_t filter_bytes = 0;
};

/// Quality of the lockstep during the capture; all 0 if time was simulated.
struct Quality {
  std::uint64_t epoch_instructions = 0;  ///< Maximum length of an epoch.
  std::uint64_t epochs_used = 0;
  std::uint64_t epochs_needed = 0;  ///< Number of epochs required by the longest thread.
  std::uint64_t time_outs = 0;      ///< Number of waits that timed out.
};

/// Work of a region, for reports; count 0 if unknown.
struct WorkDone {
  std::uint64_t count = 0;
  std::string unit;
};

struct Summary {
  std::uint64_t id = 0;  ///< Id of the trace, equal in all its files.
  std::string program;
  std::vector<std::string> arguments;
  FrontEnd front_end;
  Contents contents;
  Quality quality;
  WorkDone work;
  /// Memory of the full-size program that this one represents; 0 if it represents itself.
  std::uint64_t full_size_bytes = 0;
  /// Number of instructions that the program expected in advance, by which policies divide a run
  /// into phases. 0 if unknown; the actual number is used instead.
  std::uint64_t expected_instructions = 0;
  /// Number of starts of the measured region; equal in every thread's stream.
  std::uint64_t regions = 0;
  PagesSummary pages;
  std::vector<ThreadSummary> threads;

  Totals totals() const;
  std::uint64_t program_accesses() const;
  /// Returns the total size of the threads' files.
  std::uint64_t bytes() const;
};

/// Returns an id for a trace that is determined by this text (FNV-1a).
std::uint64_t id_of(const std::string& origin);

std::filesystem::path summary_file(const std::filesystem::path& folder);
/// Precondition: the trace's folder exists.
void write_summary(const std::filesystem::path& folder, const Summary& summary);
Summary read_summary(const std::filesystem::path& folder);
/// Parses the text of a trace.json; errors start with `name`.
Summary parse_summary(const std::string& text, const std::string& name);

}  // namespace starnuma::trace

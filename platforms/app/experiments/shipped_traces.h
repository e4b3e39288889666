// SPDX-License-Identifier: Apache-2.0
// Shipped traces: `trace:fmi` denotes stimulus/trace/example/fmi.snt.
//
// Contract: these names have priority over folders of the same name; `trace:./fmi` is always a
// folder. Results and effective.yaml keep the name, so they do not depend on the platform's
// location.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

struct ShippedTrace {
  std::string name;
  std::filesystem::path folder;
};

/// Returns the traces sorted by name.
std::vector<ShippedTrace> shipped_traces();

/// Returns true if a shipped trace has this name.
bool is_shipped_trace(const std::string& word);

/// Returns a text such as "bwa mem -t 64 -o out.sam ref.fa reads.fq, 66 threads, 6.2 M
/// instructions".
std::string sentence_of(const ShippedTrace& trace);

/// Returns the folder of the shipped trace of this name; any other word is itself a folder. Throws
/// InputError if it is neither a shipped name nor a path.
std::filesystem::path trace_folder(const std::string& word);

/// Returns a workload's text for the registry, with a shipped trace replaced by its folder.
std::string with_trace_folder(const std::string& spec);

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// The traces that come with the platform: `trace:fmi` is that of stimulus/trace/example/fmi.snt.
//
// Contract: their names go before folders of the same name; `trace:./fmi` is a folder in any case.
// Results and effective.yaml keep the name, so they are the same wherever the platform lies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

struct ShippedTrace {
  std::string name;
  std::filesystem::path folder;
};

/// In the order of their names.
std::vector<ShippedTrace> shipped_traces();

/// "bwa mem -t 64 -o out.sam ref.fa reads.fq, 66 threads, 6.2 M instructions".
std::string sentence_of(const ShippedTrace& trace);

/// Folder of the shipped trace of this name; any other word is a folder itself. Throws InputError
/// where it is neither and no path.
std::filesystem::path trace_folder(const std::string& word);

/// A workload's text as the registry takes it: a shipped trace by its folder.
std::string with_trace_folder(const std::string& spec);

}  // namespace starnuma::app

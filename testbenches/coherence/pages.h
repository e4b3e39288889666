// SPDX-License-Identifier: Apache-2.0
// Protocol tables as Markdown pages, for comparison with the CXL specification, and as rows of RTL.
#pragma once

#include <string>
#include <vector>

namespace starnuma::coherence_bench {

struct Page {
  std::string file;
  std::string text;
};

/// Returns the pages; each names `command` as its generator.
std::vector<Page> protocol_pages(const std::string& command);

/// Returns package sn_dir_rows_pkg: messages, states, events and rows of the device.
std::string rtl_rows();

}  // namespace starnuma::coherence_bench

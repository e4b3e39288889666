// SPDX-License-Identifier: Apache-2.0
// Protocol tables as Markdown pages, for comparison with the CXL specification.
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

}  // namespace starnuma::coherence_bench

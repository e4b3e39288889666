// SPDX-License-Identifier: Apache-2.0
// The protocol tables as Markdown pages, to read beside the CXL specification.
#pragma once

#include <string>
#include <vector>

namespace starnuma::coherence_bench {

struct Page {
  std::string file;
  std::string text;
};

/// `command` is what writes the pages; each says so.
std::vector<Page> protocol_pages(const std::string& command);

}  // namespace starnuma::coherence_bench

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/probe_chain.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/random.h"

namespace starnuma::stimulus {

void ProbeChains::build(base::Arena& arena, base::NodeId home, int chains, int lines, int pages,
                        std::uint64_t seed) {
  SN_CHECK(pages >= 1 && lines >= 1 && lines <= pages * static_cast<int>(base::kLinesPerPage - 1),
           "probe chains: ", lines, " lines on ", pages, " pages");
  pages_ = pages;
  apart_ = static_cast<std::uint64_t>(std::max(chains, kFewestApart)) | 1;
  words_ = arena.allocate<std::uint64_t>(
      "chain", static_cast<std::uint64_t>(pages) * apart_ * base::kLinesPerPage * kWordsPerLine,
      base::Touch::on_node(home));
  base::Random random(seed);
  for (int chain = 0; chain < chains; ++chain) {
    std::vector<std::uint64_t> order;
    for (int i = 0; i < lines; ++i) {
      const int page = i % pages;
      const std::uint64_t after_warm =
          1 + static_cast<std::uint64_t>(i / pages) * 25 % (base::kLinesPerPage - 1);
      order.push_back(word_of(chain, page, (warm_line(page) + after_warm) % base::kLinesPerPage));
    }
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i)]);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      words_.data[order[i]] = i + 1 < order.size() ? order[i + 1] : kEnd;
    }
    heads_.push_back(order.front());
  }
}

}  // namespace starnuma::stimulus

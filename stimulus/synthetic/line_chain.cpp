// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/line_chain.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/random.h"

namespace starnuma::stimulus {
namespace {

constexpr std::uint64_t kLinesPerPage = base::kLinesPerPage;

/// Returns the k-th line to use in a page. Bits are reversed, so that every prefix is spread
/// evenly, and shifted by the page, so that pages complement each other.
std::uint64_t spread_line(std::uint64_t page, std::uint64_t k) {
  std::uint64_t reversed = 0;
  for (std::uint64_t bit = 1; bit < kLinesPerPage; bit <<= 1) {
    reversed = reversed << 1 | static_cast<std::uint64_t>((k & bit) != 0);
  }
  return (reversed + page) % kLinesPerPage;
}

}  // namespace

std::uint64_t LineChain::warm_line(std::uint64_t page) {
  return spread_line(page, kLinesPerPage - 1);
}

void LineChain::build(base::Arena& arena, base::NodeId home, int lines, std::uint64_t seed) {
  SN_CHECK(lines >= 1 && lines <= kMaxLines, "line chain: ", lines, " lines");
  words_ = arena.allocate<std::uint64_t>("chain", kPages * kLinesPerPage * kWordsPerLine,
                                         base::Touch::on_node(home));
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(lines); ++i) {
    const std::uint64_t page = i % kPages;
    order_.push_back(word_of(page, spread_line(page, i / kPages)));
  }
  ascending_ = order_;
  std::sort(ascending_.begin(), ascending_.end());
  base::Random random(seed);
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    words_.data[order_[i]] = i + 1 < order_.size() ? order_[i + 1] : kEnd;
  }
}

std::vector<std::uint64_t> LineChain::lines() const {
  std::vector<std::uint64_t> lines;
  for (const std::uint64_t word : order_) lines.push_back(word / kWordsPerLine);
  return lines;
}

}  // namespace starnuma::stimulus

// SPDX-License-Identifier: Apache-2.0
#include "models/observers/page_touches.h"

#include <algorithm>
#include <functional>

namespace starnuma::observers {
namespace {

std::uint64_t count(const std::vector<std::uint64_t>& pages) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : pages) sum += static_cast<unsigned>(__builtin_popcountll(word));
  return sum;
}

}  // namespace

void PageTouches::begin(base::Time start) {
  start_ = start.ps();
  std::fill(first_.begin(), first_.end(), kUntouched);
  closed_.clear();
  open_.clear();
  choose(start);
}

void PageTouches::choose(base::Time issued) {
  const std::int64_t number = std::max<std::int64_t>(0, issued.ps() - start_) / length_;
  const std::size_t index = std::max(static_cast<std::size_t>(number), closed_.size());
  while (closed_.size() + open_.size() <= index) open_.emplace_back(words());
  latest_ = &open_[index - closed_.size()];
  latest_index_ = static_cast<std::uint32_t>(index);
  latest_begin_ = start_ + static_cast<std::int64_t>(index) * length_;
}

void PageTouches::add(std::uint64_t page, std::uint64_t& word, std::uint64_t bit) {
  word |= bit;
  first_[page] = std::min(first_[page], latest_index_);
}

void PageTouches::close(base::Time now) {
  while (start_ + static_cast<std::int64_t>(closed_.size() + 2) * length_ <= now.ps()) {
    closed_.push_back(open_.empty() ? 0 : count(open_.front()));
    if (!open_.empty()) open_.pop_front();
  }
  choose(now);
}

std::vector<PageTouches::Interval> PageTouches::intervals(base::Time end) const {
  const std::int64_t window = end.ps() - start_;
  if (window <= 0) return {};
  std::vector<Interval> all(static_cast<std::size_t>((window + length_ - 1) / length_));
  for (std::size_t i = 0; i < closed_.size(); ++i) all[i].touched = closed_[i];
  Pages last(words());
  for (std::size_t o = 0; o < open_.size(); ++o) {
    const std::size_t i = closed_.size() + o;
    if (i + 1 < all.size()) {
      all[i].touched = count(open_[o]);
    } else {
      std::transform(last.begin(), last.end(), open_[o].begin(), last.begin(), std::bit_or<>());
    }
  }
  all.back().touched = count(last);
  for (const std::uint32_t first : first_) {
    if (first != kUntouched) ++all[std::min<std::size_t>(first, all.size() - 1)].first;
  }
  return all;
}

std::uint64_t PageTouches::touched() const {
  return first_.size() -
         static_cast<std::uint64_t>(std::count(first_.begin(), first_.end(), kUntouched));
}

}  // namespace starnuma::observers

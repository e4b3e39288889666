// SPDX-License-Identifier: Apache-2.0
#include "models/observers/worst_misses.h"

#include <algorithm>

namespace starnuma::observers {
namespace {

bool slower(const MissRecord& a, const MissRecord& b) {
  return a.latency() != b.latency() ? a.latency() > b.latency() : a.transaction < b.transaction;
}

}  // namespace

void WorstMisses::enter(const kernel::Miss& miss) {
  if (heap_.size() == most_) {
    std::pop_heap(heap_.begin(), heap_.end(), slower);
    heap_.pop_back();
  }
  heap_.push_back(MissRecord::of(miss));
  std::push_heap(heap_.begin(), heap_.end(), slower);
  if (heap_.size() == most_) bound_ = heap_.front().latency();
}

std::vector<MissRecord> WorstMisses::sorted() const {
  std::vector<MissRecord> all = heap_;
  std::sort(all.begin(), all.end(), slower);
  return all;
}

}  // namespace starnuma::observers

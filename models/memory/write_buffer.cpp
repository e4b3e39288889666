// SPDX-License-Identifier: Apache-2.0
#include "models/memory/write_buffer.h"

#include <algorithm>

namespace starnuma::memory {

bool WriteBuffer::is_waiting(std::uint64_t line) const {
  return std::any_of(waiting_.rbegin(), waiting_.rend(),  // most often one of the last
                     [&](const Write& write) { return write.line == line; });
}

base::Time WriteBuffer::accept(Write write, base::Time horizon) {
  if (!leaving_.empty() && leaving_.front() <= horizon) {
    leaving_.erase(leaving_.begin(), std::upper_bound(leaving_.begin(), leaving_.end(), horizon));
  }
  const std::size_t others = capacity_ - 1 - waiting_.size();  // that may still be leaving
  if (leaving_.size() > others) {
    write.accepted = std::max(write.accepted, leaving_[leaving_.size() - others - 1]);
  }
  waiting_.push_back(write);
  ++filter_[filter_index(write.line)];
  return write.accepted;
}

WriteBuffer::Write WriteBuffer::take(std::size_t index) {
  const Write write = waiting_[index];
  waiting_[index] = waiting_.back();
  waiting_.pop_back();
  --filter_[filter_index(write.line)];
  return write;
}

void WriteBuffer::leaves_at(base::Time column) {
  leaving_.insert(std::upper_bound(leaving_.begin(), leaving_.end(), column), column);
}

}  // namespace starnuma::memory

// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/string_accesses.h"

#include <algorithm>

namespace starnuma::capture {
namespace {

constexpr std::uint64_t kLineBytes = 64;

std::uint64_t line_of(std::uint64_t address) { return address / kLineBytes; }

}  // namespace

void StringAccesses::add(std::uint64_t address, std::uint8_t bytes, bool store) {
  Stream& stream = streams_[next_++ % count_];
  if (stream.begun && stream.address == address && stream.bytes == bytes) return;
  if (stream.begun && !settled_) settle_direction(address < stream.address);
  const bool follows = stream.begun && (down_ ? address + bytes == stream.address
                                              : address == stream.address + stream.bytes);
  if (!follows) stream.open = kNone;
  stream.begun = true;
  stream.address = address;
  stream.bytes = bytes;
  stream.store = store;
  if (settled_) extend(stream);
}

/// Adds the first elements, which have waited for the direction.
void StringAccesses::settle_direction(bool down) {
  settled_ = true;
  down_ = down;
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (streams_[i].begun) extend(streams_[i]);
  }
}

void StringAccesses::extend(Stream& stream) {
  const std::uint64_t begin = stream.address;
  const std::uint64_t end = begin + stream.bytes;
  const std::uint64_t border = line_of(end - 1) * kLineBytes;
  if (border <= begin) {
    put(stream, begin, end);
  } else if (down_) {
    put(stream, border, end);
    put(stream, begin, border);
  } else {
    put(stream, begin, border);
    put(stream, border, end);
  }
}

/// The bytes are of one line.
void StringAccesses::put(Stream& stream, std::uint64_t begin, std::uint64_t end) {
  const auto bytes = static_cast<std::uint8_t>(end - begin);
  if (stream.open != kNone) {
    Part& part = parts_[stream.open - taken_];
    if (line_of(part.address) == line_of(begin)) {
      part.address = std::min(part.address, begin);
      part.bytes = static_cast<std::uint8_t>(part.bytes + bytes);
      return;
    }
  }
  stream.open = taken_ + parts_.size();
  parts_.push_back({begin, bytes, stream.store});
}

void StringAccesses::end() {
  if (!settled_) settle_direction(false);
  streams_ = {};
  settled_ = false;
}

std::optional<StringAccesses::Part> StringAccesses::take() {
  const auto is_open = [this](const Stream& stream) { return stream.open == taken_; };
  if (parts_.empty() || std::any_of(streams_.begin(), streams_.end(), is_open)) return {};
  const Part part = parts_.front();
  parts_.pop_front();
  ++taken_;
  return part;
}

}  // namespace starnuma::capture

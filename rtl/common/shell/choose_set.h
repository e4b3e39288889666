// SPDX-License-Identifier: Apache-2.0
// Which of the verilated parameter sets of a block serves a machine.
#pragma once

#include <cstddef>
#include <sstream>

#include "models/base/check.h"

namespace starnuma::rtl {

/// A set that is there: it serves what needs this count width and at most this size.
template <class Make>
struct BuiltSet {
  int size;
  int count_width;
  Make make;
};

/// The smallest set that fits, or nothing.
template <class Make, std::size_t n>
const BuiltSet<Make>* choose_set(const BuiltSet<Make> (&sets)[n], int size, int count_width) {
  const BuiltSet<Make>* best = nullptr;
  for (const BuiltSet<Make>& set : sets) {
    if (set.count_width != count_width || set.size < size) continue;
    if (best == nullptr || set.size < best->size) best = &set;
  }
  return best;
}

template <class Make, std::size_t n>
[[noreturn]] void fail_unbuilt(const char* block, const char* what, int size, int count_width,
                               const BuiltSet<Make> (&sets)[n]) {
  std::ostringstream text;
  text << "the RTL of " << block << " is not built for " << size << ' ' << what
       << " and count width " << count_width << "; built are";
  for (const BuiltSet<Make>& set : sets) text << " (" << set.size << ", " << set.count_width << ")";
  text << "; more: rtl/" << block << "/CMakeLists.txt";
  throw base::InputError(text.str());
}

}  // namespace starnuma::rtl

// SPDX-License-Identifier: Apache-2.0
// Selection of the verilated parameter set of a block that serves a machine.
#pragma once

#include <cstddef>
#include <sstream>

#include "models/base/check.h"

namespace starnuma::rtl {

/// Available parameter set; it serves exactly this count width and sizes up to this size.
template <class Make>
struct BuiltSet {
  int size;
  int count_width;
  Make make;
};

/// Returns the smallest set that fits; null if there is none.
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

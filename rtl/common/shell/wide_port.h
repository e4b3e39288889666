// SPDX-License-Identifier: Apache-2.0
// Reads a bit vector port of any width as 64-bit words, least significant word first.
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>

namespace starnuma::rtl {

template <class Word>
void read_port(const Word& port, std::uint64_t* words, std::size_t) {
  words[0] = port;
}

template <std::size_t parts>
void read_port(const VlWide<parts>& port, std::uint64_t* words, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t high = 2 * i + 1 < parts ? port.at(2 * i + 1) : 0;
    words[i] = port.at(2 * i) | (high << 32);
  }
}

}  // namespace starnuma::rtl

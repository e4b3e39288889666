// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/places.h"

#include <capstone/capstone.h>

#include <array>

namespace starnuma::capture {
namespace {

using Table = std::array<Operand, X86_REG_ENDING>;

void general(Table& table) {
  constexpr unsigned kNames[][5] = {
      {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AH, X86_REG_AL},
      {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CH, X86_REG_CL},
      {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DH, X86_REG_DL},
      {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BH, X86_REG_BL},
      {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, X86_REG_BPL},
      {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, X86_REG_SIL},
      {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, X86_REG_DIL}};
  Operand place = 0;
  for (const auto& names : kNames) {
    for (const unsigned name : names) table[name] = place;
    ++place;
  }
  for (unsigned i = 0; i < 8; ++i, ++place) {
    for (const unsigned first : {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B}) {
      table[first + i] = place;
    }
  }
}

Table make() {
  Table table;
  table.fill(kNowhere);
  general(table);
  for (unsigned i = 0; i < 32; ++i) {
    for (const unsigned first : {X86_REG_XMM0, X86_REG_YMM0, X86_REG_ZMM0}) {
      table[first + i] = static_cast<Operand>(kVectors + i);
    }
  }
  for (unsigned i = 0; i < 8; ++i) {
    table[X86_REG_K0 + i] = static_cast<Operand>(kMasks + i);
    for (const unsigned first : {X86_REG_FP0, X86_REG_ST0, X86_REG_MM0}) table[first + i] = kFloats;
  }
  table[X86_REG_EFLAGS] = kFlags;
  return table;
}

}  // namespace

Operand place_of(unsigned capstone_register) {
  static const Table table = make();
  return capstone_register < table.size() ? table[capstone_register] : kNowhere;
}

}  // namespace starnuma::capture

// SPDX-License-Identifier: GPL-2.0-or-later
// Data flow of a block of x86-64 instructions through registers and memory. It is derived once when
// QEMU translates the block and followed on each execution, to determine the load on which a
// register's content depends.
//
// Contract: steps are in program order. Steps whose result is not used in the block and not live
// after it are omitted. The stack pointer has no dependences, since its changes are known when
// decoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace starnuma::capture {

/// Place of a value: a register at its full width, or a temporary.
using Operand = std::uint8_t;
inline constexpr Operand kVectors = 16;  ///< 0 to 15 are the general-purpose registers.
inline constexpr Operand kMasks = 48;
inline constexpr Operand kFlags = 56;
inline constexpr Operand kFloats = 57;  ///< x87 and MMX registers, as one place.
inline constexpr Operand kLoaded = 58;  ///< Value loaded by the current instruction.
inline constexpr Operand kScratch = 59;
inline constexpr Operand kNowhere = 63;  ///< Place without dependences.
inline constexpr std::size_t kPlaces = 64;

enum class FlowStepKind : std::uint8_t {
  kFlow,  ///< `c` depends on the dependences of `a` and `b`
  /// Instruction `number` accesses memory at an address that depends on `a` and `b`; it stores
  /// `c`.
  kAccess,
  kBranch  ///< conditional branch of the block; depends on `a`
};

struct Step {
  FlowStepKind kind;
  Operand c;
  Operand a;
  Operand b;
  std::uint16_t number;
};

struct Instruction {
  const std::uint8_t* bytes;
  std::size_t size;
  std::uint64_t address;
};

struct Block {
  std::uint64_t address = 0;
  std::uint64_t end = 0;   ///< Address after the block.
  std::uint64_t last = 0;  ///< Address of the last instruction.
  std::uint32_t instructions = 0;
  std::uint32_t unknown = 0;  ///< Instructions that could not be decoded.
  bool calls = false;         ///< Its last instruction is a call.
  bool is_function = false;   ///< Function of the window; not set by the decoder.
  /// Accesses in an iteration of the repeated string instruction that ends the block; 0: none does.
  std::uint32_t streams = 0;
  std::vector<Step> steps;
  std::vector<Step> string_steps;  ///< Steps of that string instruction; not in `steps`.
  std::vector<bool> locked;        ///< By instruction: its accesses are one atomic.
};

/// Not thread-safe.
class Decoder {
 public:
  Decoder();
  ~Decoder();
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  void decode(const std::vector<Instruction>& instructions, Block& block);

 private:
  struct Tool;
  Tool* tool_;
};

}  // namespace starnuma::capture

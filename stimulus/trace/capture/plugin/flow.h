// SPDX-License-Identifier: GPL-2.0-or-later
// What a block of x86-64 instructions does to registers and memory, found once when QEMU translates
// it and followed each time it runs: which load does a register's content hang on?
//
// Contract: steps are in program order. A step whose result nothing in the block or behind it can
// see is left out. The stack pointer hangs on nothing: its changes are known at decoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace starnuma::capture {

/// A place that a value is in: registers by their full width.
using Place = std::uint8_t;
inline constexpr Place kVectors = 16;  ///< 0 to 15 are the general ones.
inline constexpr Place kMasks = 48;
inline constexpr Place kFlags = 56;
inline constexpr Place kFloats = 57;  ///< x87 and MMX, as one.
inline constexpr Place kLoaded = 58;  ///< What the instruction's own load has brought.
inline constexpr Place kScratch = 59;
inline constexpr Place kNowhere = 63;  ///< Hangs on nothing.
inline constexpr std::size_t kPlaces = 64;

struct Step {
  enum class Kind : std::uint8_t {
    kFlow,    ///< `c` hangs on what `a` and `b` hang on.
    kAccess,  ///< Instruction `number` accesses memory where `a` and `b` say; it stores `c`.
    kBranch   ///< The block's conditional branch; `a` decides.
  };
  Kind kind;
  Place c;
  Place a;
  Place b;
  std::uint16_t number;
};

struct Instruction {
  const std::uint8_t* bytes;
  std::size_t size;
  std::uint64_t address;
};

struct Block {
  std::uint64_t address = 0;
  std::uint64_t end = 0;   ///< Address behind it.
  std::uint64_t last = 0;  ///< Address of its last instruction.
  std::uint32_t instructions = 0;
  std::uint32_t unknown = 0;  ///< Instructions that could not be decoded.
  bool calls = false;         ///< Its last instruction is a call.
  bool is_function = false;   ///< Of the window; not by the decoder.
  /// Accesses in an iteration of the repeated string instruction that ends the block; 0: none does.
  std::uint32_t streams = 0;
  std::vector<Step> steps;
  std::vector<Step> string_steps;  ///< Steps of that string instruction; not in `steps`.
  std::vector<bool> locked;        ///< By instruction: its accesses are one atomic.
};

/// Not for use by several threads at once.
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

// SPDX-License-Identifier: Apache-2.0
// TLM extension with the number of instructions that a transaction represents.
//
//   core::InstructionExtension instructions(12);
//   payload.set_extension(&instructions);
//   socket->b_transport(payload, delay);
//   payload.clear_extension(&instructions);
//
// The number covers all instructions since the previous transaction, including this one.
//
// Contract:
// - An ignorable extension of the base protocol. A transaction without it counts as one
//   instruction.
// - The extension must outlive the call.
#pragma once

#include <tlm>

#include <cstdint>

namespace starnuma::core {

class InstructionExtension : public tlm::tlm_extension<InstructionExtension> {
 public:
  explicit InstructionExtension(std::int64_t count) : instructions(count) {}

  tlm::tlm_extension_base* clone() const override {
    return new InstructionExtension(*this);  // TLM-2.0 requires a heap copy; its owner calls free()
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    instructions = static_cast<const InstructionExtension&>(other).instructions;
  }

  std::int64_t instructions;
};

}  // namespace starnuma::core

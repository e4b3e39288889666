// SPDX-License-Identifier: Apache-2.0
// What an initiator may say with a transaction: how many instructions it stands for.
//
//   core::InstructionExtension instructions(12);   // since the transaction before, this one
//   included payload.set_extension(&instructions); socket->b_transport(payload, delay);
//   payload.clear_extension(&instructions);
//
// Contract: an ignorable extension of the base protocol; a transaction without it is one
// instruction. It must outlive the call.
#pragma once

#include <tlm>

#include <cstdint>

namespace starnuma::core {

class InstructionExtension : public tlm::tlm_extension<InstructionExtension> {
 public:
  explicit InstructionExtension(std::int64_t count) : instructions(count) {}

  tlm::tlm_extension_base* clone() const override {
    return new InstructionExtension(*this);  // as TLM-2.0 wants it: its owner calls free()
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    instructions = static_cast<const InstructionExtension&>(other).instructions;
  }

  std::int64_t instructions;
};

}  // namespace starnuma::core

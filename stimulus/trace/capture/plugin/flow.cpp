// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/flow.h"

#include <capstone/capstone.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "stimulus/trace/capture/plugin/places.h"

namespace starnuma::capture {
namespace {

using Places = std::uint64_t;  ///< One bit per place.
constexpr Places bit(Operand place) { return place == kNowhere ? 0 : Places{1} << place; }

struct Effect {
  Places from = 0;
  Places to = 0;
  bool accesses = false;
  bool stores = false;
  Operand address[2] = {kNowhere, kNowhere};
};

/// Returns true if the result of the instruction does not depend on its two equal operands.
bool forgets_operands(const cs_insn& insn) {
  switch (insn.id) {
    case X86_INS_XOR:
    case X86_INS_SUB:
    case X86_INS_PXOR:
    case X86_INS_XORPS:
    case X86_INS_XORPD:
    case X86_INS_PCMPEQB:
    case X86_INS_PCMPEQD:
    case X86_INS_VPXOR:
    case X86_INS_VXORPS:
    case X86_INS_VXORPD:
    case X86_INS_VPCMPEQB:
    case X86_INS_VPCMPEQD:
      break;
    default:
      return false;
  }
  const cs_x86& x86 = insn.detail->x86;
  if (x86.op_count < 2) return false;
  const cs_x86_op& left = x86.operands[x86.op_count - 2];
  const cs_x86_op& right = x86.operands[x86.op_count - 1];
  return left.type == X86_OP_REG && right.type == X86_OP_REG && left.reg == right.reg;
}

/// Properties of an x86-64 string instruction, decoded from its bytes.
struct StringForm {
  std::uint32_t accesses = 0;  ///< Number per iteration; 0: not a string instruction.
  bool repeated = false;
};

StringForm string_form(const Instruction& instruction) {
  StringForm form;
  std::size_t at = 0;
  for (; at < instruction.size; ++at) {
    const std::uint8_t byte = instruction.bytes[at];
    const bool repeats = byte == 0xf2 || byte == 0xf3;
    // Sizes of operand and address; fs and gs; segments without effect; REX.
    const bool prefix = repeats || byte == 0x66 || byte == 0x67 || byte == 0x64 || byte == 0x65 ||
                        (byte & 0xe7) == 0x26 || (byte & 0xf0) == 0x40;
    if (!prefix) break;
    form.repeated |= repeats;
  }
  if (at + 1 != instruction.size) return {};
  switch (instruction.bytes[at] & 0xfe) {
    case 0xa4:  // movs
    case 0xa6:  // cmps
      form.accesses = 2;
      return form;
    case 0xaa:  // stos
    case 0xac:  // lods
    case 0xae:  // scas
      form.accesses = 1;
      return form;
    default:
      return {};
  }
}

/// Returns true for locked instructions and for exchanges with memory, which are implicitly locked.
bool is_locked(const cs_insn& insn) {
  const cs_x86& x86 = insn.detail->x86;
  if (x86.prefix[0] == X86_PREFIX_LOCK) return true;
  return insn.id == X86_INS_XCHG &&
         std::any_of(x86.operands, x86.operands + x86.op_count,
                     [](const cs_x86_op& operand) { return operand.type == X86_OP_MEM; });
}

void add_operands(const cs_insn& insn, Effect& effect) {
  const cs_x86& x86 = insn.detail->x86;
  std::size_t known = 0;
  for (std::size_t i = 0; i < x86.op_count; ++i) {
    const cs_x86_op& operand = x86.operands[i];
    if (operand.type == X86_OP_REG && operand.access == 0) {  // unknown to Capstone
      effect.from |= bit(place_of(operand.reg));
      if (i == 0) effect.to |= bit(place_of(operand.reg));
    }
    if (operand.type != X86_OP_MEM || insn.id == X86_INS_LEA || insn.id == X86_INS_NOP) continue;
    effect.accesses = true;
    effect.stores |= operand.access == 0 ? i == 0 : (operand.access & CS_AC_WRITE) != 0;
    for (const unsigned name : {operand.mem.base, operand.mem.index}) {
      const Operand place = place_of(name);
      if (place != kNowhere && known < 2) effect.address[known++] = place;
    }
  }
}

}  // namespace

struct Decoder::Tool {
  csh handle = 0;
  cs_insn* insn = nullptr;

  /// Returns the effect of the instruction in `insn`.
  Effect effect(bool is_string) const {
    Effect effect;
    cs_regs read, written;
    std::uint8_t reads = 0, writes = 0;
    bool stack = false;
    if (cs_regs_access(handle, insn, read, &reads, written, &writes) == CS_ERR_OK) {
      for (std::uint8_t i = 0; i < reads; ++i) effect.from |= bit(place_of(read[i]));
      for (std::uint8_t i = 0; i < writes; ++i) {
        effect.to |= bit(place_of(written[i]));
        stack |= written[i] == X86_REG_RSP || written[i] == X86_REG_ESP;
      }
    }
    add_operands(*insn, effect);
    effect.accesses |= stack;
    effect.stores |= insn->id == X86_INS_PUSH;
    if (forgets_operands(*insn)) effect.from = 0;
    if (is_string) {  // pointers and counter do not depend on the loaded data
      effect.to &=
          ~(bit(place_of(X86_REG_RSI)) | bit(place_of(X86_REG_RDI)) | bit(place_of(X86_REG_RCX)));
    }
    return effect;
  }
  bool branches() const {
    return cs_insn_group(handle, insn, X86_GRP_JUMP) && insn->id != X86_INS_JMP &&
           insn->id != X86_INS_LJMP;
  }
};

Decoder::Decoder() : tool_(new Tool) {
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &tool_->handle) != CS_ERR_OK ||
      cs_option(tool_->handle, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK) {
    std::fputs("starnuma capture: Capstone does not know x86-64\n", stderr);
    std::exit(1);
  }
  tool_->insn = cs_malloc(tool_->handle);
}

Decoder::~Decoder() {
  cs_free(tool_->insn, 1);
  cs_close(&tool_->handle);
  delete tool_;
}

namespace {

/// Returns a place that depends on all of `from`; appends the required steps if there are several.
Operand gather(Places from, std::vector<Step>& steps) {
  Operand one = kNowhere;
  for (; from != 0; from &= from - 1) {
    const auto next = static_cast<Operand>(__builtin_ctzll(from));
    if (one != kNowhere) {
      steps.push_back({FlowStepKind::kFlow, kScratch, one, next, 0});
      one = kScratch;
    } else {
      one = next;
    }
  }
  return one;
}

void add_steps(const Effect& effect, std::uint16_t number, std::vector<Step>& steps) {
  Places from = effect.from;
  if (effect.accesses) {
    const Places addresses = bit(effect.address[0]) | bit(effect.address[1]);
    const Operand stored = effect.stores ? gather(from & ~addresses, steps) : kNowhere;
    steps.push_back({FlowStepKind::kAccess, stored, effect.address[0], effect.address[1], number});
    from |= bit(kLoaded);
  }
  if (effect.to == 0) return;
  const Operand one = gather(from, steps);
  for (Places to = effect.to; to != 0; to &= to - 1) {
    const auto place = static_cast<Operand>(__builtin_ctzll(to));
    if (place != one) steps.push_back({FlowStepKind::kFlow, place, one, kNowhere, 0});
  }
}

/// Removes flows whose result no later step reads. All registers are live after the block.
void remove_dead_flows(std::vector<Step>& steps) {
  Places seen = ~(bit(kLoaded) | bit(kScratch));
  std::vector<Step> kept;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->kind == FlowStepKind::kFlow) {
      if ((seen & bit(step->c)) == 0) continue;
      seen &= ~bit(step->c);
    } else {
      seen |= bit(step->c);
    }
    seen |= bit(step->a) | bit(step->b);
    kept.push_back(*step);
  }
  steps.assign(kept.rbegin(), kept.rend());
  steps.shrink_to_fit();
}

}  // namespace

void Decoder::decode(const std::vector<Instruction>& instructions, Block& block) {
  block.instructions = static_cast<std::uint32_t>(instructions.size());
  block.locked.assign(instructions.size(), false);
  if (instructions.empty()) return;
  block.address = instructions.front().address;
  block.last = instructions.back().address;
  block.end = block.last + instructions.back().size;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const std::uint8_t* bytes = instructions[i].bytes;
    std::size_t size = instructions[i].size;
    std::uint64_t address = instructions[i].address;
    if (!cs_disasm_iter(tool_->handle, &bytes, &size, &address, tool_->insn)) {
      ++block.unknown;
      continue;
    }
    const cs_insn& insn = *tool_->insn;
    const StringForm form = string_form(instructions[i]);
    const Effect effect = tool_->effect(form.accesses != 0);
    block.calls = cs_insn_group(tool_->handle, &insn, X86_GRP_CALL);
    if (tool_->branches()) {
      const Operand one = gather(effect.from, block.steps);
      block.steps.push_back({FlowStepKind::kBranch, kNowhere, one, kNowhere, 0});
      continue;
    }
    block.locked[i] = is_locked(insn);
    const bool repeats = form.repeated && i + 1 == instructions.size();
    if (repeats) block.streams = form.accesses;
    add_steps(effect, static_cast<std::uint16_t>(i), repeats ? block.string_steps : block.steps);
  }
  remove_dead_flows(block.string_steps);
  remove_dead_flows(block.steps);
}

}  // namespace starnuma::capture

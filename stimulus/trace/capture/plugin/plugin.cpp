// SPDX-License-Identifier: GPL-2.0-or-later
// Entry points of the plugin for QEMU: options, and the forwarding of QEMU's callbacks to Run.
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>

#include "stimulus/trace/capture/plugin/qemu_api.h"
#include "stimulus/trace/capture/plugin/run.h"

namespace starnuma::capture {
namespace {

std::uint64_t function = Options::kNone;
Run* run = nullptr;  ///< Null in a forked process, which is not traced.

void on_thread(qemu_plugin_id_t, unsigned cpu) {
  if (run != nullptr) run->on_thread(cpu);
}

void on_block(unsigned cpu, void* block) {
  if (run != nullptr) run->on_block(cpu, *static_cast<const Block*>(block));
}

void on_access(unsigned cpu, qemu_plugin_meminfo_t info, std::uint64_t address, void* instruction) {
  if (run == nullptr) return;
  run->on_access(cpu, address, static_cast<std::uint8_t>(1U << qemu_plugin_mem_size_shift(info)),
                 qemu_plugin_mem_is_store(info),
                 static_cast<std::uint16_t>(reinterpret_cast<std::uintptr_t>(instruction)));
}

void on_begin(unsigned cpu, void*) {
  if (run != nullptr) run->on_marker(cpu, true);
}
void on_end(unsigned cpu, void*) {
  if (run != nullptr) run->on_marker(cpu, false);
}

/// Returns the callback of a marker instruction of starnuma_roi.h: an exchange of a register with
/// itself, which compilers do not emit.
qemu_plugin_vcpu_udata_cb_t marker(const Instruction& instruction) {
  if (instruction.size != 3) return nullptr;
  if (std::memcmp(instruction.bytes, "\x66\x87\xdb", 3) == 0) return on_begin;
  if (std::memcmp(instruction.bytes, "\x66\x87\xc9", 3) == 0) return on_end;
  return nullptr;
}

/// Records a block. Blocks are never deallocated, since QEMU does not report their end of life.
void on_translation(qemu_plugin_id_t, qemu_plugin_tb* translated) {
  static std::mutex mutex;
  static Decoder decoder;
  static std::deque<Block> blocks;
  const std::lock_guard<std::mutex> lock(mutex);
  std::vector<Instruction> instructions;
  Block& block = blocks.emplace_back();
  qemu_plugin_register_vcpu_tb_exec_cb(translated, on_block, QEMU_PLUGIN_CB_NO_REGS, &block);
  for (std::size_t i = 0; i < qemu_plugin_tb_n_insns(translated); ++i) {
    qemu_plugin_insn* const one = qemu_plugin_tb_get_insn(translated, i);
    instructions.push_back({static_cast<const std::uint8_t*>(qemu_plugin_insn_data(one)),
                            qemu_plugin_insn_size(one), qemu_plugin_insn_vaddr(one)});
    qemu_plugin_register_vcpu_mem_cb(one, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                     reinterpret_cast<void*>(i));
    if (const auto callback = marker(instructions.back())) {
      qemu_plugin_register_vcpu_insn_exec_cb(one, callback, QEMU_PLUGIN_CB_NO_REGS, nullptr);
    }
  }
  decoder.decode(instructions, block);
  block.is_function =
      function != Options::kNone && block.address == qemu_plugin_start_code() + function;
}

void on_call(qemu_plugin_id_t, unsigned cpu, std::int64_t number, std::uint64_t a1,
             std::uint64_t a2, std::uint64_t a3, std::uint64_t a4, std::uint64_t a5,
             std::uint64_t a6, std::uint64_t, std::uint64_t) {
  if (run != nullptr) run->on_call(cpu, {number, {a1, a2, a3, a4, a5, a6}});
}

void on_return(qemu_plugin_id_t, unsigned cpu, std::int64_t, std::int64_t result) {
  if (run != nullptr) run->on_return(cpu, result);
}

void on_exit(qemu_plugin_id_t, void*) {
  if (run != nullptr) run->on_exit();
}

/// Assigns "key=value" to the option; returns false if there is none.
bool read_option(const std::string& text, Options& options) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return false;
  const std::string key = text.substr(0, equals);
  const std::uint64_t value = std::strtoull(text.c_str() + equals + 1, nullptr, 10);
  if (key == "socket") {
    options.socket = static_cast<int>(value);
  } else if (key == "quantum") {
    options.quantum = value;
  } else if (key == "marked") {
    options.marked = value != 0;
  } else if (key == "function") {
    options.function = value;
  } else if (key == "threads") {
    options.threads = value;
  } else if (key == "instructions") {
    options.instructions = value;
  } else if (key == "filter") {
    options.filter_bytes = value;
  } else {
    return false;
  }
  return true;
}

}  // namespace
}  // namespace starnuma::capture

extern "C" {

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id,
                                                               const qemu_info_t* info, int argc,
                                                               char** argv) {
  using namespace starnuma::capture;
  Options options;
  for (int i = 0; i < argc; ++i) {
    if (!read_option(argv[i], options)) {
      std::fprintf(stderr, "starnuma capture: unknown option %s\n", argv[i]);
      return 1;
    }
  }
  if (std::strcmp(info->target_name, "x86_64") != 0 || info->system_emulation ||
      options.socket < 0 || options.quantum == 0) {
    std::fputs("starnuma capture: started by `starnuma trace record`, in qemu-x86_64\n", stderr);
    return 1;
  }
  function = options.function;
  run = new Run(options);
  pthread_atfork(nullptr, nullptr, [] { run = nullptr; });
  qemu_plugin_register_vcpu_init_cb(id, on_thread);
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_vcpu_syscall_cb(id, on_call);
  qemu_plugin_register_vcpu_syscall_ret_cb(id, on_return);
  qemu_plugin_register_atexit_cb(id, on_exit, nullptr);
  return 0;
}

}  // extern "C"

// SPDX-License-Identifier: Apache-2.0
// Program under QEMU's user mode, with or without the capture plugin.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stimulus/trace/capture/recorder.h"

namespace starnuma::app {

/// Program to be traced, and the parameters of the trace.
struct CaptureRequest {
  std::vector<std::string> words;  ///< Program and its arguments.
  std::uint64_t threads = 0;       ///< Number of threads; 0: unspecified.
  bool marked = false;
  std::string function;               ///< Function whose first call is traced; empty: unspecified.
  std::uint64_t function_offset = 0;  ///< Offset of that function in the code.
  std::uint64_t filter_bytes = 0;     ///< Filter cache size; 0: every access.
  std::uint64_t instructions = 0;     ///< Limit per thread; 0: no limit.
  std::uint64_t quantum = 0;
};

struct Emulator {
  std::string version;  ///< "7.2.22"
  std::filesystem::path plugin;
};
/// Returns the emulator. Throws InputError with the packages to install if programs cannot be
/// traced.
Emulator find_emulator();

/// Termination of a program.
struct Ended {
  int code = 0;
  std::string killed;      ///< "ended by SIGSEGV ..."; empty if no signal ended it.
  double cpu_seconds = 0;  ///< CPU time of the program and the emulator.
};

/// Runs the program to its end while `recorder` stores the plugin's output.
Ended run_traced(const Emulator& emulator, const CaptureRequest& request,
                 capture::Recorder& recorder);
/// Runs the program without the plugin, with no input and with its output discarded.
Ended run_plain(const CaptureRequest& request);

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// A program under QEMU's user mode, with the capture plugin or without.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stimulus/trace/capture/recorder.h"

namespace starnuma::app {

/// What is to be traced, and how.
struct CaptureRequest {
  std::vector<std::string> words;  ///< The program and its arguments.
  std::uint64_t threads = 0;       ///< 0: not said.
  bool marked = false;
  std::string function;               ///< What is traced is its first call; "": not said...
  std::uint64_t function_offset = 0;  ///< ...which is so far into the code.
  std::uint64_t filter_bytes = 0;     ///< 0: every access.
  std::uint64_t instructions = 0;     ///< Of a thread; 0: no limit.
  std::uint64_t quantum = 0;
};

struct Emulator {
  std::string version;  ///< "7.2.22"
  std::filesystem::path plugin;
};
/// Throws InputError with what to install where programs cannot be traced.
Emulator find_emulator();

/// How a program ended.
struct Ended {
  int code = 0;
  std::string killed;      ///< "ended by SIGSEGV ..."; empty if it was not.
  double cpu_seconds = 0;  ///< Of the program and the emulator.
};

/// Runs the program to its end while `recorder` writes down what the plugin sends.
Ended run_traced(const Emulator& emulator, const CaptureRequest& request,
                 capture::Recorder& recorder);
/// The same without the plugin; its output goes nowhere, and it has no input.
Ended run_plain(const CaptureRequest& request);

}  // namespace starnuma::app

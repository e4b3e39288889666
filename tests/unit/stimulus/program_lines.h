// SPDX-License-Identifier: Apache-2.0
// Runs a program on host threads and returns the findings of its check.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/calibration/native_thread.h"

namespace starnuma::stimulus {

using Lines = std::vector<std::string>;

/// Returns the check's lines after a run with this number of threads.
template <class Program>
Lines lines_after(const typename Program::Parameters& parameters, std::uint64_t seed, int threads) {
  base::Arena arena(threads);
  Program program(parameters, seed);
  program.build(arena);
  if (threads == 1) {
    run_natively(program);
  } else {
    run_threaded(program, threads);
  }
  return program.check();
}

/// Returns the check's lines before a run.
template <class Program>
Lines lines_before(const typename Program::Parameters& parameters) {
  base::Arena arena(2);
  Program program(parameters, 1);
  program.build(arena);
  return program.check();
}

/// A program after a run with one thread, whose results a test may change.
template <class Program>
struct Ran {
  explicit Ran(const typename Program::Parameters& parameters) : program(parameters, 1) {
    program.build(arena);
    run_natively(program);
  }
  base::Arena arena{1};
  Program program;
};

}  // namespace starnuma::stimulus

// SPDX-License-Identifier: Apache-2.0
// Plays a stimulus on a bench until block and function differ, and stores its last cycles as text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "testbenches/rtl_support/block_start.h"

namespace starnuma::testbenches {

struct Replayed {
  std::size_t cycles = 0;  ///< Cycles until the difference; 0: no difference.
  std::string difference;
  std::string last_cycles;  ///< One line per cycle.
};

/// Calls `prepare(bench)`, then plays the stimulus. A difference in `prepare` counts as one of the
/// first cycle. `inputs_text(in)` and `outputs_text(outputs)` print a cycle.
template <class Bench, class Inputs, class Prepare, class InputsText, class OutputsText>
Replayed replay(Bench& bench, const std::vector<Inputs>& stimulus, const Prepare& prepare,
                const InputsText& inputs_text, const OutputsText& outputs_text) {
  constexpr std::size_t kCyclesShown = 16;
  Replayed result;
  std::size_t played = 0;
  std::uint64_t cycle = 0;
  const auto show = [&] {
    std::ostringstream text;
    text << "  " << std::setw(6) << cycle << "  " << std::left << std::setw(56)
         << inputs_text(stimulus[played - 1]) << outputs_text(bench.outputs()) << '\n';
    result.last_cycles += text.str();
  };
  try {
    prepare(bench);
    for (const Inputs& in : stimulus) {
      ++played;
      cycle = bench.block().cycles();
      bench.step(in);
      if (played + kCyclesShown > stimulus.size()) show();
    }
  } catch (const Difference& difference) {
    result.cycles = std::max<std::size_t>(played, 1);
    result.difference = difference.what();
    if (played > 0) show();
  }
  return result;
}

}  // namespace starnuma::testbenches

// SPDX-License-Identifier: Apache-2.0
// Copy of a page's lines to another frame by the mover: acquires each line, evicts it, writes it to
// the new frame and evicts it again.
//
// Contract: step() returns false if the current state does not permit it, and throws Broken.
#pragma once

#include <algorithm>
#include <vector>

#include "testbenches/coherence/page_steps.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

/// System of the random tester.
using Large = System<16, 8, 768>;

/// Returns false for kNo; throws the failure of the system for kBroken.
bool taken(Step step, const Large& lines);

class PageCopy {
 public:
  PageCopy(const SystemConfig& config, MoveMutant mutant, int from, int to)
      : mutant_(mutant),
        from_(config.line_of(from, 0)),
        to_(config.line_of(to, 0)),
        copies_(static_cast<std::size_t>(config.page_lines)) {}

  /// Takes the next step of the copy of a line.
  bool step(int offset, Large& lines);
  /// Processes a completed access of the mover.
  void completed(const Completed& access, const Large& lines);
  bool done() const {
    return std::all_of(copies_.begin(), copies_.end(),
                       [](const LineCopy& copy) { return copy.state == Copying::kDone; });
  }

 private:
  enum class Copying : std::uint8_t { kNotYet, kTaking, kTaken, kFilling, kFilled, kDone };
  struct LineCopy {
    Copying state = Copying::kNotYet;
    Data data{};
  };

  bool access(LineCopy& copy, Copying next, int line, protocol::RequesterEvent own,
              const Data* fill, Large& lines);

  MoveMutant mutant_;
  int from_;  ///< First line of the old frame.
  int to_;
  std::vector<LineCopy> copies_;
};

}  // namespace starnuma::coherence_bench

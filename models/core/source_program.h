// SPDX-License-Identifier: Apache-2.0
// Program that plays access sources on cores.
//
// Contract:
// - Timing: an event costs the same as the corresponding call of `Thread`. Each access and branch
//   is one instruction.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "models/core/access_source.h"
#include "models/core/thread.h"

namespace starnuma::core {

/// Plays the events of one thread until kEnd.
void play(AccessSource& source, Thread& thread);

class SourceProgram : public Program {
 public:
  /// Constructs the program from one source per core. A core without a source stays idle.
  explicit SourceProgram(std::vector<std::unique_ptr<AccessSource>> sources)
      : sources_(std::move(sources)) {}

  /// Returns the number of cores with a source.
  int threads() const;
  void run(Thread& thread) override;

 private:
  std::vector<std::unique_ptr<AccessSource>> sources_;
};

}  // namespace starnuma::core

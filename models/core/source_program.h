// SPDX-License-Identifier: Apache-2.0
// Plays access sources on cores.
//
// Contract: an event costs what the same call of `Thread` costs a typed program: each access and
// branch is one instruction.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "models/core/access_source.h"
#include "models/core/thread.h"

namespace starnuma::core {

/// Plays one thread to its end.
void play(AccessSource& source, Thread& thread);

class SourceProgram : public Program {
 public:
  /// By core; one that has none, or that the list does not reach, stays idle.
  explicit SourceProgram(std::vector<std::unique_ptr<AccessSource>> sources)
      : sources_(std::move(sources)) {}

  /// How many cores play.
  int threads() const;
  void run(Thread& thread) override;

 private:
  std::vector<std::unique_ptr<AccessSource>> sources_;
};

}  // namespace starnuma::core

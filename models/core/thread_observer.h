// SPDX-License-Identifier: Apache-2.0
// Interface of an observer of the program that a thread runs.
//
// Contract:
// - Ordering: called in program order, after each call of the thread.
// - The instruction count includes the observed call.
// - A barrier is reported as its accesses, its arrival and its departure. The last thread to arrive
//   departs first.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/core/issue_window_function.h"
#include "models/protocol/access.h"

namespace starnuma::core {

struct Observed {
  std::int64_t instructions = 0;
  base::Time time;  ///< Time of the core's clock.
  When after;       ///< Arrival time of the operand; default: no dependence.
};

class ThreadObserver {
 public:
  virtual ~ThreadObserver() = default;
  /// Called for an access. `done` is the arrival time of its answer.
  virtual void on_access(const Observed& call, protocol::AccessKind kind,
                         base::VirtualAddress address, int bytes, When done) = 0;
  virtual void on_mispredict(const Observed& call) = 0;
  /// Called in a barrier when the thread's accesses are complete, before the others are notified.
  virtual void on_arrive(const Observed& call) = 0;
  /// Called in a barrier after all other threads have arrived.
  virtual void on_resume(const Observed& call) = 0;
  /// Called before a post is made.
  virtual void on_post(const Observed& call) = 0;
  /// Called when the awaited posts have been made.
  virtual void on_await(const Observed& call) = 0;
  virtual void on_begin_measurement(const Observed& call) = 0;
  virtual void on_end(const Observed& call) = 0;
};

}  // namespace starnuma::core

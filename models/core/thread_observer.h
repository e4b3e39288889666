// SPDX-License-Identifier: Apache-2.0
// What watches the program that a thread runs, call by call.
//
// Contract: told in program order, after the call; instructions are those of the thread so far, the
// call's own among them. A barrier is told of as the accesses it makes, and where its thread has
// come and goes on. Who arrives last goes on first.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/core/issue_window_function.h"
#include "models/protocol/access.h"

namespace starnuma::core {

struct Observed {
  std::int64_t instructions = 0;
  base::Time time;  ///< Of the core's clock.
  Ticks after = 0;  ///< When what it waits for is there; 0: it waits for nothing.
};

class ThreadObserver {
 public:
  virtual ~ThreadObserver() = default;
  /// `done`: when the answer is there.
  virtual void on_access(const Observed& call, protocol::AccessKind kind,
                         base::VirtualAddress address, int bytes, Ticks done) = 0;
  virtual void on_mispredict(const Observed& call) = 0;
  /// In a barrier: all that the thread has started is done, and the others may know.
  virtual void on_arrive(const Observed& call) = 0;
  /// In a barrier: all others have arrived.
  virtual void on_go_on(const Observed& call) = 0;
  /// A post is about to be made.
  virtual void on_post(const Observed& call) = 0;
  /// The posts that were waited for have been made.
  virtual void on_await(const Observed& call) = 0;
  virtual void on_begin_measurement(const Observed& call) = 0;
  virtual void on_end(const Observed& call) = 0;
};

}  // namespace starnuma::core

// SPDX-License-Identifier: Apache-2.0
// Fibers: stackful coroutines inside a SystemC process. An outstanding access runs on one, so that
// the components that it passes can wait in the middle of a call.
//
// Contract:
// - run() starts a body at once and returns when the body suspends itself or ends.
// - resume() continues a suspended fiber.
// - Preconditions: run() and resume() are not called from a fiber.
// - Errors: an exception of a body propagates out of the run() or resume() call that it ran in.
// - Ended fibers are reused. Fibers that are still suspended at destruction are unwound.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace starnuma::kernel {

class Fiber;

class Fibers {
 public:
  using Body = std::function<void()>;

  Fibers();
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  void run(Body body);
  void resume(Fiber& fiber);
  /// Current fiber, or null.
  Fiber* current() const { return current_; }
  /// Suspends the current fiber until it is resumed.
  void suspend();
  /// Prefetches the stack frames to which a suspended fiber returns.
  static void prefetch(const Fiber& fiber);
  /// Number of fibers that have begun and not ended.
  std::size_t under_way() const { return all_.size() - free_.size(); }

 private:
  void enter(Fiber& fiber);

  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> free_;
  Fiber* current_ = nullptr;
};

}  // namespace starnuma::kernel

// SPDX-License-Identifier: Apache-2.0
// Threads of control with stacks of their own, below those of SystemC: what an access under way
// runs on, so that the boxes that it passes may wait in the middle of a call.
//
// Contract: run() begins a body at once and returns when it suspends itself or ends; resume() goes
// on with one that is suspended. Neither is called from a fiber. What a body throws comes out of
// the call that it ran in. Fibers that have ended are used again; those still suspended at the end
// are unwound.
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
  /// The fiber that runs; null: none.
  Fiber* current() const { return current_; }
  /// Leaves the fiber that runs, until it is resumed.
  void suspend();
  /// Fibers that have begun and not ended.
  std::size_t under_way() const { return all_.size() - free_.size(); }

 private:
  void enter(Fiber& fiber);

  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> free_;
  Fiber* current_ = nullptr;
};

}  // namespace starnuma::kernel

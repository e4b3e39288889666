// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/fibers.h"

#include <boost/context/fiber.hpp>
#include <boost/context/fixedsize_stack.hpp>
#include <exception>
#include <utility>

#include "models/base/check.h"
#include "models/base/prefetch.h"

namespace starnuma::kernel {
namespace {

/// Stack size for the nested calls of an access, including a verilated block behind one of them.
/// Not a multiple of a page, so that the frames of fibers occupy different sets of the host's
/// caches.
constexpr std::size_t kStackBytes = 64 * 1024 + 2368;
/// Number of host cache lines of the frames that a resumed fiber returns through at once, and of
/// the line below them.
constexpr int kFrameLines = 13;

}  // namespace

/// Coroutine that runs one body after another on one stack.
class Fiber {
 public:
  Fiber()
      : inside_(std::allocator_arg, boost::context::fixedsize_stack(kStackBytes),
                [this](boost::context::fiber&& outside) {
                  outside_ = std::move(outside);
                  while (!closed_) run_body();
                  return std::move(outside_);
                }) {}

  /// Lets an ended fiber return; a suspended one is unwound by its destructor.
  ~Fiber() {
    closed_ = true;
    if (ended_) inside_ = std::move(inside_).resume();
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void begin(Fibers::Body body) {
    body_ = std::move(body);
    ended_ = false;
  }
  bool ended() const { return ended_; }
  void enter() {
    inside_ = std::move(inside_).resume();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }
  void leave() {
    frame_ = static_cast<const char*>(__builtin_frame_address(0));
    outside_ = std::move(outside_).resume();
  }
  void prefetch() const { base::prefetch_lines<kFrameLines>(frame_ - base::kHostLine); }

 private:
  void run_body() {
    try {
      body_();
    } catch (const boost::context::detail::forced_unwind&) {
      throw;  // unwinds the stack of a destroyed fiber
    } catch (...) {
      error_ = std::current_exception();
    }
    body_ = nullptr;
    ended_ = true;
    leave();
  }

  const char* frame_ = nullptr;  ///< Frame in which the fiber is suspended.
  Fibers::Body body_;
  std::exception_ptr error_;
  bool ended_ = true;
  bool closed_ = false;
  boost::context::fiber outside_;
  boost::context::fiber inside_;
};

Fibers::Fibers() = default;
Fibers::~Fibers() = default;

void Fibers::run(Body body) {
  if (free_.empty()) {
    all_.push_back(std::make_unique<Fiber>());
    free_.push_back(all_.back().get());
  }
  Fiber& fiber = *free_.back();
  free_.pop_back();
  fiber.begin(std::move(body));
  enter(fiber);
}

void Fibers::prefetch(const Fiber& fiber) { fiber.prefetch(); }

void Fibers::resume(Fiber& fiber) { enter(fiber); }

void Fibers::enter(Fiber& fiber) {
  SN_CHECK(current_ == nullptr, "fibers: one is entered from another");
  current_ = &fiber;
  struct Left {
    Fibers& fibers;
    Fiber& fiber;
    ~Left() {
      fibers.current_ = nullptr;
      if (fiber.ended()) fibers.free_.push_back(&fiber);
    }
  } const left{*this, fiber};
  fiber.enter();
}

void Fibers::suspend() {
  SN_CHECK(current_ != nullptr, "fibers: none runs that could be suspended");
  current_->leave();
}

}  // namespace starnuma::kernel

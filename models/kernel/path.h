// SPDX-License-Identifier: Apache-2.0
// Path of payloads from a socket to one destination: the steps of all components along it, found
// once instead of per payload.
//
// Contract:
// - Ordering: the steps have the same effect, in the same order, as the chain of sends.
// - A component that only delays a payload becomes a delay before the next step.
// - A path ends at a component with an unknown successor, at a tapped socket or at the destination.
//   The chain of sends continues from there.
// - StepMemory names host memory that may be prefetched for a step. Its address must be stable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tlm>

#include "models/accounting/ledger.h"
#include "models/base/check.h"
#include "models/base/prefetch.h"

namespace starnuma::kernel {

/// Target of a bound initiator, resolved once to avoid a port look-up per call. For a Target it is
/// the function that its b_transport calls.
template <class Payload>
class Destination {
 public:
  using Call = void (*)(void* object, Payload& payload);

  Destination() = default;
  Destination(Call call, void* object) : call_(call), object_(object) {}
  explicit Destination(tlm::tlm_blocking_transport_if<Payload>& target)
      : call_([](void* object, Payload& payload) {
          static_cast<tlm::tlm_blocking_transport_if<Payload>*>(object)->b_transport(payload,
                                                                                     zero_);
        }),
        object_(&target) {}

  bool known() const { return call_ != nullptr; }
  void send(Payload& payload) const { call_(object_, payload); }

 private:
  inline static sc_core::sc_time zero_{};  ///< Time argument of every call; unused and zero.
  Call call_ = nullptr;
  void* object_ = nullptr;
};

/// Asks a target to prefetch the host memory that a similar payload will touch. A hint without side
/// effects on the model.
template <class Payload>
class Prefetcher {
 public:
  using Call = void (*)(const void* object, const Payload& like);

  Prefetcher() = default;
  Prefetcher(Call call, const void* object) : call_(call), object_(object) {}
  void prefetch(const Payload& like) const { call_(object_, like); }

 private:
  Call call_ = [](const void*, const Payload&) {};
  const void* object_ = nullptr;
};

/// Result of a look-up.
enum class LookUp : std::uint8_t {
  kHit,     ///< The target has answered the payload.
  kMiss,    ///< The target must fetch the answer from its own target.
  kBlocked  ///< The payload needs another step first, which only a send() performs.
};

/// Look-up at a target, which may save a send() to it.
///
/// Contract:
/// - look_up() answers a payload without a wait in SystemC time. Otherwise it changes only payload
///   fields that send() and miss() overwrite.
/// - miss() completes a payload whose look_up() at the current time has returned kMiss.
/// - A payload with kBlocked needs a send().
/// - A target without look-ups returns kBlocked.
/// - A payload that this port answers or completes passes no tap.
template <class Payload>
class LookUpPort {
 public:
  using Find = LookUp (*)(void* object, Payload& payload);
  using Call = void (*)(void* object, Payload& payload);

  LookUpPort() = default;
  LookUpPort(Find find, Call complete, void* object)
      : find_(find), miss_(complete), object_(object) {}
  LookUp look_up(Payload& payload) const { return find_(object_, payload); }
  void miss(Payload& payload) const { miss_(object_, payload); }

 private:
  Find find_ = [](void*, Payload&) { return LookUp::kBlocked; };
  Call miss_ = nullptr;
  void* object_ = nullptr;
};

/// Compares two handlers at compile time. With sanitizers, GCC does not treat their == as constant.
template <auto a, auto b>
inline constexpr bool kSameHandler = false;
template <auto a>
inline constexpr bool kSameHandler<a, a> = true;

/// Host memory that a step will touch.
struct StepMemory {
  /// Location of the pointer to the last element that the step reads.
  const void* newest = nullptr;
  const void* counted = nullptr;  ///< Counters that the step updates.
};

template <class Payload>
class alignas(64) Path {
 public:
  bool known() const { return count_ != 0; }
  /// Returns true if a component may add a step and one entry remains for its successor.
  bool has_room() const { return count_ + 2 <= steps_.size(); }
  void add(const Destination<Payload>& call, const StepMemory& memory = {}) {
    SN_CHECK(count_ < steps_.size(), "path: a box has added more than one step");
    steps_[count_].call = call;
    steps_[count_++].memory = memory;
  }
  /// Adds a component that only delays a payload. It takes a step only if the latency kind changes.
  void add_delay(accounting::LatencyKind kind, base::Time span) {
    if (span == base::Time(0)) return;
    const Delay& before = steps_[count_].before;
    if (before.ps != 0 && before.kind() != kind) add({[](void*, Payload&) {}, nullptr});
    steps_[count_].before.ps += span.ps();
    steps_[count_].before.kind_number = static_cast<std::uint8_t>(kind);
  }

  /// Prefetches the host memory that the steps have named, for a payload that will be sent.
  void prefetch_steps() const {
    for (std::size_t i = 0; i < count_; ++i) {
      const StepMemory& memory = steps_[i].memory;
      if (memory.newest != nullptr) {
        std::uintptr_t newest;
        std::memcpy(&newest, memory.newest, sizeof(newest));
        base::prefetch_to_write(reinterpret_cast<const void*>(newest));
        base::prefetch_to_write(reinterpret_cast<const void*>(newest - base::kHostLine));
      }
      if (memory.counted != nullptr) base::prefetch_to_write(memory.counted);
    }
  }
  void send(Payload& payload) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const Step& step = steps_[i];
      payload.advance(step.before.kind(), base::Time(step.before.ps));
      step.call.send(payload);
    }
  }

 private:
  struct Delay {
    Delay() : ps(0), kind_number(0) {}
    accounting::LatencyKind kind() const {
      return static_cast<accounting::LatencyKind>(kind_number);
    }
    std::int64_t ps : 56;  ///< Ten hours at most.
    std::uint64_t kind_number : 8;
  };
  struct Step {
    Delay before;
    Destination<Payload> call;
    StepMemory memory;
  };

  // Two host cache lines hold the count and the first three steps.
  std::size_t count_ = 0;
  std::array<Step, 5> steps_;
};

}  // namespace starnuma::kernel

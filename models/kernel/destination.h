// SPDX-License-Identifier: Apache-2.0
// Callable target of a bound initiator socket: a function pointer and its object.
#pragma once

#include <tlm>

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

/// Query whether the target, with everything behind it, can answer a payload without a wait in
/// SystemC time. May fill in payload fields that the target would fill in, and has no other effect.
template <class Payload>
class Readiness {
 public:
  using Call = bool (*)(const void* object, Payload& payload);

  Readiness() = default;
  Readiness(Call call, const void* object) : call_(call), object_(object) {}
  bool at_once(Payload& payload) const { return call_(object_, payload); }

 private:
  Call call_ = [](const void*, Payload&) { return false; };
  const void* object_ = nullptr;
};

}  // namespace starnuma::kernel

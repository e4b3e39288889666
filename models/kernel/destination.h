// SPDX-License-Identifier: Apache-2.0
// Where a bound initiator sends: one function and its object.
#pragma once

#include <tlm>

namespace starnuma::kernel {

/// Where a bound initiator sends: what is bound to it, without a port look-up per call. For a
/// Target it is the very function that its b_transport calls, found once instead of per message.
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
  inline static sc_core::sc_time zero_{};  ///< The unused time argument of every call.
  Call call_ = nullptr;
  void* object_ = nullptr;
};

/// Has a target fetch, without obligation, what of host memory a payload like one that will come
/// needs. Changes nothing.
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

/// Says of a payload whether its target and all behind it can answer it without waiting for
/// anything in SystemC time; may fill in what the target would. Changes nothing else.
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

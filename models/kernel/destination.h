// SPDX-License-Identifier: Apache-2.0
// Callable target of a bound initiator socket: function pointers and their object.
#pragma once

#include <cstdint>
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

}  // namespace starnuma::kernel

// SPDX-License-Identifier: Apache-2.0
// Hook for a passive observer between an initiator socket and its target.
//
// Contract:
// - A tapper is called once, when a socket resolves its target (end of elaboration or first send).
// - It returns the direct destination, or its own one that forwards every payload unchanged.
// - An untapped socket has no cost per payload.
// - With kWaves false (CMake option STARNUMA_WAVES) taps and dispatch observers are compiled out.
#pragma once

#include <systemc>

#include "models/kernel/path.h"

namespace starnuma::kernel {

inline constexpr bool kWaves = STARNUMA_WAVES;

template <class Payload>
class Tapper {
 public:
  virtual ~Tapper() = default;
  virtual Destination<Payload> tap(const sc_core::sc_object& initiator,
                                   const sc_core::sc_object& target,
                                   const Destination<Payload>& direct) = 0;
};

/// Base of every initiator socket of `Payload`s, independent of its backward interface.
template <class Payload>
class TapPoint {
 public:
  virtual ~TapPoint() = default;
  /// Registers a tapper. Precondition: after construction and before the end of elaboration.
  void set_tapper(Tapper<Payload>& tapper) { tapper_ = &tapper; }

 protected:
  bool is_tapped() const { return kWaves && tapper_ != nullptr; }
  Destination<Payload> tapped(const sc_core::sc_object& initiator, const sc_core::sc_object* target,
                              const Destination<Payload>& direct) const {
    if (!is_tapped() || target == nullptr) return direct;
    return tapper_->tap(initiator, *target, direct);
  }

 private:
  Tapper<Payload>* tapper_ = nullptr;
};

}  // namespace starnuma::kernel

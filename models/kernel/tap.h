// SPDX-License-Identifier: Apache-2.0
// Where a passive observer may sit between an initiator socket and what it is bound to.
//
// Contract: a tapper is asked once, when a socket looks up its destination (end of elaboration, or
// the first send). It answers with the direct destination, or with one of its own that hands every
// payload on unchanged. A socket that nobody taps sends as if there were no taps: no look at them
// per payload. With kWaves false (CMake option STARNUMA_WAVES) taps and dispatch observers do not
// exist in the program.
#pragma once

#include <systemc>

#include "models/kernel/destination.h"

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

/// What every initiator socket of `Payload`s is, whatever may be called back on it.
template <class Payload>
class TapPoint {
 public:
  virtual ~TapPoint() = default;
  /// After construction and before end of elaboration.
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

// SPDX-License-Identifier: Apache-2.0
// Component with two sides, such as a link, a CXL port or a retimer. Messages that enter at one
// side leave at the other.
//
// Contract: the two directions are independent. `Derived::pass(envelope, direction)` advances time
// and ledger. The component never opens an envelope.
#pragma once

#include <array>
#include <systemc>

#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"
#include "models/transport/direction.h"

namespace starnuma::transport {

template <class Derived>
class TwoPort : public sc_core::sc_module {
 private:
  void enter_a(kernel::Envelope& envelope) {
    static_cast<Derived*>(this)->enter(envelope, kForward);
  }
  void enter_b(kernel::Envelope& envelope) {
    static_cast<Derived*>(this)->enter(envelope, kBackward);
  }

 public:
  kernel::Target<&TwoPort::enter_a> a_in{"a_in", *this};
  kernel::Initiator<kernel::Envelope> a_out{"a_out"};
  kernel::Target<&TwoPort::enter_b> b_in{"b_in", *this};
  kernel::Initiator<kernel::Envelope> b_out{"b_out"};

  template <auto entered>
  void find_path(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path) {
    constexpr Direction direction =
        kernel::kSameHandler<entered, &TwoPort::enter_a> ? kForward : kBackward;
    const bool goes_on = static_cast<Derived*>(this)->template add_to<direction>(path);
    if (goes_on) (direction == kForward ? b_out : a_out).find_path(like, path, ahead_[direction]);
  }
  /// Adds this component's step to a path. Returns false if the path ends with it.
  template <Direction direction>
  bool add_to(kernel::Path<kernel::Envelope>& path) {
    path.add({[](void* box, kernel::Envelope& envelope) {
                static_cast<Derived*>(box)->pass(envelope, direction);
              },
              static_cast<Derived*>(this)});
    return true;
  }

 protected:
  explicit TwoPort(const sc_core::sc_module_name& name) : sc_module(name) {}

  void enter(kernel::Envelope& envelope, Direction direction) {
    static_cast<Derived*>(this)->pass(envelope, direction);
    send_on(envelope, direction);
  }
  void send_on(kernel::Envelope& envelope, Direction direction) const {
    ahead_[direction].send(envelope);
  }

 private:
  void end_of_elaboration() override { ahead_ = {b_out.destination(), a_out.destination()}; }

  /// Targets of the outgoing sockets by direction, stored next to the data that `Derived` uses.
  std::array<kernel::Destination<kernel::Envelope>, 2> ahead_;
};

}  // namespace starnuma::transport

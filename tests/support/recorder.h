// SPDX-License-Identifier: Apache-2.0
// Mock of a neighbour in the fabric: stores the envelopes that it receives and can send some.
#pragma once

#include <systemc>
#include <vector>

#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"

namespace starnuma::test {

class Recorder : public sc_core::sc_module {
 public:
  explicit Recorder(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void enter(kernel::Envelope& envelope) { seen.push_back(envelope); }

 public:
  kernel::Target<&Recorder::enter> in{"in", *this};
  kernel::Initiator<kernel::Envelope> out{"out"};
  std::vector<kernel::Envelope> seen;
};

}  // namespace starnuma::test

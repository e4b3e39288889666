// SPDX-License-Identifier: Apache-2.0
#include "testbenches/speed/bare_calls.h"

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <memory>
#include <systemc>
#include <vector>

#include "models/base/cpu_time.h"

namespace starnuma::speed {
namespace {

using sc_core::sc_time;

class Caller : public sc_core::sc_module {
 public:
  explicit Caller(const sc_core::sc_module_name& name) : sc_module(name) {}
  tlm_utils::simple_initiator_socket<Caller> out{"out"};

  double call(std::int64_t calls) {
    tlm::tlm_generic_payload payload;
    sc_time delay;
    const double before = base::cpu_seconds();
    for (std::int64_t i = 0; i < calls; ++i) {
      payload.set_address(static_cast<std::uint64_t>(i) * 64);
      out->b_transport(payload, delay);
    }
    return 1e9 * (base::cpu_seconds() - before) / static_cast<double>(calls);
  }
};

class Memory : public sc_core::sc_module {
 public:
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &Memory::access);
  }
  tlm_utils::simple_target_socket<Memory> in{"in"};

 private:
  void access(tlm::tlm_generic_payload& payload, sc_time& delay) {
    delay += latency_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  const sc_time latency_{10, sc_core::SC_NS};
};

class Hop : public sc_core::sc_module {
 public:
  explicit Hop(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &Hop::forward);
  }
  tlm_utils::simple_target_socket<Hop> in{"in"};
  tlm_utils::simple_initiator_socket<Hop> out{"out"};

 private:
  void forward(tlm::tlm_generic_payload& payload, sc_time& delay) {
    const sc_time start = std::max(delay, free_);
    free_ = start + service_;
    delay = start + latency_;
    out->b_transport(payload, delay);
  }
  const sc_time service_{2, sc_core::SC_NS};
  const sc_time latency_{5, sc_core::SC_NS};
  sc_time free_;
};

}  // namespace

double direct_call_ns(std::int64_t calls) { return contended_chain_ns(0, calls); }

double contended_chain_ns(int hops, std::int64_t calls) {
  Caller caller("caller");
  Memory memory("memory");
  std::vector<std::unique_ptr<Hop>> chain;
  for (int h = 0; h < hops; ++h) {
    chain.push_back(std::make_unique<Hop>(("hop" + std::to_string(h)).c_str()));
    if (h == 0) {
      caller.out.bind(chain.back()->in);
    } else {
      chain[static_cast<std::size_t>(h) - 1]->out.bind(chain.back()->in);
    }
  }
  if (hops == 0) {
    caller.out.bind(memory.in);
  } else {
    chain.back()->out.bind(memory.in);
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  return caller.call(calls);
}

}  // namespace starnuma::speed

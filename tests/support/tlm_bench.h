// SPDX-License-Identifier: Apache-2.0
// A standard TLM-2.0 initiator for tests: simple_initiator_socket, one payload at a time.
//
//   TlmInitiator initiator("initiator");
//   initiator.socket.bind(core.cpu_side);
//   initiator.read(64, 8);              // the latency, as the delay that came back says
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <functional>
#include <stdexcept>
#include <systemc>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::test {

/// A complete and legal payload over `bytes`, which a test may change.
class TlmPayload : public tlm::tlm_generic_payload {
 public:
  TlmPayload(tlm::tlm_command command, std::uint64_t address, std::vector<unsigned char> content)
      : bytes(std::move(content)) {
    set_command(command);
    set_address(address);
    set_data_ptr(bytes.data());
    set_data_length(static_cast<unsigned>(bytes.size()));
    set_streaming_width(static_cast<unsigned>(bytes.size()));
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

  std::vector<unsigned char> bytes;
};

class TlmInitiator : public sc_core::sc_module {
 public:
  explicit TlmInitiator(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_bw(this, &TlmInitiator::answered);
  }

  tlm_utils::simple_initiator_socket<TlmInitiator, 64> socket{"socket"};

  /// Called when a non-blocking transaction has its response.
  std::function<void()> on_answer = [] {};

  /// Sends the payload with a delay of `ahead`; returns the delay that the target added.
  base::Time send(TlmPayload& payload, base::Time ahead = base::Time(0)) {
    const auto before = sc_core::sc_time::from_value(static_cast<std::uint64_t>(ahead.ps()));
    sc_core::sc_time delay = before;
    socket->b_transport(payload, delay);
    return base::Time(static_cast<std::int64_t>((delay - before).value()));
  }
  base::Time read(std::uint64_t address, std::size_t bytes, base::Time ahead = base::Time(0)) {
    TlmPayload payload(tlm::TLM_READ_COMMAND, address, std::vector<unsigned char>(bytes));
    return send_legal(payload, ahead);
  }
  base::Time write(std::uint64_t address, std::vector<unsigned char> bytes) {
    TlmPayload payload(tlm::TLM_WRITE_COMMAND, address, std::move(bytes));
    return send_legal(payload, base::Time(0));
  }

 private:
  base::Time send_legal(TlmPayload& payload, base::Time ahead) {
    const base::Time latency = send(payload, ahead);
    if (!payload.is_response_ok()) throw std::runtime_error(payload.get_response_string());
    return latency;
  }
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    on_answer();
    phase = tlm::END_RESP;
    return tlm::TLM_COMPLETED;
  }
};

}  // namespace starnuma::test

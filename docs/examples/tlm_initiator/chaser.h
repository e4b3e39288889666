// SPDX-License-Identifier: Apache-2.0
// An initiator that knows nothing of starnuma: it follows a chain of pointers through whatever
// memory its socket is bound to and notes how long each load took.
//
// Contract: `addresses` are 8-byte aligned; the first of each page brings the page's translation
// and is not measured. The chain itself is laid by debug transport. The initiator idles between
// loads, so that each finds idle hardware. A refused transaction is an SC_REPORT_ERROR.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <systemc>
#include <utility>
#include <vector>

class Chaser : public sc_core::sc_module {
 public:
  Chaser(const sc_core::sc_module_name& name, std::vector<std::uint64_t> warm,
         std::vector<std::uint64_t> chain)
      : sc_module(name), warm_(std::move(warm)), chain_(std::move(chain)) {
    SC_HAS_PROCESS(Chaser);
    SC_THREAD(chase);
  }

  tlm_utils::simple_initiator_socket<Chaser, 64> socket{"socket"};

  /// Latency of each load of the chain, in its order.
  const std::vector<sc_core::sc_time>& latencies() const { return latencies_; }

 private:
  void chase() {
    for (std::size_t i = 0; i < chain_.size(); ++i) lay(chain_[i], chain_[(i + 1) % chain_.size()]);
    for (std::uint64_t address : warm_) load(address);
    std::uint64_t address = chain_.front();
    do {
      const auto [value, latency] = load(address);
      latencies_.push_back(latency);
      address = value;
    } while (address != chain_.front() && latencies_.size() < chain_.size());
  }

  static void prepare(tlm::tlm_generic_payload& payload, tlm::tlm_command command,
                      std::uint64_t address, std::uint64_t& word) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(sizeof word);
    payload.set_streaming_width(sizeof word);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

  void lay(std::uint64_t address, std::uint64_t next) {
    tlm::tlm_generic_payload payload;
    prepare(payload, tlm::TLM_WRITE_COMMAND, address, next);
    if (socket->transport_dbg(payload) != sizeof next) SC_REPORT_ERROR(name(), "no such address");
  }

  std::pair<std::uint64_t, sc_core::sc_time> load(std::uint64_t address) {
    const sc_core::sc_time idle(2, sc_core::SC_US);
    tlm::tlm_generic_payload payload;
    std::uint64_t word = 0;
    prepare(payload, tlm::TLM_READ_COMMAND, address, word);
    sc_core::sc_time latency = sc_core::SC_ZERO_TIME;
    socket->b_transport(payload, latency);
    if (payload.is_response_error()) {
      SC_REPORT_ERROR(name(), payload.get_response_string().c_str());
    }
    sc_core::wait(latency + idle);
    return {word, latency};
  }

  std::vector<std::uint64_t> warm_;
  std::vector<std::uint64_t> chain_;
  std::vector<sc_core::sc_time> latencies_;
};

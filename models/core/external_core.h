// SPDX-License-Identifier: Apache-2.0
// An external core: a standard TLM-2.0 target socket at a core's place, so that anybody's initiator
// drives the MMU and caches behind it.
//
// Contract: base protocol, loosely timed; the initiator is free to call from any process, as
// b_transport never waits; in delivery in SystemC time it waits until the access is done, so that
// the initiator is a thread. Addresses are bytes of the simulated program, from 0 on. READ and
// WRITE of any length move data between the payload and the program's memory; what cannot be done
// gets a TLM error response, takes no time and changes nothing. Non-blocking calls are turned into
// blocking ones by the socket. transport_dbg reads and writes without time; DMI is denied, since it
// would go around the caches. Timing: the access starts at kernel time plus the delay that comes
// in; the delay that goes out has the latency added. Lines of one transaction start together and
// the last one ends it. An initiator should let kernel time follow within the machine's quantum.
// Not modelled: issue window, locked operations, byte enables, streaming.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <vector>

#include "models/core/core_base.h"

namespace starnuma::core {

/// Memory of the simulated program from address 0 on, in host memory.
struct AddressSpace {
  std::byte* data = nullptr;
  std::uint64_t bytes = 0;
};

class ExternalCore : public CoreBase {
 public:
  ExternalCore(const sc_core::sc_module_name& name, base::CoreId id, AddressSpace memory);

  /// May stay unbound.
  tlm_utils::simple_target_socket_optional<ExternalCore, 64> cpu_side{"cpu_side"};

  bool finished() const override { return true; }
  /// Of transactions carried out: what an InstructionExtension says, or else one each.
  std::int64_t instructions() const override { return instructions_; }
  /// Processes that have called the socket, in the order of their first calls, ended or not.
  const std::vector<sc_core::sc_process_handle>& initiators() const { return initiators_; }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { transactions_ = instructions_ = refused_ = 0; }

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);

  void note_initiator();
  tlm::tlm_response_status judge(const tlm::tlm_generic_payload& payload) const;
  /// When the last of the payload's lines is there.
  base::Time send_lines(const tlm::tlm_generic_payload& payload, base::Time start);
  /// The same in SystemC time: the calling thread waits, each line is on its way on a fiber.
  base::Time send_lines_in_time(const tlm::tlm_generic_payload& payload, base::Time start);
  protocol::Access access_to(const tlm::tlm_generic_payload& payload, std::uint64_t address,
                             base::Time start) const;
  /// Bytes from `address` on that exist, at most `length`.
  std::uint64_t existing(std::uint64_t address, std::uint64_t length) const;
  void move(const tlm::tlm_generic_payload& payload, std::uint64_t bytes) const;

  base::CoreId id_;
  AddressSpace memory_;
  std::vector<sc_core::sc_process_handle> initiators_;
  std::int64_t transactions_ = 0;
  std::int64_t instructions_ = 0;
  std::int64_t refused_ = 0;
};

}  // namespace starnuma::core

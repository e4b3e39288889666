// SPDX-License-Identifier: Apache-2.0
// External core: a standard TLM-2.0 target socket at a core's position, through which an external
// initiator drives the MMU and the caches.
//
// Contract:
// - Protocol: TLM-2.0 base protocol, loosely timed. The socket converts non-blocking calls into
//   blocking ones.
// - Immediate delivery: b_transport never waits, so any process may call it.
// - Delivery in SystemC time: b_transport waits for the access, so the caller must be a thread.
// - Addresses are bytes of the simulated program, from 0. READ and WRITE of any length move data
//   between the payload and the program's memory.
// - Errors: an unsupported transaction gets a TLM error response, takes no time and has no effect.
// - transport_dbg reads and writes without time. DMI is denied, because it would bypass the caches.
// - Timing: the access starts at the current kernel time plus the incoming delay. The outgoing
// delay includes
//   the latency. All lines of a transaction start together, and the last one completes it.
// - An initiator should let kernel time follow within the machine's quantum.
// - Not modelled: issue window, locked operations, byte enables, streaming.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <vector>

#include "models/core/core_base.h"

namespace starnuma::core {

/// Memory of the simulated program, from address 0, in host memory.
struct AddressSpace {
  std::byte* data = nullptr;
  std::uint64_t bytes = 0;
};

class ExternalCore : public CoreBase {
 public:
  ExternalCore(const sc_core::sc_module_name& name, base::CoreId id, AddressSpace memory);

  /// Socket that may stay unbound.
  tlm_utils::simple_target_socket_optional<ExternalCore, 64> cpu_side{"cpu_side"};

  void deliver_in(kernel::QueuedDispatcher& dispatcher) override {
    CoreBase::deliver_in(dispatcher);
    send_lines_ = &ExternalCore::send_lines_in_time;
  }
  bool finished() const override { return true; }
  /// Returns the instructions of completed transactions: the count of an InstructionExtension,
  /// otherwise one per transaction.
  std::int64_t instructions() const override { return instructions_; }
  /// Processes that have called the socket, in the order of their first calls. Ended ones stay.
  const std::vector<sc_core::sc_process_handle>& initiators() const { return initiators_; }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { transactions_ = instructions_ = refused_ = 0; }

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);

  void note_initiator();
  tlm::tlm_response_status judge(const tlm::tlm_generic_payload& payload) const;
  /// Sends the payload's lines and returns the arrival time of the last one.
  base::Time send_lines_at_once(const tlm::tlm_generic_payload& payload, base::Time start);
  /// Does the same in SystemC time: each line has a fiber, and the calling thread waits for all.
  base::Time send_lines_in_time(const tlm::tlm_generic_payload& payload, base::Time start);
  protocol::Access access_to(const tlm::tlm_generic_payload& payload, std::uint64_t address,
                             base::Time start) const;
  /// Returns how many of the `length` bytes from `address` on exist.
  std::uint64_t existing(std::uint64_t address, std::uint64_t length) const;
  void move(const tlm::tlm_generic_payload& payload, std::uint64_t bytes) const;

  base::Time (ExternalCore::*send_lines_)(const tlm::tlm_generic_payload&,
                                          base::Time) = &ExternalCore::send_lines_at_once;
  base::CoreId id_;
  AddressSpace memory_;
  std::vector<sc_core::sc_process_handle> initiators_;
  std::int64_t transactions_ = 0;
  std::int64_t instructions_ = 0;
  std::int64_t refused_ = 0;
};

}  // namespace starnuma::core

// SPDX-License-Identifier: Apache-2.0
#include "models/core/external_core.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "models/core/instruction_extension.h"
#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::core {
namespace {

std::int64_t instructions_of(const tlm::tlm_generic_payload& payload) {
  const auto* extension = payload.get_extension<InstructionExtension>();
  return extension != nullptr ? extension->instructions : 1;
}

template <class Call>
void for_each_line(const tlm::tlm_generic_payload& payload, const Call& call) {
  const std::uint64_t end = payload.get_address() + payload.get_data_length();
  for (std::uint64_t address = payload.get_address(); address < end;
       address = (address / base::kLineBytes + 1) * base::kLineBytes) {
    call(address);
  }
}

}  // namespace

ExternalCore::ExternalCore(const sc_core::sc_module_name& name, base::CoreId id,
                           AddressSpace memory)
    : CoreBase(name), id_(id), memory_(memory) {
  cpu_side.register_b_transport(this, &ExternalCore::transport);
  cpu_side.register_transport_dbg(this, &ExternalCore::transport_dbg);
}

void ExternalCore::transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  payload.set_dmi_allowed(false);
  payload.set_response_status(judge(payload));
  if (payload.is_response_error()) {
    ++refused_;
    return;
  }
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
  note_initiator();
  const base::Time start = std::max(
      kernel::now(), kernel::systemc_time() + base::Time(static_cast<std::int64_t>(delay.value())));
  base::Time done;
  try {
    done = (this->*send_lines_)(payload, start);
  } catch (const protocol::AccessError&) {
    ++refused_;
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  ++transactions_;
  instructions_ += instructions_of(payload);
  move(payload, payload.get_data_length());
  delay = kernel::delay_until(done);
}

void ExternalCore::note_initiator() {
  const sc_core::sc_process_handle caller = sc_core::sc_get_current_process_handle();
  if (!initiators_.empty() && initiators_.back() == caller) return;
  if (!caller.valid() ||
      std::find(initiators_.begin(), initiators_.end(), caller) != initiators_.end()) {
    return;
  }
  initiators_.push_back(caller);
}

tlm::tlm_response_status ExternalCore::judge(const tlm::tlm_generic_payload& payload) const {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  const std::uint64_t length = payload.get_data_length();
  if (length == 0 || payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (existing(payload.get_address(), length) < length) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (instructions_of(payload) < 0) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

protocol::Access ExternalCore::access_to(const tlm::tlm_generic_payload& payload,
                                         std::uint64_t address, base::Time start) const {
  protocol::Access access;
  access.address = {address};
  access.issued = access.time = start;
  access.core = id_;
  access.kind = payload.is_write() ? protocol::AccessKind::kStore : protocol::AccessKind::kLoad;
  return access;
}

base::Time ExternalCore::send_lines_at_once(const tlm::tlm_generic_payload& payload,
                                            base::Time start) {
  base::Time done = start;
  for_each_line(payload, [&](std::uint64_t address) {
    protocol::Access access = access_to(payload, address, start);
    mem_side.send(access);
    done = std::max(done, access.time);
  });
  return done;
}

base::Time ExternalCore::send_lines_in_time(const tlm::tlm_generic_payload& payload,
                                            base::Time start) {
  kernel::wait_until(start);
  base::Time done = start;
  int under_way = 0;
  std::exception_ptr error;
  sc_core::sc_event arrived(sc_core::sc_gen_unique_name("arrived"));
  for_each_line(payload, [&](std::uint64_t address) {
    ++under_way;
    dispatcher()->run([&, access = access_to(payload, address, start)]() mutable {
      try {
        mem_side.send(access);
      } catch (const protocol::AccessError&) {
        error = std::current_exception();
      }
      done = std::max(done, access.time);
      if (--under_way == 0) kernel::notify_now(arrived);
    });
  });
  if (under_way > 0) sc_core::wait(arrived);
  if (error) std::rethrow_exception(error);
  return done;
}

std::uint64_t ExternalCore::existing(std::uint64_t address, std::uint64_t length) const {
  return address < memory_.bytes ? std::min(length, memory_.bytes - address) : 0;
}

void ExternalCore::move(const tlm::tlm_generic_payload& payload, std::uint64_t bytes) const {
  std::byte* memory = memory_.data + payload.get_address();
  if (payload.is_write()) {
    std::memcpy(memory, payload.get_data_ptr(), bytes);
  } else {
    std::memcpy(payload.get_data_ptr(), memory, bytes);
  }
}

unsigned ExternalCore::transport_dbg(tlm::tlm_generic_payload& payload) {
  if (!payload.is_read() && !payload.is_write()) return 0;
  const std::uint64_t bytes = existing(payload.get_address(), payload.get_data_length());
  if (bytes > 0) move(payload, bytes);
  return static_cast<unsigned>(bytes);
}

void ExternalCore::report(accounting::StatWriter& writer) const {
  writer.write("instructions", instructions_, "1",
               "instructions executed, as initiators say or else one a transaction");
  writer.write("transactions", transactions_, "1", "carried out");
  writer.write("refused", refused_, "1", "transactions that got an error response");
}

}  // namespace starnuma::core

// SPDX-License-Identifier: Apache-2.0
#include "models/pool/multi_headed_device_base.h"

#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/protocol/names.h"
#include "models/ras/damage.h"

namespace starnuma::pool {

using kernel::Envelope;
using protocol::Message;

MultiHeadedDeviceBase::MultiHeadedDeviceBase(const sc_core::sc_module_name& name,
                                             const Config& config, DevicePlace place,
                                             kernel::Dispatcher& dispatcher)
    : sc_module(name),
      HomeAgent(place.node, place.agents, place.channels, place.interleave, dispatcher),
      head_in("head_in", static_cast<std::size_t>(place.heads),
              [this](const char* port, std::size_t) {
                return new HeadIn(port, *this);  // owned by the sc_vector
              }),
      head_out("head_out", static_cast<std::size_t>(place.heads)),
      mem_side("mem_side", static_cast<std::size_t>(place.channels)),
      place_(std::move(place)),
      queued_(config.queued),
      decoder_(place_.set_devices, place_.set_interleave),
      sector_lines_(config.sector_lines()),
      directory_latency_(config.directory_latency),
      look_up_pj_(config.look_up_pj),
      host_side_(std::make_unique<HostSide>(dispatcher, *this)),
      speculative_(config.speculative_entries.value_or(0)) {}

void MultiHeadedDeviceBase::queue_messages(const DirectorySlices& slices) {
  host_side_ = std::make_unique<QueuedHostSide>(dispatcher(), *this, place_, queued_, slices);
}

void MultiHeadedDeviceBase::check_reach(const Message& message, base::Time time) const {
  SN_CHECK(place_.hosts == nullptr || place_.hosts->reaches(message.requester, message.line),
           name(), ": socket ", base::index_of(message.requester), " asks for line ", message.line,
           " outside the extents of its host, at ", time.ps(), " ps");
}

void MultiHeadedDeviceBase::access_uncached(Envelope& envelope, const Message& message,
                                            kernel::Outbox& outbox) {
  using Uncached = protocol::uncached::Op;
  const bool writes = is_write(message.uncached);
  const bool partial = message.uncached == Uncached::kWritePart;
  SN_CHECK((writes || message.uncached == Uncached::kRead) && entry_of(message.line) == nullptr,
           name(), ": uncached message ", protocol::name_of(message), " from socket ",
           base::index_of(message.requester), " for coherent line ", message.line, " at ",
           envelope.time.ps(), " ps");
  check_reach(message, envelope.time);
  statistics_.uncached(partial);
  envelope.advance(accounting::LatencyKind::kDirectory, directory_latency_);
  if (writes) {
    write_memory(envelope, message.line, partial);
  } else {
    access_memory(envelope, in_memory(message.line), false);
  }
  host_side_->request_done(message, envelope.time);
  post(outbox.reply_to(envelope), message.requester,
       message.next(writes ? Uncached::kDone : Uncached::kData));
}

bool MultiHeadedDeviceBase::is_poisoned(base::LineAddress line) const {
  return dispatcher().damage() != nullptr && dispatcher().damage()->poisoned(line);
}

std::uint16_t MultiHeadedDeviceBase::version_of(base::LineAddress line) const {
  return dispatcher().copies() != nullptr ? dispatcher().copies()->sent_by_memory(line) : 0;
}

void MultiHeadedDeviceBase::read_speculatively(Envelope& envelope, const Message& message) {
  check_reach(message, envelope.time);
  const std::uint64_t line = in_memory(message.line);
  const base::Time issued = envelope.time;
  if (!speculative_.receive(line)) {
    envelope.ledger = {};
    const bool reads = speculative_.has_entries() && !is_poisoned(message.line) &&
                       !host_side_->overloaded(message, issued) && read_ahead(envelope, line);
    reads ? speculative_.add({line, message.line, issued, envelope.time, envelope.ledger.unloaded(),
                              version_of(message.line)})
          : speculative_.drop();
  }
  host_side_->request_done(message, issued);
}

bool MultiHeadedDeviceBase::take_held(Envelope& envelope, base::LineAddress line) {
  if (is_poisoned(line)) {
    speculative_.invalidate(in_memory(line));
    return false;
  }
  const auto read = speculative_.take(in_memory(line), envelope.time);
  if (!read) return false;
  SN_CHECK(read->version == version_of(read->address), name(), ": the speculative read at ",
           read->issued.ps(), " ps has stale data, line ", line, " at ", envelope.time.ps(), " ps");
  const base::Time wait = std::max(base::Time(0), read->done - envelope.time);
  const base::Time array = std::min(wait, read->array);
  envelope.advance(accounting::LatencyKind::kDramArray, array);
  envelope.advance(accounting::LatencyKind::kDramQueue, wait - array);
  return true;
}

void MultiHeadedDeviceBase::wait_for_data(Envelope& envelope, base::Time done,
                                          const accounting::Ledger& ledger) {
  if (done <= envelope.time) return;
  if (ledger.unloaded() > envelope.ledger.unloaded()) {
    envelope.ledger = ledger;
  } else {
    envelope.ledger.add(accounting::LatencyKind::kDramQueue, done - envelope.time);
  }
  envelope.time = done;
}

void MultiHeadedDeviceBase::reroute(std::vector<int> head_of_socket) {
  place_.head_of_socket = std::move(head_of_socket);
  for (kernel::FabricPort& head : head_out) head.forget_paths();
}

void MultiHeadedDeviceBase::depart(Envelope& envelope) {
  if (__builtin_expect(log_ != nullptr, 0)) log(envelope.destination, envelope);
  port_to(envelope.destination).send(envelope);
}

void MultiHeadedDeviceBase::log(base::AgentId host, const Envelope& envelope) {
  log_->add(node(), head_of(host), static_cast<base::SocketId>(host), envelope,
            dispatcher().copies() != nullptr);
}

void MultiHeadedDeviceBase::reset_statistics() {
  statistics_ = {};
  speculative_.reset_statistics();
  filter_evictions_ = 0;
  host_side_->reset_statistics();
  window_start_ = kernel::now();
}

void MultiHeadedDeviceBase::report(accounting::StatWriter& writer) const {
  statistics_.report(writer, kernel::now() - window_start_, filter_capacity(), sector_lines_ > 1);
  if (look_up_pj_) {
    writer.write("directory.energy",
                 static_cast<double>(statistics_.look_ups()) * *look_up_pj_ / 1000, "nJ",
                 "energy of directory look-ups");
  }
  writer.write("snoop_filter.evictions", filter_evictions_, "1",
               "entries back-invalidated because their set was full");
  writer.write("snoop_filter.occupancy",
               static_cast<double>(filter_occupancy()) / static_cast<double>(filter_capacity()),
               "1", "share of the snoop filter in use at the end");
  speculative_.report(writer);
  host_side_->report(writer, kernel::now() - window_start_);
}

}  // namespace starnuma::pool

// SPDX-License-Identifier: Apache-2.0
#include "models/pool/multi_headed_device_base.h"

#include <string>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/protocol/names.h"

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
      host_side_(std::make_unique<HostSide>(dispatcher, *this)) {}

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
  access_memory(envelope, in_memory(message.line), writes, partial);
  host_side_->request_done(message, envelope.time);
  post(outbox.reply_to(envelope), message.requester,
       message.next(writes ? Uncached::kDone : Uncached::kData));
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
  host_side_->report(writer, kernel::now() - window_start_);
}

}  // namespace starnuma::pool

// SPDX-License-Identifier: Apache-2.0
#include "models/pool/multi_headed_device_base.h"

#include <numeric>
#include <string>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"

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
      directory_latency_(config.directory_latency) {}

void MultiHeadedDeviceBase::make_ingress(int slices, base::Time interval,
                                         home_agent::Ingress::SliceOf slice_of) {
  if (queued_.snoop_tags < QueuedConfig::kSnoopTags) {
    tags_.emplace(place_.heads, queued_.snoop_tags);
  }
  const home_agent::IngressShape shape{
      place_.heads, place_.weights,          queued_.arbitration,  interval,
      slices,       queued_.request_entries, queued_.write_entries};
  ingress_ = std::make_unique<home_agent::Ingress>(
      *dispatcher().queued(), place_.agents.home_of(node()), *this, shape,
      [this](const Envelope& envelope) { return head_of(envelope.source); }, std::move(slice_of));
}

void MultiHeadedDeviceBase::check_reach(const Message& message, base::Time time) const {
  SN_CHECK(place_.hosts == nullptr || place_.hosts->reaches(message.requester, message.line),
           name(), ": socket ", base::index_of(message.requester), " asks for line ", message.line,
           " outside the extents of its host, at ", time.ps(), " ps");
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

DeviceLoad MultiHeadedDeviceBase::load() const {
  const double load = ingress_->load();
  if (load >= queued_.severe_load) return DeviceLoad::kSevere;
  if (load >= queued_.moderate_load) return DeviceLoad::kModerate;
  return load >= queued_.optimal_load ? DeviceLoad::kOptimal : DeviceLoad::kLight;
}

/// Adds the device's load (DevLoad) to outgoing messages.
void MultiHeadedDeviceBase::send_queued(Envelope& envelope) {
  auto message = envelope.open<Message>();
  message.dev_load = static_cast<std::uint8_t>(load());
  ++answers_[message.dev_load];
  envelope.seal(envelope.source, envelope.destination, message);
}

/// Frees the tag of an answered snoop; a waiting snoop may depart.
void MultiHeadedDeviceBase::release_tag(const Envelope& message) {
  if (role_of(message.open<Message>()) != protocol::Role::kSnoopAnswer) return;
  if (Envelope* const snoop = tags_->release(head_of(message.source), message)) depart(*snoop);
}

void MultiHeadedDeviceBase::transmit(Envelope& envelope) {
  const bool waits = tags_ && role_of(envelope.open<Message>()) == protocol::Role::kSnoop &&
                     !tags_->allocate(head_of(envelope.destination), envelope);
  if (!waits) depart(envelope);
}

void MultiHeadedDeviceBase::depart(Envelope& envelope) {
  if (__builtin_expect(ingress_ != nullptr, 0)) send_queued(envelope);
  if (__builtin_expect(log_ != nullptr, 0)) log(envelope.destination, envelope);
  port_to(envelope.destination).send(envelope);
}

void MultiHeadedDeviceBase::log(base::AgentId host, const Envelope& envelope) {
  log_->add(node(), head_of(host), static_cast<base::SocketId>(host), envelope, ingress_ != nullptr,
            dispatcher().copies() != nullptr);
}

void MultiHeadedDeviceBase::reset_statistics() {
  statistics_ = {};
  filter_evictions_ = 0;
  waited_ = 0;
  retried_ = 0;
  answers_ = {};
  if (ingress_ != nullptr) ingress_->reset_statistics();
  if (tags_) tags_->reset_statistics();
  window_start_ = kernel::now();
}

void MultiHeadedDeviceBase::report(accounting::StatWriter& writer) const {
  statistics_.report(writer, kernel::now() - window_start_, filter_capacity(), sector_lines_ > 1);
  writer.write("snoop_filter.evictions", static_cast<double>(filter_evictions_), "1",
               "entries back-invalidated because their set was full");
  writer.write("snoop_filter.occupancy",
               static_cast<double>(filter_occupancy()) / static_cast<double>(filter_capacity()),
               "1", "share of the snoop filter in use at the end");
  if (ingress_ != nullptr) report_queued(writer);
}

void MultiHeadedDeviceBase::report_queued(accounting::StatWriter& writer) const {
  writer.write("requests.waited", static_cast<double>(waited_), "1",
               "requests that found their line, or every entry of its set, in a transient state or "
               "with a grant that had not left");
  writer.write("requests.retried", static_cast<double>(retried_), "1",
               "further look-ups of requests that waited");
  constexpr std::array<const char*, 4> kLoads{"light", "optimal", "moderate", "severe"};
  const auto all =
      static_cast<double>(std::accumulate(answers_.begin(), answers_.end(), std::int64_t{0}));
  for (std::size_t l = 0; l < kLoads.size(); ++l) {
    writer.write(
        std::string("dev_load.") + kLoads[l], all > 0 ? static_cast<double>(answers_[l]) / all : 0,
        "1",
        std::string("share of the messages to hosts that report ") + kLoads[l] + " load (DevLoad)");
  }
  if (tags_) tags_->report(writer);
  accounting::StatWriter ingress = writer.under("ingress");
  ingress_->report(ingress, kernel::now() - window_start_);
}

}  // namespace starnuma::pool

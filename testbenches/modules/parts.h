// SPDX-License-Identifier: Apache-2.0
// The modules of the bench, with observers and planted faults.
#pragma once

#include <optional>
#include <systemc>

#include "models/cache/caching_agent.h"
#include "models/home/socket_home.h"
#include "models/kernel/now.h"
#include "models/pool/multi_headed_device.h"
#include "rtl/directory_slice/shell/compared_device.h"
#include "testbenches/modules/faulty.h"
#include "testbenches/modules/watch.h"

namespace starnuma::modules_bench {

/// Caching agent; ModuleMutant::kGrantLate makes it process a grant after the next message.
class BenchAgent : public cache::CachingAgent {
 public:
  BenchAgent(const sc_core::sc_module_name& name, const Config& config,
             const cache::CachingAgentPlace& place, kernel::QueuedDispatcher& dispatcher,
             Watch& watch, ModuleMutant fault)
      : CachingAgent(name, config, place, dispatcher),
        socket_(base::index_of(place.socket)),
        watch_(watch),
        late_(fault == ModuleMutant::kGrantLate) {}

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override {
    const bool grant =
        protocol::role_of(envelope.open<protocol::Message>()) == protocol::Role::kGrant;
    if (late_ && grant && !held_) {
      held_ = envelope;
      return;
    }
    take(envelope, outbox);
    if (!held_) return;
    kernel::Envelope late = *held_;
    held_.reset();
    late.advance(accounting::LatencyKind::kLineQueue, kernel::now() - late.time);
    take(late, outbox);
  }
  void transmit(kernel::Envelope& envelope) override {
    watch_.agent_sends(socket_, envelope.open<protocol::Message>());
    CachingAgent::transmit(envelope);
  }

 private:
  void take(kernel::Envelope& envelope, kernel::Outbox& outbox) {
    const auto message = envelope.open<protocol::Message>();
    watch_.agent_takes(socket_, message);
    CachingAgent::handle(envelope, outbox);
    watch_.rows().agent_took(socket_, message);
  }

  int socket_;
  Watch& watch_;
  bool late_;
  std::optional<kernel::Envelope> held_;
};

/// Socket home; ModuleMutant::kForwardPassesGrant makes it forget that a line is busy until its
/// grant is sent.
class BenchHome : public home::SocketHome {
 public:
  BenchHome(const sc_core::sc_module_name& name, const Config& config, const home::HomePlace& place,
            kernel::QueuedDispatcher& dispatcher, Watch& watch, ModuleMutant fault)
      : SocketHome(name, config, place, dispatcher),
        watch_(watch),
        forgets_(fault == ModuleMutant::kForwardPassesGrant) {}

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override {
    const auto message = envelope.open<protocol::Message>();
    SocketHome::handle(envelope, outbox);
    watch_.rows().home_took(message, directory_entry(message.line));
    if (forgets_ && stored_entry(message.line) != nullptr) {
      entry_of(message.line).busy_until = base::Time(0);
    }
  }

 private:
  Watch& watch_;
  bool forgets_;
};

class BenchDevice : public pool::MultiHeadedDevice {
 public:
  BenchDevice(const sc_core::sc_module_name& name, const Config& config,
              const pool::DevicePlace& place, kernel::QueuedDispatcher& dispatcher, Watch& watch)
      : MultiHeadedDevice(name, config, place, dispatcher), watch_(watch) {}

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override {
    const auto message = envelope.open<protocol::Message>();
    const int socket = base::index_of(envelope.source);
    watch_.rows().device_takes(*this);
    MultiHeadedDevice::handle(envelope, outbox);
    watch_.rows().device_took(*this, socket, message);
  }
  void transmit(kernel::Envelope& envelope) override {
    watch_.rows().device_sends(base::index_of(envelope.destination),
                               envelope.open<protocol::Message>());
    MultiHeadedDevice::transmit(envelope);
  }

 private:
  Watch& watch_;
};

/// The directory RTL, compared with the golden function.
class BenchRtlDevice : public rtl::ComparedDevice {
 public:
  BenchRtlDevice(const sc_core::sc_module_name& name, const Config& config,
                 const pool::DevicePlace& place, kernel::QueuedDispatcher& dispatcher, Watch& watch)
      : ComparedDevice(name, config, place, dispatcher,
                       rtl::make_directory_engine(rtl::shape_of(config, place))),
        watch_(watch) {}

 protected:
  void committed(const rtl::DirectoryCommit& commit) override {
    ComparedDevice::committed(commit);
    watch_.rows().device_executed(commit.before, commit.event);
  }

 private:
  Watch& watch_;
};

/// Module between a core's caches and its agent. ModuleMutant::kLostWakeUp drops the wake-up of
/// every hundredth access that has waited.
class Doorway : public sc_core::sc_module, public cache::PrivateSnoop {
 public:
  Doorway(const sc_core::sc_module_name& name, kernel::QueuedDispatcher& dispatcher,
          ModuleMutant fault)
      : sc_module(name), dispatcher_(dispatcher), loses_(fault == ModuleMutant::kLostWakeUp) {}

 private:
  void access(protocol::Access& access) {
    const base::Time before = kernel::now();
    to_agent.send(access);
    if (loses_ && kernel::now() > before && ++waited_ % 100 == 0) dispatcher_.wait();
  }

 public:
  bool snoop(base::LineAddress line, Demand demand) override {
    return from_caches.backward().snoop(line, demand);
  }
  kernel::Target<&Doorway::access, cache::PrivateSnoop> from_caches{"from_caches", *this};
  kernel::Initiator<protocol::Access, cache::PrivateSnoop> to_agent{"to_agent", *this};

 private:
  kernel::QueuedDispatcher& dispatcher_;
  bool loses_;
  std::uint64_t waited_ = 0;
};

}  // namespace starnuma::modules_bench

// SPDX-License-Identifier: Apache-2.0
// Link of queued delivery: messages wait in each direction for its bandwidth and for credits.
//
// Contract: messages of a credit class and a virtual network keep their order.
// Timing: as a Link. Each direction is a QueuedChannel with one queue per credit class and virtual
// network. Credits return after the link's latency.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "models/transport/link.h"
#include "models/transport/queued_channel.h"

namespace starnuma::transport {

class QueuedLink : public Link {
 public:
  static constexpr int kCreditClasses = 3;
  /// Credit classes of messages: a function that returns the number of the class, and their names.
  /// The classes of each virtual network have queues and credits of their own. The links of a
  /// machine share them.
  struct CreditClasses {
    int (*of)(const kernel::Envelope& envelope) = nullptr;
    std::array<const char*, kCreditClasses> names{};
    int networks = 1;
    /// Virtual network by source and destination agent; empty if there is one.
    std::vector<std::uint8_t> network = {};
    std::size_t agents = 0;

    /// Returns the queue of a message.
    int queue_of(const kernel::Envelope& envelope) const {
      if (network.empty()) return of(envelope);
      const auto source = static_cast<std::size_t>(envelope.source);
      const auto destination = static_cast<std::size_t>(envelope.destination);
      return kCreditClasses * network[source * agents + destination] + of(envelope);
    }
  };

  QueuedLink(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind,
             kernel::QueuedDispatcher& dispatcher, std::shared_ptr<const CreditClasses> classes);

  /// Returns the number of queues of a direction: the credit classes of each virtual network.
  int queues() const { return kCreditClasses * classes_->networks; }
  /// Reports the queues of a direction to `queues`, which has queues() entries. Precondition: the
  /// run has not started.
  void watch(Direction direction, kernel::QueueObserver& watcher,
             std::vector<std::uint32_t> queues) const {
    channels_[direction]->watch(watcher, std::move(queues));
  }

  LaneFaults& make_faulty(Direction direction, std::uint64_t seed) override;
  void enter(kernel::Envelope& envelope, Direction direction) override {
    channels_[direction]->offer(classes_->queue_of(envelope), envelope);
  }
  void reset_statistics() override;

 private:
  bool add_step(kernel::Path<kernel::Envelope>& path, Direction direction) override;
  base::Time waited(Direction direction) const override;
  void report_queues(Direction direction, double elapsed,
                     accounting::StatWriter& out) const override;

  std::shared_ptr<const CreditClasses> classes_;
  std::array<std::unique_ptr<QueuedChannel>, 2> channels_;  ///< Channel per direction.
};

}  // namespace starnuma::transport

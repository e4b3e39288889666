// SPDX-License-Identifier: Apache-2.0
// Signals of the state of components: occupancy and credits of queues, and values that a probe
// reads from an agent after each message that the agent has handled.
#pragma once

#include <functional>

#include "models/kernel/dispatcher.h"
#include "models/kernel/pass_observer.h"
#include "models/observers/hop_buffer.h"

namespace starnuma::observers {

class StateSignals : public kernel::QueueObserver {
 public:
  using Read = std::function<void(std::vector<std::uint64_t>&)>;

  explicit StateSignals(HopBuffer& buffer) : buffer_(buffer) {}

  /// Returns an index for changed(). Its signals of `object` are the queue length and the remaining
  /// credits.
  std::uint32_t add_queue(const std::string& object, const std::string& name);
  void changed(std::uint32_t queue, base::Time time, std::size_t waiting, int credits) override;

  /// Samples `signals.size()` values after each message that `agent` has handled.
  void add_probe(const kernel::Agent& agent, const std::vector<Signal>& signals, Read read);
  /// Samples the values of an agent's probes that have changed.
  void handled(base::Time time, const kernel::Agent& agent);

 private:
  struct Probe {
    const kernel::Agent* agent;
    std::uint32_t first_signal;
    Read read;
    std::vector<std::uint64_t> now;
    std::vector<std::uint64_t> last;
  };

  HopBuffer& buffer_;
  std::vector<Probe> probes_;
};

}  // namespace starnuma::observers

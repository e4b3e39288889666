// SPDX-License-Identifier: Apache-2.0
// Multi-headed device (a multi-ported CXL type-3 device of one OS domain): a coherent directory
// with Back-Invalidate in front of its own memory.
//
// Contract:
// - The dispatcher, in any delivery mode, delivers one message at a time.
// - models/protocol/cxl/device_function.h defines the effect of a message on a line. A pair without
//   a row is a fatal error.
// - A request for a new line whose snoop-filter set is full waits until all lines of the victim
//   sector have been back-invalidated; one BISnpInvBlk covers 2 or 4 of them.
// - A request for a line of a sector that is being evicted waits.
// - A request waits while hosts are snooped for its line and, in SystemC time, until the previous
//   grant of the line has left. Requests for a line are served in order of arrival.
// - In SystemC time, a line whose grant has not left is not evicted.
// - Requests mark a use of their line; RwD and BIRsp do not.
// - RwD and BIRsp never wait.
// - Lines of a host-managed extent (HDM-H) have no entry in the snoop filter and no look-up. Their
//   messages have the rows of a line that their sender owns.
// - If hosts have extents of the device, a request outside of the host's own extents is a fatal
//   error, since the host's decoders should have rejected it.
//
// Timing:
// - `directory_latency` per message, and per retry of a waiting request. A retry also takes a turn
//   at the ingress.
// - Memory is read in parallel with the snoops, and the later of both determines the latency.
// - Data written back by a dirty owner are granted without a memory read.
// - Memory may drop the parallel read if an owner is snooped. The device reissues the read if the
//   owner had no data.
// - In queued delivery, messages wait as in host_side.h, and responses report the load of the
// device
//   (DevLoad).
//
// Not modelled: see docs/components/pool.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <systemc>
#include <vector>

#include "models/base/ids.h"
#include "models/kernel/envelope.h"
#include "models/pool/multi_headed_device_base.h"
#include "models/pool/sector_eviction.h"

namespace starnuma::pool {

/// Requests that wait for their line or for an entry of its set, in order of arrival.
///
/// Contract:
/// - A request keeps its place in the order until its retry is handled, and returns to it if it
///   must wait again.
/// - Only the first request for a line may retry.
class WaitingRequests {
 public:
  struct Request {
    kernel::Envelope envelope;
    base::LineAddress line;
    /// Sequence number of the message that is the retry in flight.
    std::optional<std::uint64_t> retry = std::nullopt;
  };

  bool empty() const { return requests_.empty(); }
  std::size_t size() const { return requests_.size(); }
  Request& operator[](std::size_t position) { return requests_[position]; }

  /// Adds a request at a position in the order.
  Request& add(std::size_t position, const kernel::Envelope& envelope, base::LineAddress line) {
    return *requests_.insert(requests_.begin() + static_cast<std::ptrdiff_t>(position),
                             {envelope, line});
  }
  /// Removes the request whose retry is `message`, and returns its position. Returns no value for
  /// other messages.
  std::optional<std::size_t> remove_retried(const kernel::Envelope& message) {
    const auto found = std::find_if(requests_.begin(), requests_.end(), [&](const Request& one) {
      return one.retry == message.sequence;
    });
    if (found == requests_.end()) return std::nullopt;
    const auto position = static_cast<std::size_t>(found - requests_.begin());
    requests_.erase(found);
    return position;
  }

  /// Returns true if no earlier request for the same line waits.
  bool is_first(std::size_t position) const {
    const auto end = requests_.begin() + static_cast<std::ptrdiff_t>(position);
    return std::none_of(requests_.begin(), end, [&](const Request& earlier) {
      return earlier.line == requests_[position].line;
    });
  }
  /// Returns true if a request for the line waits.
  bool has(base::LineAddress line) const {
    return std::any_of(requests_.begin(), requests_.end(),
                       [&](const Request& request) { return request.line == line; });
  }
  /// Returns true if a host's request for the line waits.
  bool has(base::LineAddress line, base::SocketId host) const {
    return std::any_of(requests_.begin(), requests_.end(), [&](const Request& request) {
      return request.line == line && static_cast<base::SocketId>(request.envelope.source) == host;
    });
  }

 private:
  std::deque<Request> requests_;
};

/// Fails if the line's row does not expect the message, or snoops no host.
void check_row(const char* device, const protocol::Reaction& reaction,
               const protocol::Message& message, const SnoopFilter::Entry* entry,
               const kernel::Envelope& envelope);

class MultiHeadedDevice : public MultiHeadedDeviceBase {
 public:
  MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config, DevicePlace place,
                    kernel::Dispatcher& dispatcher);

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void prefetch_line(base::LineAddress line) const override { filter_.prefetch(line); }
  bool forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
              const Settled& settled) override;
  void reset(const Settled& settled) override;

  std::uint64_t filter_occupancy() const override { return filter_.occupancy(); }
  std::uint64_t filter_capacity() const override { return filter_.capacity(); }
  std::uint64_t requests_waiting() const override { return waiting_.size(); }
  std::uint64_t lines_snooped() const override { return snooped_.size(); }
  bool idle() const override { return snooped_.empty() && waiting_.empty(); }
  const Entry* entry_of(base::LineAddress line) const override { return filter_.find(line); }
  bool waits(base::LineAddress line, base::SocketId host) const override {
    return waiting_.has(line, host);
  }

 private:
  /// Line whose hosts are snooped, and the request that waits for them. The request is for this
  /// line, or for a line that receives its entry.
  struct Snooped {
    base::LineAddress line;
    protocol::cxl::DevicePending pending;
    base::Time memory_done;
    accounting::Ledger memory_ledger;
    /// The memory read was dropped; reissue it unless the owner has the data.
    bool read_dropped = false;
  };

  bool request(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void pass_untracked(kernel::Envelope& envelope, const protocol::Message& message,
                      kernel::Outbox& outbox);
  bool make_room(kernel::Envelope& envelope, const protocol::Message& message,
                 kernel::Outbox& outbox);
  void serve(kernel::Envelope& envelope, const protocol::Message& message, Entry& entry,
             kernel::Outbox& outbox);
  void clean_eviction(kernel::Envelope& envelope, const protocol::Message& message, Entry* entry,
                      kernel::Outbox& outbox);
  void respond(kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);
  void wait_for_memory(kernel::Envelope& envelope, const Snooped& snooped) const;
  bool retry(kernel::Envelope& envelope, const protocol::Message& message, kernel::Outbox& outbox);
  void wait(std::size_t position, const kernel::Envelope& envelope, base::LineAddress line);
  void wake(base::LineAddress line, base::Time time);
  void start_retry(WaitingRequests::Request& waiting, base::Time time);
  bool is_promised(base::LineAddress line) const;
  /// Returns true if hosts are snooped for the line or for its sector's eviction, or if its grant
  /// leaves after `time`.
  bool is_busy(const Entry& entry, base::Time time) const {
    return is_transient(entry.state) || host_side_->must_retry(time, entry.busy_until) ||
           is_evicted(filter_, entry);
  }
  Snooped* find_snooped(base::LineAddress line);
  void forget(Snooped& snooped);
  void ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction, SnoopCause cause,
           kernel::Outbox& outbox);
  void send(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
            kernel::Outbox& outbox);
  bool is_host_managed(base::LineAddress line) const {
    return place_.hosts != nullptr && place_.hosts->is_host_managed(line);
  }

  SnoopFilter filter_;
  std::vector<Snooped> snooped_;  ///< Lines being snooped; at most one in immediate mode.
  WaitingRequests waiting_;
};

}  // namespace starnuma::pool

// SPDX-License-Identifier: Apache-2.0
// Requests that wait for their line or for an entry of its set, in order of arrival.
//
// Contract:
// - A request keeps its place in the order until its retry is handled, and returns to it if it must
//   wait again.
// - Only the first request for a line may retry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "models/base/ids.h"
#include "models/kernel/envelope.h"

namespace starnuma::pool {

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

}  // namespace starnuma::pool

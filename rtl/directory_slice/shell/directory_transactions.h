// SPDX-License-Identifier: Apache-2.0
// Messages in a directory RTL that have a tag, from their arrival to their answer.
//
// Contract: tags are reused, the one that was returned last first. A host has at most one
// outstanding request for a line.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "models/base/check.h"
#include "models/kernel/envelope.h"
#include "models/protocol/message.h"

namespace starnuma::rtl {

class DirectoryTransactions {
 public:
  using Tag = std::uint16_t;

  struct Transaction {
    kernel::Envelope cause;  ///< The message at its arrival.
    protocol::Message message;
    std::uint64_t line = 0;
    /// Request with the data of its memory read, at the time at which they may be granted.
    std::optional<kernel::Envelope> data;
    std::optional<kernel::Envelope> snooped;  ///< Last BIRsp.
    bool outstanding = false;
    bool written = false;  ///< A snooped owner has written the line back.
    bool via_owner = false;
    bool retried = false;  ///< Its row was executed after a wait.
  };

  /// Allocates a tag for a message about a line of the RTL.
  Tag begin(const kernel::Envelope& cause, std::uint64_t line) {
    if (free_.empty()) {
      SN_CHECK(all_.size() <= 0xFFFF, "directory RTL: no free tag");
      free_.push_back(static_cast<Tag>(all_.size()));
      all_.emplace_back();
    }
    const Tag tag = free_.back();
    free_.pop_back();
    Transaction& transaction = all_[tag];
    transaction = {};
    transaction.outstanding = true;
    transaction.cause = cause;
    transaction.message = cause.open<protocol::Message>();
    transaction.line = line;
    return tag;
  }
  void end(Tag tag) {
    all_[tag].outstanding = false;
    free_.push_back(tag);
  }
  Transaction& operator[](Tag tag) { return all_[tag]; }
  bool empty() const { return free_.size() == all_.size(); }

  /// Registers a message as the request of a host for a line.
  void add_request(std::uint64_t line, int host, Tag tag) {
    requests_[key_of(line, host)] = uncommitted_[key_of(line, host)] = tag;
  }
  Tag request_of(std::uint64_t line, int host) const { return requests_.at(key_of(line, host)); }
  /// Marks the row of a request as executed; returns the request.
  Tag commit_request(std::uint64_t line, int host) {
    uncommitted_.erase(key_of(line, host));
    return request_of(line, host);
  }
  void remove_request(std::uint64_t line, int host) { requests_.erase(key_of(line, host)); }
  /// Returns true if the row of a host's request for the line has not been executed.
  bool waits(std::uint64_t line, int host) const {
    return uncommitted_.count(key_of(line, host)) != 0;
  }
  /// Number of requests without an executed row.
  std::uint64_t waiting() const { return uncommitted_.size(); }

 private:
  static std::uint64_t key_of(std::uint64_t line, int host) {
    return line << 8 | static_cast<std::uint64_t>(host);
  }

  std::vector<Transaction> all_;  ///< by tag
  std::vector<Tag> free_;
  std::unordered_map<std::uint64_t, Tag> requests_;     ///< Requests by line and host.
  std::unordered_map<std::uint64_t, Tag> uncommitted_;  ///< Requests without an executed row.
};

}  // namespace starnuma::rtl

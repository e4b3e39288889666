// SPDX-License-Identifier: Apache-2.0
// Checker of a log of CXL.mem messages against the rules of rules.h.
//
// Contract:
// - Messages are added in the order of the log. The first violation ends the check.
// - Before the first message no host holds a line, or the directory does not know it: a log starts
//   at the reset of the device.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/protocol/directory_entry.h"
#include "testbenches/cxl_log/directory.h"
#include "testbenches/cxl_log/host_rules.h"
#include "testbenches/cxl_log/reader.h"

namespace starnuma::cxl_log {

struct LogViolation {
  Rule rule = Rule::kNone;
  LoggedMessage message;
};

class LogCheck {
 public:
  /// Adds a message and returns the violated rule, or kNone.
  Rule add(const LoggedMessage& message);
  std::size_t lines() const { return lines_.size(); }

 private:
  /// Message that was checked.
  struct Past {
    protocol::cxl::Op op;
    std::uint8_t host;
    bool other_waits;
  };
  /// Rules and directory of a line with outstanding messages.
  struct Active {
    Directory directory;
    std::array<HostRules, protocol::kMaxSockets> hosts;
    std::uint32_t busy = 0;  ///< Hosts with outstanding messages, one bit per host.
    int reads = 0;           ///< Reads and MemInv without Cmp-S or Cmp-E.
    int current_reads = 0;   ///< Outstanding MemRd with SnpCur.
  };
  struct Line {
    Directory::Entry entry;
    std::optional<std::uint64_t> data;  ///< Data of the last MemWr or MemData.
    /// Earlier data since the oldest outstanding MemRd with SnpCur.
    std::vector<std::optional<std::uint64_t>> overwritten;
    Directory::Entry first;       ///< Entry before `past`.
    std::vector<Past> past;       ///< Messages whose effect the quick search may have missed.
    std::uint32_t completed = 0;  ///< Hosts with HostRules::completed(), one bit per host.
    std::uint32_t may_hold = 0;   ///< Hosts with HostRules::may_hold(), one bit per host.
    std::uint32_t unwritten = 0;  ///< Hosts with HostRules::unwritten(), one bit per host.
    std::unique_ptr<Active> active;
  };

  Active& activate(const LoggedMessage& message, Line& line);
  Rule check_host(const LoggedMessage& message, Active& active);
  static Rule take(Directory& directory, const Past& message);
  Rule check_directory(const LoggedMessage& message, Line& line, Active& active) const;
  /// `current`: the message may answer a MemRd with SnpCur.
  static Rule check_data(const LoggedMessage& message, Line& line, bool current);
  void settle(Line& line);

  std::unordered_map<std::uint64_t, Line> lines_;
  std::vector<std::unique_ptr<Active>> free_;
  int reads_ = 0;  ///< Reads and MemInv of all lines without Cmp-S or Cmp-E.
};

struct LogVerdict {
  std::uint64_t messages = 0;
  std::size_t lines = 0;
  std::optional<LogViolation> violation;
};

/// Checks a file. Throws as LogReader does.
LogVerdict check_log(const std::string& file);

/// Returns the violation with its rule, and the messages of its line before it.
std::string describe(const std::string& file, const LogViolation& violation);

}  // namespace starnuma::cxl_log

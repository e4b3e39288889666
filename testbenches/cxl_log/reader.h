// SPDX-License-Identifier: Apache-2.0
// Reader of a log of CXL.mem messages (models/protocol/cxl/log_format.h), whatever tool wrote it.
//
// Contract:
// - Required columns: time_ps, opcode, address, host or head, and snp_type or meta_value for MemRd.
//   Other columns are optional and may have any order.
// - A malformed, unordered or truncated log throws InputError with file, line and expectation. A
//   file that cannot be read throws std::system_error.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/ids.h"
#include "models/protocol/cxl/log_format.h"
#include "models/protocol/cxl/messages.h"

namespace starnuma::cxl_log {

/// Message of a log, as the checker sees it.
struct LoggedMessage {
  std::uint64_t row = 0;  ///< Number of its line in the file.
  std::uint64_t time_ps = 0;
  base::LineAddress line;
  base::SocketId host{};
  protocol::cxl::Op op{};
  std::optional<std::uint64_t> data;  ///< Value that identifies the data.
};

class LogReader {
 public:
  explicit LogReader(std::string file);

  /// Reads the next message; returns false after the last one. A block message is returned as one
  /// message per line, all with its row.
  bool next(LoggedMessage& message);
  std::uint64_t messages() const { return messages_; }

 private:
  using Column = protocol::cxl::LogColumn;

  bool next_line();
  void read_columns();
  void split();
  bool has(Column column) const { return places_[static_cast<std::size_t>(column)] >= 0; }
  std::string_view field(Column column) const;
  std::uint64_t number(Column column, std::uint64_t most) const;
  std::uint64_t hexadecimal(Column column) const;
  protocol::cxl::Op op() const;
  bool is_block() const {
    const std::string_view opcode = field(Column::kOpcode);
    return opcode == protocol::cxl::kBlockSnoop || opcode == protocol::cxl::kBlockResponse;
  }
  int open_block(base::LineAddress& line) const;
  void check_agrees(Column column, std::string_view expected) const;
  void check_end();
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail(Column column, const std::string& expectation) const;

  std::string file_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> in_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string_view line_;
  std::uint64_t row_ = 0;
  std::vector<std::string_view> fields_;
  std::size_t columns_ = 0;
  std::array<int, protocol::cxl::kLogColumns> places_{};
  std::uint64_t messages_ = 0;
  std::uint64_t last_time_ = 0;
  LoggedMessage block_;  ///< Next message of the current block.
  int block_left_ = 0;   ///< Messages of the block that have not been returned.
};

}  // namespace starnuma::cxl_log

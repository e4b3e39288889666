// SPDX-License-Identifier: Apache-2.0
// Message of a log, as the checker sees it.
#pragma once

#include <cstdint>
#include <optional>

#include "models/base/ids.h"
#include "models/protocol/cxl/messages.h"

namespace starnuma::cxl_log {

struct LoggedMessage {
  std::uint64_t row = 0;  ///< Number of its line in the file.
  std::uint64_t time_ps = 0;
  base::LineAddress line;
  base::SocketId host{};
  protocol::cxl::Op op{};
  std::optional<std::uint64_t> data;  ///< Value that identifies the data.
};

}  // namespace starnuma::cxl_log

// SPDX-License-Identifier: Apache-2.0
// Responses of a host to the lines of a block snoop (BISnpInvBlk): one BIRspIBlk if every line
// responds BIRspI without a message before it, else one response per line (CXL 3.1, 3.3.7).
#pragma once

#include <array>
#include <cstddef>

#include "models/kernel/envelope.h"
#include "models/protocol/reaction.h"

namespace starnuma::cache {

class BlockAnswer {
 public:
  explicit BlockAnswer(const protocol::Message& snoop) : snoop_(snoop) {}

  /// Stores the response to a line if its reaction is a BIRspI only. Returns false otherwise; the
  /// caller then posts the reaction. `cause` has the time at which the response departs.
  bool take(const kernel::Envelope& cause, const protocol::Reaction& reaction) {
    if (reaction.sends.size() != 1) return false;
    const protocol::Message& response = reaction.sends[0].message;
    if (response.cxl != protocol::cxl::Op::kBIRspI) return false;
    responses_[count_++] = {cause, response};
    return true;
  }
  /// Calls `post(cause, response)` for each response; a block response departs at the time of the
  /// last line.
  template <class Post>
  void each(Post&& post) const {
    const auto lines = static_cast<std::size_t>(protocol::block_lines_of(snoop_));
    if (count_ < lines) {
      for (std::size_t i = 0; i < count_; ++i) post(responses_[i].cause, responses_[i].message);
      return;
    }
    std::size_t last = 0;
    for (std::size_t i = 1; i < count_; ++i) {
      if (responses_[i].cause.time > responses_[last].cause.time) last = i;
    }
    protocol::Message block = responses_[0].message;
    block.block_lines = snoop_.block_lines;
    post(responses_[last].cause, block);
  }

 private:
  struct Response {
    kernel::Envelope cause;
    protocol::Message message;
  };

  protocol::Message snoop_;
  std::array<Response, 4> responses_{};
  std::size_t count_ = 0;
};

}  // namespace starnuma::cache

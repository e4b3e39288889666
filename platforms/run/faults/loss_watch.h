// SPDX-License-Identifier: Apache-2.0
// Check that no core reads a line, or writes a part of it, after a fault has lost its last write,
// unless a reset has cleared it since.
//
// Contract: passive; must be notified of every access that succeeds. A violation throws
// InvariantError.
#pragma once

#include <unordered_set>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/protocol/access.h"
#include "models/ras/damage.h"

namespace starnuma::run {

class LossWatch : public protocol::AccessObserver {
 public:
  explicit LossWatch(const ras::Damage& damage) : damage_(damage) {}

  void accessed(const protocol::Access& access, base::SocketId socket) override {
    const auto& events = damage_.events();
    for (; seen_ < events.size(); ++seen_) {
      if (events[seen_].what == ras::What::kLost) lost_.insert(events[seen_].line.value);
      if (events[seen_].what == ras::What::kCleared) lost_.erase(events[seen_].line.value);
    }
    if (lost_.empty() || access.kind == protocol::AccessKind::kFlush) return;
    if (protocol::writes_whole_line(access)) {
      lost_.erase(access.line.value);
      return;
    }
    SN_CHECK(lost_.count(access.line.value) == 0, "silent loss: socket ", base::index_of(socket),
             " uses line ", access.line, ", whose last write is lost, at ", access.time.ps(),
             " ps");
  }

 private:
  const ras::Damage& damage_;
  std::size_t seen_ = 0;
  std::unordered_set<std::uint64_t> lost_;
};

}  // namespace starnuma::run

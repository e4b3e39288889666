// SPDX-License-Identifier: Apache-2.0
// A core that makes the accesses that a test requests.
#pragma once

#include "models/core/core_base.h"
#include "models/protocol/access.h"

namespace starnuma::test {

/// Core driven by a test.
class ToldCore : public core::CoreBase {
 public:
  ToldCore(const char* name, base::CoreId id) : CoreBase(name), id_(id) {}

  /// Makes an access and returns its end; a store covers the whole line if `whole`.
  base::Time access(std::uint64_t address, protocol::AccessKind kind, base::Time time,
                    bool whole = false) {
    protocol::Access access;
    access.address = {address};
    access.issued = access.time = time;
    access.core = id_;
    access.kind = kind;
    access.dirty = whole;
    mem_side.send(access);
    return access.time;
  }
  bool finished() const override { return true; }
  std::int64_t instructions() const override { return 0; }
  void report(accounting::StatWriter& /*writer*/) const override {}
  void reset_statistics() override {}

 private:
  base::CoreId id_;
};

}  // namespace starnuma::test

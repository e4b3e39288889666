// SPDX-License-Identifier: Apache-2.0
// Core without a program. It sends no accesses.
#pragma once

#include "models/core/core_base.h"

namespace starnuma::core {

class IdleCore : public CoreBase {
 public:
  using CoreBase::CoreBase;

  bool finished() const override { return true; }
  bool idle() const override { return true; }
  std::int64_t instructions() const override { return 0; }
  void report(accounting::StatWriter& writer) const override {
    writer.write("instructions", 0, "1", "instructions executed");
  }
  void reset_statistics() override {}
};

}  // namespace starnuma::core

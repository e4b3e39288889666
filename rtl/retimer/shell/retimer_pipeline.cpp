// SPDX-License-Identifier: Apache-2.0
#include "rtl/retimer/shell/retimer_pipeline.h"

#include <Vretimer.h>

#include "models/base/check.h"
#include "rtl/common/shell/valid_ready.h"

namespace starnuma::rtl {

struct RetimerPipeline::Block : ClockedBlock<Vretimer> {};

RetimerPipeline::RetimerPipeline() : block_(std::make_unique<Block>()) {}
RetimerPipeline::~RetimerPipeline() = default;

int RetimerPipeline::cycles_for(std::uint32_t number) {
  Vretimer& pins = block_->pins();
  pins.out_ready_i = 0;
  pins.in_data_i = number;
  const int cycles =
      offer(*block_, pins.in_valid_i, pins.in_ready_o) + run_until(*block_, pins.out_valid_o);
  SN_CHECK(pins.out_data_o == number, "the retimer gave out ", pins.out_data_o, " for ", number);
  offer(*block_, pins.out_ready_i, pins.out_valid_o);  // accepts the output
  return cycles;
}

std::uint64_t RetimerPipeline::ticks() const { return block_->ticks(); }

}  // namespace starnuma::rtl

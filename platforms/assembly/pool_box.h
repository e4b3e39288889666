// SPDX-License-Identifier: Apache-2.0
// The pool: multi-headed device with its heads and memory channels, instantiated and bound.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/memory/ddr5_channel.h"
#include "models/pool/head.h"
#include "models/pool/multi_headed_device.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::assembly {

class PoolBox : public sc_core::sc_module {
 public:
  PoolBox(const sc_core::sc_module_name& name, const MachineConfig& config, const Wiring& wiring,
          kernel::Dispatcher& dispatcher);

  /// The head that socket `socket` is linked to.
  pool::Head& head(int socket) { return *heads_[static_cast<std::size_t>(socket)]; }

 private:
  std::unique_ptr<pool::MultiHeadedDevice> device_;
  std::vector<std::unique_ptr<pool::Head>> heads_;
  std::vector<std::unique_ptr<memory::Ddr5Channel>> channels_;
};

}  // namespace starnuma::assembly

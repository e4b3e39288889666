// SPDX-License-Identifier: Apache-2.0
// Pool device: multi-headed device with its heads and memory channels, instantiated and bound.
#pragma once

#include "models/pool/head.h"
#include "models/pool/multi_headed_device_base.h"
#include "models/transport/bundle.h"
#include "platforms/assembly/boxes/plug.h"
#include "platforms/assembly/boxes/shared.h"

namespace starnuma::assembly {

class PoolBox : public sc_core::sc_module, public accounting::StatSource {
 public:
  /// `index` is the number among the machine's pool devices.
  PoolBox(const sc_core::sc_module_name& name, const Shared& shared, int index);

  /// Returns the link side of a head. Heads are numbered like the CXL links that end at the device:
  /// by attached socket, or by switch.
  Plug head(int i);
  pool::MultiHeadedDeviceBase& device() { return *device_; }
  const DramChannels& channels() const { return channels_; }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override {}

 private:
  /// Creates the heads of each edge at the device, which are interchangeable.
  void make_heads(const PoolConfig& pool, int groups, int heads_per_group,
                  accounting::LinkKind kind);

  std::unique_ptr<pool::MultiHeadedDeviceBase> device_;
  std::vector<std::unique_ptr<pool::Head>> heads_;
  std::vector<std::unique_ptr<transport::Bundle>> bundles_;
  DramChannels channels_;
  double filter_bits_;
};

}  // namespace starnuma::assembly

// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/pool_box.h"

namespace starnuma::assembly {
namespace {

/// Lines that all caches of the machine can hold: LLCs and private L2s.
std::int64_t cached_lines(const MachineConfig& config) {
  const SocketConfig& socket = config.socket;
  const base::Bytes per_core =
      socket.shared_cache.llc_size_per_core + socket.private_caches.l2_size;
  return per_core.value * socket.cores * config.topology.sockets() / base::kLineBytes;
}

pool::DevicePlace device_place(const MachineConfig& config, const Wiring& wiring) {
  pool::DevicePlace place;
  place.agents = wiring.agents;
  place.node = wiring.agents.device_node(0);
  place.heads = config.topology.sockets();
  for (int s = 0; s < config.topology.sockets(); ++s) place.head_of_socket.push_back(s);
  place.channels = config.pool->memory.channels;
  place.interleave = config.pool->memory.interleave;
  place.snoop_filter_lines = static_cast<std::uint64_t>(config.pool->device.snoop_filter_coverage *
                                                        static_cast<double>(cached_lines(config)));
  return place;
}

}  // namespace

PoolBox::PoolBox(const sc_core::sc_module_name& name, const MachineConfig& config,
                 const Wiring& wiring, kernel::Dispatcher& dispatcher)
    : sc_module(name) {
  const PoolConfig& pool = *config.pool;
  device_ = std::make_unique<pool::MultiHeadedDevice>("device", pool.device,
                                                      device_place(config, wiring), dispatcher);
  for (int s = 0; s < config.topology.sockets(); ++s) {
    const auto i = static_cast<std::size_t>(s);
    heads_.push_back(std::make_unique<pool::Head>(("head" + std::to_string(s)).c_str(),
                                                  pool.device.fabric_latency));
    heads_.back()->device_out.bind(device_->head_in[i]);
    device_->head_out[i].bind(heads_.back()->device_in);
  }
  for (int c = 0; c < pool.memory.channels; ++c) {
    channels_.push_back(std::make_unique<memory::Ddr5Channel>(
        ("memory" + std::to_string(c)).c_str(), pool.memory.channel));
    device_->mem_side[static_cast<std::size_t>(c)].bind(channels_.back()->mem_side);
  }
}

}  // namespace starnuma::assembly

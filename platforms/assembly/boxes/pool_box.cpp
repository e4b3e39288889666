// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/pool_box.h"
#include "models/pool/multi_headed_device.h"
#include "platforms/assembly/boxes/rtl_parts.h"
#include "platforms/assembly/config/index.h"
#include "platforms/assembly/scaling/snoop_filters.h"

namespace starnuma::assembly {
namespace {

pool::DevicePlace device_place(const Shared& shared, int index) {
  const MachineConfig& config = shared.config;
  const Wiring& wiring = shared.wiring;
  const PoolConfig& pool = config.pool[index];
  pool::DevicePlace place;
  place.agents = wiring.agents;
  place.node = wiring.agents.device_node(index);
  // Each edge at the device ends in a group of interchangeable heads.
  const int node = wiring.devices[at(index)];
  place.heads = static_cast<int>(wiring.topology.edges_at(node).size());
  for (const int socket : wiring.sockets) {
    const int edge = wiring.topology.routes_to(socket)[at(node)].edge;
    place.head_of_socket.push_back(router_port(wiring, node, edge, 0));
  }
  place.channels = pool.memory.channels;
  place.interleave = pool.memory.interleave;
  if (config.splits_pool_pages()) {
    place.set_devices = config.pool.count;
    place.set_interleave = pool.hdm_interleave;
  }
  place.hosts = shared.page_map.memory().hosts();
  place.queued = shared.queued();
  place.peak = pool.memory.peak();
  const int own_edge = wiring.topology.edges_at(node).front();
  const transport::LinkRate link = link_of(config, wiring, own_edge).rate();
  for (const bool data : {false, true}) {
    place.egress[data] =
        link.service(transport::kBackward, data) / wiring.topology.edges()[at(own_edge)].links;
  }
  place.snoop_filter_lines = snoop_filter(config, pool).lines();
  return place;
}

/// Creates the model of a device, or its RTL.
std::unique_ptr<pool::MultiHeadedDeviceBase> make_device(const Shared& shared, int index) {
  const pool::DeviceConfig& config = shared.config.pool[index].device;
  const pool::DevicePlace place = device_place(shared, index);
  constexpr const char* kName = "device";
  if (config.impl == pool::DeviceImpl::kModel) {
    return std::make_unique<pool::MultiHeadedDevice>(kName, config, place, shared.dispatcher);
  }
  const bool compared = config.impl == pool::DeviceImpl::kBoth;
  return shared.rtl(compared, "pool.device.impl").device(kName, config, place, shared.dispatcher);
}

}  // namespace

PoolBox::PoolBox(const sc_core::sc_module_name& name, const Shared& shared, int index)
    : sc_module(name) {
  const PoolConfig& pool = shared.config.pool[index];
  const pool::SnoopFilterGeometry filter = snoop_filter(shared.config, pool);
  filter_bits_ = static_cast<double>(filter.entries()) * filter.entry_bits();
  device_ = make_device(shared, index);
  const int own_edge = shared.wiring.topology.edges_at(shared.wiring.devices[at(index)]).front();
  make_heads(pool, static_cast<int>(device_->head_in.size()),
             shared.wiring.topology.edges()[at(own_edge)].links,
             shared.wiring.kind_of_edge[at(own_edge)]);
  for (int c = 0; c < pool.memory.channels; ++c) {
    channels_.push_back(
        std::make_unique<memory::DramChannel>(numbered("memory", c).c_str(), pool.memory.channel));
    device_->mem_side[static_cast<std::size_t>(c)].bind(channels_.back()->mem_side);
  }
}

void PoolBox::make_heads(const PoolConfig& pool, int groups, int heads_per_group,
                         accounting::LinkKind kind) {
  for (int g = 0; g < groups; ++g) {
    const auto i = static_cast<std::size_t>(g);
    const Plug device{&device_->head_out[i], &device_->head_in[i]};
    if (heads_per_group > 1) {
      bundles_.push_back(std::make_unique<transport::Bundle>(
          numbered("bundle", g).c_str(), heads_per_group, pool.link_interleave));
      join(device, port(*bundles_.back()));
    }
    for (int k = 0; k < heads_per_group; ++k) {
      heads_.push_back(std::make_unique<pool::Head>(
          numbered("head", g * heads_per_group + k).c_str(), pool.device.fabric_latency, kind));
      join(heads_per_group > 1 ? link_of(*bundles_.back(), k) : device,
           {&heads_.back()->device_out, &heads_.back()->device_in});
    }
  }
}

void PoolBox::report(accounting::StatWriter& writer) const {
  writer.write("snoop_filter_bits", filter_bits_, "bit",
               "SRAM of the device's snoop filter: tags, states, hosts and ages");
}

Plug PoolBox::head(int i) {
  pool::Head& head = *heads_[static_cast<std::size_t>(i)];
  return {&head.link_out, &head.link_in};
}

}  // namespace starnuma::assembly

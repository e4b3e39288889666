// SPDX-License-Identifier: Apache-2.0
// Position of a device in the machine, set by assembly.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/paging/host_map.h"
#include "models/protocol/cxl/device_function.h"

namespace starnuma::pool {

struct DevicePlace {
  base::NodeId node{};
  base::AgentMap agents;
  int heads = 0;
  std::vector<int> head_of_socket;
  int channels = 0;
  base::Bytes interleave;
  /// Number of devices of the interleave set, whose line numbers span all its devices; 1 without a
  /// set.
  int set_devices = 1;
  base::Bytes set_interleave{base::kLineBytes};
  std::uint64_t snoop_filter_lines = 0;    ///< Lines that all tags of the filter cover.
  const paging::HostMap* hosts = nullptr;  ///< Map of the hosts' extents; null if there are none.
  /// Form of read responses. In immediate mode, NDR and DRS of a read are one message.
  protocol::cxl::ReadAnswer read_answer = protocol::cxl::ReadAnswer::kTogether;
  /// Queued delivery: messages wait for arbitration and for entries of the device's tables.
  bool queued = false;
  base::Bandwidth peak = {};  ///< Peak bandwidth of the memory, for limits in percent.
  /// Time for which a message without and with data occupies the link of a head, towards its host.
  std::array<base::Time, 2> egress = {};
};

}  // namespace starnuma::pool

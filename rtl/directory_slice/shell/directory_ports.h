// SPDX-License-Identifier: Apache-2.0
// Values at the ports of the directory RTL (sn_dir_top) in one cycle, independent of its
// parameters. directory_pins.h converts them to the ports of a verilated parameter set.
#pragma once

#include <cstdint>
#include <optional>

#include "models/protocol/cxl/device_table.h"
#include "models/protocol/cxl/messages.h"

namespace starnuma::rtl {

inline constexpr int kMostSlices = 2;

/// Parameters of sn_dir_top; `sets` and `entries` are those of each slice.
struct DirectoryShape {
  int slices;
  int hosts;
  int sets;
  int ways;
  int entries;
  int line_width;
};

/// M2S message at a port; `tag` is the BITag of a BIRsp.
struct HostMessage {
  protocol::cxl::Op op{};
  int host = 0;
  std::uint64_t line = 0;
  std::uint64_t tag = 0;
  std::uint64_t data = 0;
};

/// S2M message at a port: `line` and `tag` (BITag) of a BISnp, `tag`, `data` and load of an answer.
struct DeviceMessage {
  protocol::cxl::Op op{};
  int host = 0;
  std::uint64_t line = 0;
  std::uint64_t tag = 0;
  std::uint64_t data = 0;
  int dev_load = 0;
};

struct MemoryRequest {
  bool write = false;
  bool ahead = false;
  std::uint64_t id = 0;
  std::uint64_t line = 0;
  std::uint64_t data = 0;
};

struct MemoryResponse {
  std::uint64_t id = 0;
  std::uint64_t data = 0;
  bool dropped = false;
};

/// Executed row.
struct DirectoryCommit {
  std::uint64_t line = 0;
  std::uint64_t cause = 0;
  int host = 0;
  protocol::cxl::DeviceEvent event{};
  protocol::cxl::DeviceState before{};
  protocol::cxl::DeviceState after{};
  std::uint32_t sharers = 0;
  int turn = 0;
};

struct DirectoryPinInputs {
  bool reset = false;
  std::optional<HostMessage> req, rwd, birsp;
  bool bisnp_ready = false;
  bool rsp_ready = false;
  bool mem_ready[kMostSlices] = {};
  std::optional<MemoryResponse> mem_rsp[kMostSlices];
};

struct DirectoryOutputs {
  bool req_ready = false, rwd_ready = false, birsp_ready = false;
  std::optional<DeviceMessage> bisnp, rsp;
  std::optional<MemoryRequest> mem_req[kMostSlices];
  std::optional<DirectoryCommit> commit[kMostSlices];
  bool illegal = false, quiet = false, idle = false;
};

}  // namespace starnuma::rtl

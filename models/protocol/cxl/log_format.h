// SPDX-License-Identifier: Apache-2.0
// Format of a log of CXL.mem messages at the heads of a device: columns and names of its fields.
// docs/formats/cxl_log.md describes the file.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/protocol/channel.h"
#include "models/protocol/cxl/messages.h"

namespace starnuma::protocol::cxl {

inline constexpr std::string_view kLogTitle = "# starnuma.cxl_mem_log 1";
/// Start of the last line, which a complete log has; the number of messages follows.
inline constexpr std::string_view kLogEnd = "# end ";

enum class LogColumn : std::uint8_t {
  kTime,
  kDevice,
  kHead,
  kHost,
  kDirection,
  kChannel,
  kOpcode,
  kMetaValue,
  kSnpType,
  kAddress,
  kTag,
  kBiTag,
  kData,
  kDevLoad
};
inline constexpr std::size_t kLogColumns = 14;
inline constexpr std::array<std::string_view, kLogColumns> kLogColumnNames{
    "time_ps",    "device",   "head",    "host", "direction", "channel", "opcode",
    "meta_value", "snp_type", "address", "tag",  "bi_tag",    "data",    "dev_load"};

/// Fields of the specification that identify a message (CXL 3.1, section 3.3).
struct LogName {
  Op op;
  std::string_view opcode;
  std::string_view meta_value = {};
  std::string_view snp_type = {};
};
inline constexpr std::array<LogName, 20> kLogNames{{{Op::kMemRdShared, "MemRd", "S", "SnpData"},
                                                    {Op::kMemRdOwn, "MemRd", "A", "SnpInv"},
                                                    {Op::kMemClnEvct, "MemClnEvct", "I", "No-Op"},
                                                    {Op::kMemWr, "MemWr", "I", "No-Op"},
                                                    {Op::kBIConflict, "BIConflict"},
                                                    {Op::kBIRspI, "BIRspI"},
                                                    {Op::kBIRspS, "BIRspS"},
                                                    {Op::kBISnpData, "BISnpData"},
                                                    {Op::kBISnpInv, "BISnpInv"},
                                                    {Op::kCmp, "Cmp"},
                                                    {Op::kCmpS, "Cmp-S"},
                                                    {Op::kCmpE, "Cmp-E"},
                                                    {Op::kBIConflictAck, "BI-ConflictAck"},
                                                    {Op::kMemData, "MemData"},
                                                    {Op::kMemInv, "MemInv", "A", "SnpInv"},
                                                    {Op::kMemRdCurrent, "MemRd", "No-Op", "SnpCur"},
                                                    {Op::kMemWrOwn, "MemWr", "A", "No-Op"},
                                                    {Op::kBIRspE, "BIRspE"},
                                                    {Op::kBISnpCur, "BISnpCur"},
                                                    {Op::kMemSpecRd, "MemSpecRd"}}};

/// Returns the line whose address identifies a block of `lines` lines: bits 7 and 6 are 1 for the
/// lower 128 B, 2 for the upper 128 B, 3 for all 256 B (CXL 3.1, 3.3.8).
constexpr std::uint64_t log_line_of_block(std::uint64_t first, int lines) {
  return (first & ~std::uint64_t{3}) | (lines == 4 ? 3U : (first & 2U) == 0 ? 1U : 2U);
}

/// Returns the fields of an op. Precondition: the op is one message on the wire.
constexpr const LogName& log_name(Op op) {
  for (const LogName& name : kLogNames) {
    if (name.op == op) return name;
  }
  throw "not one message on the wire";
}

constexpr std::string_view log_channel(Op op) {
  switch (channel_of(op)) {
    case Channel::kReq:
      return "Req";
    case Channel::kRwD:
      return "RwD";
    case Channel::kBIRsp:
      return "BIRsp";
    case Channel::kBISnp:
      return "BISnp";
    case Channel::kNdr:
      return "NDR";
    default:
      return "DRS";
  }
}

/// Returns true if a host sends the message.
constexpr bool to_device(Op op) {
  const Channel channel = channel_of(op);
  return channel == Channel::kReq || channel == Channel::kRwD || channel == Channel::kBIRsp;
}
constexpr std::string_view log_direction(Op op) { return to_device(op) ? "M2S" : "S2M"; }

/// Returns true if `bi_tag` identifies the message, else `tag` does.
constexpr bool has_bi_tag(Op op) {
  const Role role = role_of(op);
  return role == Role::kSnoop || role == Role::kSnoopAnswer || role == Role::kConflict;
}

}  // namespace starnuma::protocol::cxl

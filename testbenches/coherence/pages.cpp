// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/pages.h"

#include <array>
#include <string_view>

#include "models/protocol/channel.h"
#include "models/protocol/names.h"
#include "testbenches/coherence/row_report.h"

namespace starnuma::coherence_bench {

namespace {

constexpr std::array<std::string_view, 9> kChannelNames{"response", "forward",   "request",
                                                        "S2M NDR",  "S2M DRS",   "M2S BIRsp",
                                                        "M2S RwD",  "S2M BISnp", "M2S Req"};

constexpr std::string_view kSocketText =
    "Between caching agents and socket homes: a documented 3-hop MESI, \"UPI-like\" (the real\n"
    "protocol is not public). A message whose pair of state and event is not listed stops the "
    "run.\n"
    "GetS, GetX, PutM and PutE wait while the home's line is in a state whose name begins with "
    "To.\n"
    "\n"
    "Order, for equal source, destination and line: a request never overtakes an earlier request\n"
    "(a put before the next get), and a forward or invalidation never overtakes the grant (DataS,\n"
    "DataE, GrantX) before it. Everything else may overtake.\n";

constexpr std::string_view kCxlText =
    "CXL.mem HDM-DB between hosts and a multi-headed device (CXL 3.1, 3.3 and 3.5.1). A pair of\n"
    "state and event that is not listed stops the run. M2S Req waits while the device's line is "
    "in\n"
    "ToShared, ToOwned, ToCurrent or Evicting; RwD and BIRsp never wait. The states of the device "
    "directory\n"
    "are I, S and A; MemRdShared is MemRd with MetaValue S and SnpData, MemRdOwn is MemRd\n"
    "with MetaValue A and SnpInv. A grant is Cmp-S or Cmp-E on NDR and MemData on DRS, apart or\n"
    "together. MemInv (MetaValue A, SnpInv) obtains ownership for a store of the whole line: its\n"
    "grant is Cmp-E alone. MemRdCurrent is MemRd with MetaField No-Op and SnpCur: its requester\n"
    "keeps no copy and receives Cmp and MemData. MemWrOwn is MemWr with MetaValue A.\n"
    "MemSpecRd has no row: it changes no state and has no response.\n"
    "\n"
    "Order, for equal host and line: BI-ConflictAck never overtakes an earlier Cmp (rule E6a).\n"
    "Everything else may overtake. A host has at most one Req or MemWr of a line outstanding.\n";

std::string channels(bool cxl) {
  std::string text = "| Message | Channel | Carries a line |\n|---|---|---|\n";
  const std::size_t ops = cxl ? protocol::cxl::kOps : protocol::coherence::kOps;
  for (std::size_t op = 0; op < ops; ++op) {
    const auto message =
        cxl ? protocol::Message::of(static_cast<protocol::cxl::Op>(op), {}, {})
            : protocol::Message::of(static_cast<protocol::coherence::Op>(op), {}, {});
    const auto channel = static_cast<std::size_t>(protocol::channel_of(message));
    text += "| " + std::string(name_of(message)) + " | " + std::string(kChannelNames[channel]) +
            " | " + (message.carries_data() ? "yes" : "") + " |\n";
  }
  return text;
}

std::string page(bool cxl, const std::string& title, const std::string& command) {
  std::string text = "<!-- Written by: " + command + " -->\n# " + title + "\n\n" +
                     std::string(cxl ? kCxlText : kSocketText) + "\n## Messages\n\n" +
                     channels(cxl);
  for (const NamedTable& table : named_tables()) {
    if (table.cxl != cxl) continue;
    text += "\n## Table: " + table.title +
            "\n\n| State | Event | Next | Actions |\n|---|---|---|---|\n";
    for (const NamedRow& row : table.rows) {
      text += "| " + std::string(row.state_name) + " | " + std::string(row.event_name) + " | " +
              std::string(row.next_name) + " | " + row.actions + " |\n";
    }
  }
  return text;
}

}  // namespace

std::vector<Page> protocol_pages(const std::string& command) {
  return {{"protocol-socket.md", page(false, "Protocol tables: socket home", command)},
          {"protocol-cxl.md", page(true, "Protocol tables: multi-headed device", command)}};
}

}  // namespace starnuma::coherence_bench

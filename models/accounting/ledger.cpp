// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/ledger.h"

namespace starnuma::accounting {
namespace {

struct Entry {
  std::string_view name;
  std::string_view sentence;
};

constexpr std::array<Entry, kLatencyKinds> kEntries{{
    {"cache", "L1, L2 and LLC look-ups and the socket's path to its fabric"},
    {"walk", "second-level TLB look-ups and page walks"},
    {"upi_wire", "flight over UPI-like links"},
    {"numalink_wire", "NUMALinks and the FLEX ASICs at their ends"},
    {"cxl_wire", "CXL ports, flight, retimers and the pool device's fabric"},
    {"directory", "directory look-up"},
    {"dram_array", "memory controller, row activation, column access and burst"},
    {"snoop", "an owner or sharer answering"},
    {"mshr_queue", "waiting for a miss register"},
    {"walk_queue", "contention met by page walks"},
    {"upi_queue", "waiting for UPI bandwidth"},
    {"numalink_queue", "waiting for NUMALink bandwidth"},
    {"cxl_queue", "waiting for CXL bandwidth"},
    {"dram_queue", "waiting for a DRAM bank or data bus"},
    {"line_queue", "waiting for an earlier transaction on the line, at its home or its owner"},
    {"migration_stall", "waiting for a page that moves"},
}};

}  // namespace

std::string_view name_of(LatencyKind kind) { return kEntries[static_cast<int>(kind)].name; }
std::string_view sentence_of(LatencyKind kind) { return kEntries[static_cast<int>(kind)].sentence; }

}  // namespace starnuma::accounting

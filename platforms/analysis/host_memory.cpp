// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/host_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "models/cache/private_array_function.h"
#include "models/cache/socket_tags_function.h"
#include "models/pool/snoop_filter_function.h"
#include "models/translation/tlb_function.h"
#include "platforms/assembly/scaling/snoop_filters.h"

namespace starnuma::analysis {
namespace {

/// Code, libraries and remaining data of a small machine (measured).
constexpr double kRest = 16 << 20;
/// Directory entries, page tables and miss counts per byte of data, data included (measured with
/// bfs and gups at scales 16 and 18).
constexpr double kPerProgramByte = 1.6;
/// Bytes of an LLC set in addition to its entries: masks, hints and ages.
constexpr double kTagsOfASet = 256;
/// Bytes of a snoop-filter line: tag, age and entry.
constexpr double kFilterLine = 16 + sizeof(pool::SnoopFilter::Entry);
/// Bytes of a bank with its queue, on each of the two sub-channels.
constexpr double kBank = 2 * 64;

double lines(base::Bytes size) { return static_cast<double>(size.value) / base::kLineBytes; }

double socket_bytes(const assembly::SocketConfig& socket) {
  const auto& caches = socket.private_caches;
  const auto& shared = socket.shared_cache;
  const double privately = (lines(caches.l1_size) + lines(caches.l2_size)) *
                           static_cast<double>(sizeof(cache::PrivateArray::Entry));
  const double tlbs =
      static_cast<double>(socket.translation.dtlb_entries + socket.translation.stlb_entries) *
      static_cast<double>(sizeof(translation::TlbEntry));
  const double sets = lines(shared.llc_size_per_core) / shared.llc_ways;
  const double ways = shared.llc_ways + shared.private_tag_ways;
  const double tags = sets * (kTagsOfASet + ways * static_cast<double>(sizeof(cache::SocketEntry)));
  return socket.cores * (privately + tlbs + tags);
}

double memory_bytes(const assembly::MemoryConfig& memory) {
  const memory::DramConfig& channel = memory.channel;
  return static_cast<double>(memory.channels) * channel.subchannels * channel.ranks *
         channel.bank_groups * channel.banks_per_group * kBank;
}

}  // namespace

base::Bytes boxes_on_host(const assembly::MachineConfig& machine) {
  double bytes = kRest;
  for (int s = 0; s < machine.sockets(); ++s) bytes += socket_bytes(machine.socket[s]);
  for (int d = 0; d < machine.pool.count; ++d) {
    bytes += static_cast<double>(snoop_filter(machine, machine.pool[d]).lines()) * kFilterLine;
  }
  for (int n = 0; n < machine.nodes(); ++n) {
    bytes += memory_bytes(machine.memory_at(static_cast<base::NodeId>(n)));
  }
  return base::Bytes(static_cast<std::int64_t>(bytes));
}

base::Bytes run_on_host(const assembly::MachineConfig& machine, base::Bytes program) {
  return boxes_on_host(machine) + base::Bytes(static_cast<std::int64_t>(
                                      kPerProgramByte * static_cast<double>(program.value)));
}

base::Bytes memory_of_host() {
  std::int64_t bytes = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGE_SIZE);
  std::int64_t limit = 0;  // limit of a container
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit) bytes = std::min(bytes, limit);
  return base::Bytes(bytes);
}

std::string rounded(base::Bytes size) {
  constexpr double kGibibyte = 1 << 30;
  const double value = static_cast<double>(size.value);
  char text[40];
  std::snprintf(text, sizeof text, "%.*f %s", value < 10 * kGibibyte ? 1 : 0,
                value < kGibibyte ? value / (1 << 20) : value / kGibibyte,
                value < kGibibyte ? "MiB" : "GiB");
  return text;
}

}  // namespace starnuma::analysis

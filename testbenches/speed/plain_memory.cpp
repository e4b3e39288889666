// SPDX-License-Identifier: Apache-2.0
#include "testbenches/speed/plain_memory.h"

#include <vector>

#include "models/base/cpu_time.h"
#include "models/base/host_array.h"
#include "models/base/random.h"
#include "models/cache/private_array_function.h"
#include "models/cache/socket_tags_function.h"
#include "models/protocol/coherence/home_table.h"
#include "models/protocol/directory_entry.h"
#include "models/timing/busy_window.h"

namespace starnuma::speed {

using base::Time;

double plain_miss_ns(std::uint64_t lines, std::int64_t accesses) {
  constexpr int kWays = 16;
  constexpr std::uint64_t kBanks = 64;
  cache::PrivateArray l1(base::Bytes(4096), 8);
  cache::PrivateArray l2(base::Bytes(4096), kWays);
  cache::SocketTags tags(32, kWays, kWays);
  base::HostArray<protocol::DirectoryEntry<protocol::coherence::HomeState>> directory(lines);
  std::vector<timing::BusyWindow> banks(kBanks);
  timing::BusyWindow bus;
  base::Random random(1);

  const double before = base::cpu_seconds();
  Time now;
  for (std::int64_t i = 0; i < accesses; ++i) {
    const base::LineAddress line{random.below(lines)};
    now += Time(100'000);
    if (l1.find(line) != nullptr || l2.find(line) != nullptr || tags.find(line) != nullptr) {
      continue;
    }
    auto& entry = directory[line.value];
    entry.sharers |= 1;
    entry.busy_until = now;
    now += banks[line.value % kBanks].book(now, Time(48'750), now);
    now += bus.book(now, Time(3'334), now);
    if (cache::SocketEntry* victim = tags.entry_victim(line)) tags.remove(*victim);
    cache::SocketEntry& arrived = tags.insert(line);
    if (cache::SocketEntry* victim = tags.llc_victim(line)) {
      tags.drop_from_llc(*victim);
      tags.remove(*victim);
    }
    tags.insert_in_llc(arrived);
    l2.fill(line, now, false);
    l1.fill(line, now, false);
  }
  return 1e9 * (base::cpu_seconds() - before) / static_cast<double>(accesses);
}

}  // namespace starnuma::speed

// SPDX-License-Identifier: Apache-2.0
#include "models/pool/device_statistics.h"

#include <numeric>

namespace starnuma::pool {

using protocol::cxl::Op;

namespace {

double ratio(double sum, double count) { return count > 0 ? sum / count : 0; }

}  // namespace

void DeviceStatistics::report(accounting::StatWriter& writer, base::Time elapsed,
                              std::uint64_t capacity, bool sectors) const {
  const std::int64_t shared = received(Op::kMemRdShared);
  const std::int64_t owned = received(Op::kMemRdOwn);
  const std::int64_t invalidating = received(Op::kMemInv);
  const std::int64_t current = received(Op::kMemRdCurrent);
  const auto requests = static_cast<double>(shared + owned + invalidating + current);
  writer.write("requests", requests, "1", "read and ownership requests");
  writer.write("requests.shared", shared, "1", "reads that a shared copy serves");
  writer.write("requests.owned", owned, "1", "requests for ownership");
  if (invalidating > 0) {
    writer.write("requests.without_data", invalidating, "1",
                 "requests for ownership without data (MemInv)");
  }
  if (current > 0) {
    writer.write("requests.current", current, "1",
                 "reads that leave no copy at their host (MemRd with SnpCur)");
    writer.write("write_backs.kept", received(Op::kMemWrOwn), "1",
                 "dirty lines written back by owners that keep them (MemWr with MetaValue A)");
  }
  writer.write("write_backs", received(Op::kMemWr), "1", "dirty lines written back (MemWr)");
  writer.write("clean_evictions", received(Op::kMemClnEvct), "1",
               "clean lines that owners evicted (MemClnEvct)");
  if (uncached_ > 0) {
    writer.write("uncached_lines", uncached_, "1",
                 "lines read or written past the caches of hosts");
  }
  if (partial_writes_ > 0) {
    writer.write("uncached_lines.partial", partial_writes_, "1",
                 "writes of a part of a line past the caches of hosts (MemWrPtl)");
  }
  const auto messages = static_cast<double>(look_ups_);
  writer.write("directory.messages", messages, "1", "messages that looked the directory up");
  writer.write("directory.messages_per_us", ratio(messages, elapsed.ns() / 1000), "1/us",
               "rate of directory look-ups over the measured window");
  report_snoops(writer, requests, sectors);
  const auto room = static_cast<double>(capacity);
  writer.write("snoop_filter.mean_occupancy",
               ratio(static_cast<double>(filter_lines_), requests) / room, "1",
               "share of the snoop filter in use, mean over requests");
  writer.write("snoop_filter.max_occupancy", static_cast<double>(most_filter_lines_) / room, "1",
               "largest share of the snoop filter in use at a request");
}

void DeviceStatistics::report_snoops(accounting::StatWriter& writer, double requests,
                                     bool sectors) const {
  constexpr std::array<const char*, kCauses> kNames{"shared", "ownership", "capacity", "current"};
  constexpr std::array<const char*, kCauses> kSentences{
      "Back-Invalidate snoops because another host reads what one owns",
      "Back-Invalidate snoops because another host wants to write",
      "Back-Invalidate snoops because the snoop filter needed the entry",
      "Back-Invalidate snoops because another host reads the current data of an owned line"};
  const auto all =
      static_cast<double>(std::accumulate(snoops_.begin(), snoops_.end(), std::int64_t{0}));
  writer.write("back_invalidations", all, "1", "Back-Invalidate snoops sent to hosts");
  writer.write("back_invalidations_per_request", ratio(all, requests), "1",
               "Back-Invalidate snoops sent, per read or ownership request");
  const bool current = received(Op::kMemRdCurrent) > 0;
  for (std::size_t c = 0; c < (current ? kCauses : kCauses - 1); ++c) {
    writer.write(std::string("snoops.") + kNames[c], snoops_[c], "1", kSentences[c]);
  }
  if (sectors) {
    writer.write("snoops.lines", snooped_lines_, "1",
                 "lines that the snoops cover: 2 or 4 for each block snoop (BISnpInvBlk)");
  }
  std::int64_t times = 0;
  std::int64_t snooped_hosts = 0;
  std::size_t most = 0;
  for (std::size_t hosts = 1; hosts < fan_out_.size(); ++hosts) {
    times += fan_out_[hosts];
    snooped_hosts += fan_out_[hosts] * static_cast<std::int64_t>(hosts);
    if (fan_out_[hosts] == 0) continue;
    most = hosts;
    writer.write("snoops.fan_out." + std::to_string(hosts), fan_out_[hosts], "1",
                 "times that this number of hosts was snooped at once");
  }
  writer.write("snoops.fan_out.mean",
               ratio(static_cast<double>(snooped_hosts), static_cast<double>(times)), "1",
               "mean number of hosts snooped at once, over all snooped requests");
  writer.write("snoops.fan_out.max", most, "1", "most hosts snooped at once");
}

}  // namespace starnuma::pool

// SPDX-License-Identifier: Apache-2.0
// Few random requests, half of them writes: the schedule is that of Ramulator 2.1. Answers before
// the schedule is known cost bandwidth.
#include <gtest/gtest.h>

#include <functional>
#include <queue>
#include <vector>

#include "models/base/ids.h"
#include "models/memory/address_mapping.h"
#include "models/timing/dram_scheduler.h"
#include "testbenches/memory/measure.h"
#include "tests/module/memory_bench/channel.h"

namespace starnuma::memory_bench {
namespace {

using base::Time;
using timing::DramScheduler;

constexpr int kRequests = 40'000;

/// Returns the bytes per second of a requester that receives data when its read is scheduled
/// instead of an answer in the call.
double scheduled(const memory::DramConfig& config, const Stream& stream, int outstanding) {
  const timing::DramRules rules(config.timings, config.clock);
  const memory::AddressMapping mapping(config.mapping, config.subchannels, config.shape(),
                                       config.row.value / base::kLineBytes);
  DramScheduler scheduler(config.shape(), rules, config.policies(), rules.refi);
  // Times of data whose column command has been issued.
  std::priority_queue<Time, std::vector<Time>, std::greater<>> data;
  int reads = 0;
  Time at;
  for (const Request& request : requests_of(stream, kRequests, config.bandwidth(), 1)) {
    while (reads == outstanding) {
      const Time next = data.empty() ? DramScheduler::kForever : data.top();
      DramScheduler::Served served;
      if (!scheduler.next_column(next, served)) {
        at = next;
        data.pop();
        --reads;
      } else if (!served.access.write) {
        data.push(served.column + config.row_hit_read());
      }
    }
    const auto place = mapping.of(request.line);
    scheduler.add({place.bank, place.row, request.write}, at, 0);
    reads += !request.write;
  }
  return kRequests * static_cast<double>(base::kLineBytes) * 1e12 / static_cast<double>(at.ps());
}

// Bandwidths: as in platforms/reference/dram_streams.yaml.
TEST(HalfWrites, AreScheduledAsInRamulatorAndLoseAtMostThreeTenthsByEarlyAnswers) {
  const auto config = channel("ddr4_3200");
  const Stream stream = parse_stream("random+1/1");
  struct Recorded {
    int outstanding;
    double bytes_per_second;
  };
  for (const Recorded& point : {Recorded{8, 8.97e9}, {16, 11.06e9}, {32, 11.41e9}}) {
    SCOPED_TRACE(std::to_string(point.outstanding) + " outstanding");
    EXPECT_NEAR(scheduled(config, stream, point.outstanding) / point.bytes_per_second, 1, 0.01);
    Load load;
    load.outstanding = point.outstanding;
    load.requests = kRequests;
    const double answered = measure(config, stream, load).bytes_per_second;
    EXPECT_GT(answered / point.bytes_per_second, 0.7);
    EXPECT_LT(answered / point.bytes_per_second, 1.01);
  }
}

}  // namespace
}  // namespace starnuma::memory_bench

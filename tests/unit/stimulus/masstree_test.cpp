// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/kv/masstree.h"

#include <gtest/gtest.h>

#include <set>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/registry.h"

namespace starnuma::stimulus {
namespace {

using Lines = std::vector<std::string>;

TEST(Masstree, HoldsTheLastRowOfEveryKeyAndAllDeadRows) {
  for (const int scale : {8, 14}) {
    for (const int threads : {1, 2, 8, 64}) {
      base::Arena arena(threads);
      Masstree masstree({scale, 20000}, 3);
      masstree.build(arena);
      run_threaded(masstree, threads);
      EXPECT_EQ(masstree.check(), Lines{}) << "scale " << scale << ", " << threads << " threads";
    }
  }
}

TEST(Masstree, AWrongRowALostRowAndAWrongEndAreNamed) {
  base::Arena arena(1);
  Masstree masstree({10, 5000}, 1);
  masstree.build(arena);
  EXPECT_EQ(masstree.check(), Lines{"masstree: not all threads ran"});
  run_natively(masstree);
  EXPECT_EQ(masstree.check(), Lines{});
  const MasstreeData& data = masstree.data();
  const auto [key, row] = items_of(data.tree).back();
  const base::SimArray<std::uint64_t>& rows = row < data.loaded.size ? data.loaded : data.rows;
  std::uint64_t& word = rows.data[(row < data.loaded.size ? row : row - data.loaded.size) + 1];
  ++word;
  EXPECT_EQ(masstree.check(),
            Lines{"key " + std::to_string(key) + " does not have the last row of any thread"});
  --word;
  const std::uint64_t dead = std::exchange(data.dead.data[0], data.dead.data[data.kDeadWords]);
  EXPECT_EQ(masstree.check().at(0), "2544 rows were written, but 2543 are live or dead");
  data.dead.data[0] = dead;
  for (std::uint64_t& end : data.tree.ends) end ^= 1;
  EXPECT_NE(masstree.check().at(0).find("has the end of another key"), std::string::npos);
}

TEST(Masstree, RequestsAlternateAndAreAbsentAtFirstButForTheSharedNumbers) {
  MasstreeData data;
  data.keys = MasstreeData::kFullKeys;
  data.batch = MasstreeData::kFullBatch;
  std::uint64_t loaded = 0;
  for (std::uint64_t number = 0; number < data.keys; ++number) {
    const MasstreeRequest request = data.request(number);
    ASSERT_EQ(request.put, number % 2 == 1);
    loaded += request.loaded ? 1 : 0;
  }
  // Numbers drawn for request 19 m are those of item 274 m, up to the last item.
  EXPECT_EQ(loaded, (data.keys - 1) / 274 + 1);
  EXPECT_EQ(data.request(19).key, data.loaded_key(274));
  // Thread 2 of 4 receives the third batch, then the seventh.
  EXPECT_EQ(data.request_of(2, 4, 0).key, data.request(2 * 256).key);
  EXPECT_EQ(data.request_of(2, 4, 256).key, data.request(6 * 256).key);
}

TEST(Masstree, KeysDiffer) {
  MasstreeData data;
  data.keys = MasstreeData::keys_at(14);
  std::set<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 2 * data.keys; ++i) keys.insert(data.key(i));
  EXPECT_EQ(keys.size(), 2 * data.keys);
}

TEST(Masstree, MemoryIsMostlyRowsThatLoadersLeft) {
  EXPECT_EQ(MasstreeData::keys_at(28), 12'000'000u);
  EXPECT_EQ(MasstreeData::keys_at(17), 5858u);
  base::Arena arena(64);
  Masstree masstree({14, 64}, 1);
  masstree.build(arena);
  const double used = static_cast<double>(arena.pages() * base::kPageBytes);
  const auto size = static_cast<double>(masstree.footprint().size.value);
  // The list of requests has no memory; each thread has a page of rows.
  EXPECT_NEAR(used, size, 0.15 * size);
}

TEST(Masstree, OtherRequestsAreAnError) {
  try {
    make_workload("kv:full=masstree,keys=zipf", MachineShape{1, 1}, 1);
    FAIL() << "expected an error";
  } catch (const base::InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "workload kv: keys=zipf does not go with full=masstree, whose requests are fixed; "
              "expected keys=uniform");
  }
}

}  // namespace
}  // namespace starnuma::stimulus

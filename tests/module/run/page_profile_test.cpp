// SPDX-License-Identifier: Apache-2.0
// Profiles of programs compared with the programs' own lists of touches and times.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "models/base/random.h"
#include "models/core/thread.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

using base::Time;

constexpr Time kInterval(3'000'000);
constexpr std::uint64_t kPages = 40;
constexpr std::uint64_t kWords = kPages * base::kPageBytes / sizeof(std::uint64_t);

/// Each thread loads random words one after the other, from a shrinking part of the first half of
/// its pages. A warm-up touches all pages. The window has no other touches.
class Listed : public stimulus::Workload {
 public:
  struct Entry {
    std::uint64_t page;
    Time issued;
  };

  explicit Listed(std::uint64_t seed) : seed_(seed) {}

  void build(base::Arena& arena) override {
    words_ = arena.allocate<std::uint64_t>("words", kWords);
  }
  void run(core::Thread& thread) override {
    if (thread.index() == 0) {
      for (std::uint64_t i = 0; i < kWords; i += 8) thread.load(words_, i);
      thread.begin_measurement();
      begin = kernel_time();
      thread.post(0);
    }
    thread.await(1);
    base::Random random(seed_ + static_cast<unsigned>(thread.index()));
    core::Ready ready;
    for (std::uint64_t n = 0; n < kLoads; ++n) {
      const std::uint64_t i = random.below(kWords / 2 * (kLoads - n) / kLoads + 1);
      const Time start = thread.time(ready) + Time(static_cast<std::int64_t>(random.below(99'999)));
      ready = thread.load(words_, i, thread.at(start)).ready;
      list.push_back({words_.address_of(i).page(), start});
    }
  }
  std::vector<std::string> check() const override { return {}; }
  base::Footprint footprint() const override { return stimulus::graph_footprint(20); }
  void report(accounting::StatWriter& /*out*/) const override {}
  std::uint64_t work_units() const override { return 1; }
  std::string_view work_unit_name() const override { return "run"; }
  std::uint64_t expected_instructions() const override { return 1; }

  std::vector<Entry> list;
  Time begin;

 private:
  static constexpr std::uint64_t kLoads = 700;

  std::uint64_t seed_;
  base::SimArray<std::uint64_t> words_;
};

double stat(const run::SimulationResult& result, const std::string& path) {
  const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                  [&](const auto& one) { return one.path == path; });
  return found == result.stats.end() ? -1 : found->value;
}

class PageProfile : public testing::Test {
 protected:
  /// Places a program on all cores of these sockets.
  void place(const std::string& name, int first, int last) {
    stimulus::MachineShape shape = analysis::shape_of(config);
    for (int c = first * shape.cores_per_socket; c < (last + 1) * shape.cores_per_socket; ++c) {
      shape.cores.push_back(static_cast<base::CoreId>(c));
    }
    auto workload = std::make_unique<Listed>(100 * lists.size());
    lists.push_back(workload.get());
    programs.push_back({std::make_shared<run::Program>(std::move(workload), shape.threads()),
                        policy,
                        config.placement,
                        shape.cores,
                        name,
                        {},
                        {},
                        {}});
    kept.push_back(programs.back().program);
  }
  run::SimulationResult run(bool profile = true) {
    run::SimulationOptions options;
    if (profile) options.profile = kInterval;
    return run::simulate(
        config, std::move(programs), [](Time, double) {}, options);
  }
  /// Compares rows of a program with its list; `columns` columns precede.
  static void expect_as_listed(const Listed& listed, const std::vector<std::vector<double>>& rows,
                               std::size_t columns) {
    std::vector<std::set<std::uint64_t>> touched(rows.size());
    for (const Listed::Entry& entry : listed.list) {
      const auto i = static_cast<std::size_t>((entry.issued - listed.begin).ps() / kInterval.ps());
      ASSERT_LT(i, rows.size());
      touched[i].insert(entry.page);
    }
    std::set<std::uint64_t> before;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t known = before.size();
      before.insert(touched[i].begin(), touched[i].end());
      EXPECT_EQ(rows[i][columns], static_cast<double>(i) * kInterval.ns());
      EXPECT_EQ(rows[i][columns + 4], static_cast<double>(touched[i].size())) << "interval " << i;
      EXPECT_EQ(rows[i][columns + 5], static_cast<double>(before.size() - known)) << i;
    }
  }

  assembly::MachineConfig config = machine("starnuma16", small_caches({}));
  placement::Policy policy;
  std::vector<run::PlacedProgram> programs;
  std::vector<std::shared_ptr<run::Program>> kept;
  std::vector<Listed*> lists;
};

TEST_F(PageProfile, IsWhatTheProgramHasTouched) {
  place("", 0, 15);
  const run::SimulationResult result = run();
  const Listed& listed = *lists.front();
  ASSERT_GT(result.pages.rows.size(), 20U);
  expect_as_listed(listed, result.pages.rows, 0);

  std::set<std::uint64_t> touched;
  for (const Listed::Entry& entry : listed.list) touched.insert(entry.page);
  EXPECT_EQ(stat(result, "run.profile.pages"), kPages + 1) << "one page is the team's";
  EXPECT_EQ(stat(result, "run.profile.touched_pages"), static_cast<double>(touched.size()));
  EXPECT_EQ(stat(result, "run.profile.cold_pages"),
            static_cast<double>(kPages + 1 - touched.size()));
  EXPECT_LE(touched.size(), kPages / 2 + 1);
}

TEST_F(PageProfile, AddsUpToTheRun) {
  place("", 0, 15);
  const run::SimulationResult result = run();
  double misses = 0;
  double bytes = 0;
  for (const std::vector<double>& row : result.pages.rows) {
    EXPECT_EQ(row[2], kPages + 1);
    misses += row[6];
    bytes += row[7];
    EXPECT_NEAR(row[9] * (row[1] - row[0]), row[7], 1e-6);
  }
  EXPECT_EQ(misses, stat(result, "run.llc_misses"));
  EXPECT_EQ(bytes / base::kLineBytes + stat(result, "run.class.block_transfer_socket.count"),
            misses);
  std::vector<std::uint64_t> counts;
  for (std::uint64_t page = 0; page < result.profile.pages(); ++page) {
    counts.push_back(result.profile.misses(page));
  }
  std::sort(counts.begin(), counts.end(), std::greater<>());
  for (const int percent : {1, 5, 10, 25, 50, 75}) {
    const auto pages = static_cast<std::ptrdiff_t>(((kPages + 1) * percent + 99) / 100);
    const auto hottest = std::accumulate(counts.begin(), counts.begin() + pages, 0.0);
    EXPECT_DOUBLE_EQ(stat(result, "run.profile.misses_to_hottest." + std::to_string(percent)),
                     hottest / misses);
  }
}

TEST_F(PageProfile, TellsProgramsApart) {
  place("left", 0, 3);
  place("right", 8, 15);
  const run::SimulationResult result = run();
  ASSERT_EQ(result.pages.columns.front(), "program");
  for (std::size_t p = 0; p < 2; ++p) {
    std::vector<std::vector<double>> rows;
    std::copy_if(result.pages.rows.begin(), result.pages.rows.end(), std::back_inserter(rows),
                 [&](const auto& row) { return row.front() == static_cast<double>(p); });
    ASSERT_GT(rows.size(), 20U);
    expect_as_listed(*lists[p], rows, 1);
  }
}

TEST_F(PageProfile, LeavesTheRunAsItIs) {
  place("", 0, 15);
  const run::SimulationResult result = run(false);
  EXPECT_TRUE(result.pages.rows.empty());
  EXPECT_EQ(stat(result, "run.profile.pages"), -1);
}

}  // namespace
}  // namespace starnuma::test

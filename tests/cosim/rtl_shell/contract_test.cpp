// SPDX-License-Identifier: Apache-2.0
// The cycles in the blocks' contract.yaml equal those of the RTL and those of the model's timing
// fields.
#include <Vannex_platform_e64_c16.h>
#include <Vtracker_platform_s16_c16_q4.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "rtl/common/shell/valid_ready.h"

namespace starnuma::rtl {
namespace {

/// Returns the number after "key:" in one of the project's YAML files.
int number_of(const std::string& key, const std::string& file) {
  std::ifstream in(std::string(STARNUMA_SOURCE) + "/" + file);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string word;
    int number = 0;
    if (words >> word >> number && word == key + ":") return number;
  }
  ADD_FAILURE() << "no " << key << " in " << file;
  return -1;
}
int annex(const std::string& key) { return number_of(key, "rtl/tlb_annex/contract.yaml"); }
int tracker(const std::string& key) { return number_of(key, "rtl/tracker_update/contract.yaml"); }
int part(const std::string& key) { return number_of(key, "platforms/parts/tracking.yaml"); }

class AnnexContract : public ::testing::Test {
 protected:
  AnnexContract() {
    pins_.count_max_i = 0xffff;
    clearing_ = run_until(block_, pins_.idle_o);
  }
  void evict(int ready) {
    pins_.hand_over_ready_i = static_cast<CData>(ready);
    pins_.event_kind_i = 1;
    pins_.event_slot_i = 5;
    offer(block_, pins_.event_valid_i, pins_.event_ready_o);
  }
  void increment() {
    pins_.inc_slot_i = 5;
    offer(block_, pins_.inc_valid_i, pins_.inc_ready_o);
  }

  ClockedBlock<Vannex_platform_e64_c16> block_;
  Vannex_platform_e64_c16& pins_ = block_.pins();
  int clearing_ = 0;
};

TEST_F(AnnexContract, ClearingTakesACyclePerEntry) {
  EXPECT_EQ(clearing_, 64 * annex("clearing_per_entry"));
}

TEST_F(AnnexContract, AnIncrementIsCountedInTheNextCycle) {
  EXPECT_EQ(annex("increment"), 1);
  increment();
  evict(0);
  EXPECT_EQ(pins_.hand_over_count_o, 1);
}

TEST_F(AnnexContract, AHandOverFollowsItsEvent) {
  increment();
  evict(0);
  const int cycles = 1 + run_until(block_, pins_.hand_over_valid_o);
  EXPECT_EQ(cycles, annex("hand_over"));
  EXPECT_EQ(cycles, part("hand_over_latency"));
}

TEST_F(AnnexContract, MarkersFollowTheMarkAll) {
  EXPECT_EQ(offer(block_, pins_.mark_all_valid_i, pins_.mark_all_ready_o), annex("mark_all"));
  EXPECT_EQ(pins_.marked_o, ~QData{0});
}

TEST_F(AnnexContract, EventsStallWhenHandOversWaitInside) {
  for (int i = 0; i < annex("hand_overs_inside"); ++i) {
    increment();
    evict(0);
  }
  block_.settle();
  EXPECT_EQ(pins_.event_ready_o, 0);
  EXPECT_EQ(pins_.inc_ready_o, 1);
}

TEST(TrackerContract, ReadAndWriteAreAsFarApartAsPromised) {
  ClockedBlock<Vtracker_platform_s16_c16_q4> block;
  auto& pins = block.pins();
  pins.count_max_i = 0xffff;
  pins.hand_over_count_i = 1;
  block.settle();
  offer(block, pins.hand_over_valid_i, pins.hand_over_ready_o);
  pins.hand_over_page_i = 9;
  int cycles = 1 + run_until(block, pins.mem_req_valid_o);
  EXPECT_EQ(cycles, tracker("request"));
  EXPECT_EQ(cycles, part("request_latency"));

  offer(block, pins.hand_over_valid_i, pins.hand_over_ready_o);  // another region waits
  offer(block, pins.mem_req_ready_i, pins.mem_req_valid_o);
  offer(block, pins.mem_rsp_valid_i, pins.mem_rsp_ready_o);
  cycles = 1 + run_until(block, pins.mem_req_valid_o);
  EXPECT_EQ(cycles, tracker("update"));
  EXPECT_EQ(cycles, part("update_latency"));
  EXPECT_EQ(pins.mem_req_kind_o, 1);

  offer(block, pins.mem_req_ready_i, pins.mem_req_valid_o);
  EXPECT_EQ(1 + run_until(block, pins.mem_req_valid_o), tracker("next"));
  EXPECT_EQ(pins.mem_req_kind_o, 0);
}

TEST(TrackerContract, AddsComeAsFastAsPromised) {
  ClockedBlock<Vtracker_platform_s16_c16_q4> block;
  auto& pins = block.pins();
  pins.add_at_home_i = 1;
  pins.add_credit_i = 1;
  pins.count_max_i = 0xffff;
  pins.hand_over_count_i = 1;
  block.settle();
  offer(block, pins.hand_over_valid_i, pins.hand_over_ready_o);
  const int cycles = 1 + run_until(block, pins.mem_req_valid_o);
  EXPECT_EQ(cycles, tracker("add"));
  EXPECT_EQ(cycles, part("request_latency") + part("update_latency"));
  EXPECT_EQ(pins.mem_req_kind_o, 3);

  pins.hand_over_page_i = 9;
  offer(block, pins.hand_over_valid_i, pins.hand_over_ready_o);  // another region waits
  offer(block, pins.mem_req_ready_i, pins.mem_req_valid_o);
  EXPECT_EQ(1 + run_until(block, pins.mem_req_valid_o), tracker("next_add"));
}

}  // namespace
}  // namespace starnuma::rtl

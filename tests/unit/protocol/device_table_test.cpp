// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/cxl/device_table.h"

#include <gtest/gtest.h>

#include "tests/unit/protocol/table_paths.h"

namespace starnuma::protocol::cxl {
namespace {

const std::vector<DeviceState> kStable{DeviceState::kInvalid, DeviceState::kShared,
                                       DeviceState::kOwned};
const std::vector<DeviceState> kTransient{DeviceState::kToShared, DeviceState::kToOwned,
                                          DeviceState::kEvicting, DeviceState::kToCurrent};

TEST(DeviceTable, EveryRowIsFoundAndNothingElse) {
  std::size_t present = 0;
  for (std::size_t s = 0; s < kDeviceStates; ++s) {
    for (std::size_t e = 0; e < kDeviceEvents; ++e) {
      present += kDeviceTable.at(static_cast<DeviceState>(s), static_cast<DeviceEvent>(e)).present;
    }
  }
  EXPECT_EQ(present, kDeviceRows.size());
  for (const DeviceRow& row : kDeviceRows) {
    const auto& cell = kDeviceTable.at(row.state, row.event);
    EXPECT_TRUE(cell.present);
    EXPECT_EQ(cell.next, row.next);
  }
}

TEST(DeviceTable, AMissingPairIsNotPresent) {
  EXPECT_FALSE(kDeviceTable.at(DeviceState::kInvalid, DeviceEvent::kMemWr).present);
  EXPECT_FALSE(kDeviceTable.at(DeviceState::kInvalid, DeviceEvent::kEvict).present);
  EXPECT_FALSE(kDeviceTable.at(DeviceState::kShared, DeviceEvent::kMemWr).present);
  EXPECT_FALSE(kDeviceTable.at(DeviceState::kShared, DeviceEvent::kBIRspS).present);
  EXPECT_FALSE(kDeviceTable.at(DeviceState::kToOwned, DeviceEvent::kBIRspS).present);
}

TEST(DeviceTable, ASnoopedLineTakesNoNewRequest) {
  for (const DeviceState state : kTransient) {
    for (const DeviceEvent event :
         {DeviceEvent::kMemRdShared, DeviceEvent::kMemRdOwn, DeviceEvent::kMemRdOwnOthersShare,
          DeviceEvent::kMemInv, DeviceEvent::kMemInvOthersShare, DeviceEvent::kMemRdCurrent,
          DeviceEvent::kEvict}) {
      EXPECT_FALSE(kDeviceTable.at(state, event).present);
    }
  }
}

TEST(DeviceTable, EveryTransientStateHasAWayBackToAStableOne) {
  for (const DeviceState state : kTransient) {
    EXPECT_TRUE(sample::leads_to(kDeviceRows, state, kStable));
  }
}

TEST(DeviceTable, EveryStateIsReachedFromAnInvalidLine) {
  for (std::size_t s = 0; s < kDeviceStates; ++s) {
    EXPECT_TRUE(
        sample::leads_to(kDeviceRows, DeviceState::kInvalid, {static_cast<DeviceState>(s)}));
  }
}

TEST(DeviceTable, AStableStateServesEveryReadAndEveryCachedLineCanBeEvicted) {
  for (const DeviceState state : kStable) {
    EXPECT_TRUE(kDeviceTable.at(state, DeviceEvent::kMemRdShared).present);
    EXPECT_TRUE(kDeviceTable.at(state, DeviceEvent::kMemRdCurrent).present);
    const bool shared = state == DeviceState::kShared;
    const auto own = shared ? DeviceEvent::kMemRdOwnOthersShare : DeviceEvent::kMemRdOwn;
    EXPECT_TRUE(kDeviceTable.at(state, own).present);
    const auto invalidate = shared ? DeviceEvent::kMemInvOthersShare : DeviceEvent::kMemInv;
    EXPECT_TRUE(kDeviceTable.at(state, invalidate).present);
    EXPECT_EQ(kDeviceTable.at(state, DeviceEvent::kEvict).present, state != DeviceState::kInvalid);
  }
}

TEST(DeviceTable, SnoopingMakesALineTransientAndNothingElseDoes) {
  for (const DeviceRow& row : kDeviceRows) {
    const bool snoops =
        row.actions.snoop_data || row.actions.snoop_invalidate || row.actions.snoop_current;
    EXPECT_EQ(snoops, is_transient(row.next) && !is_transient(row.state));
  }
}

TEST(DeviceTable, AHostMayWriteBackWhileItIsSnooped) {
  for (const DeviceState state : kTransient) {
    const auto& cell = kDeviceTable.at(state, DeviceEvent::kMemWr);
    EXPECT_TRUE(cell.present && cell.actions.write_memory && cell.actions.complete);
    EXPECT_EQ(cell.next, state);  // its BIRsp is pending
  }
}

TEST(DeviceTable, EveryWriteBackIsWrittenAndCompleted) {
  for (const DeviceRow& row : kDeviceRows) {
    const bool writes = row.event == DeviceEvent::kMemWr || row.event == DeviceEvent::kMemWrOwn;
    EXPECT_EQ(row.actions.write_memory, writes);
    const bool given_up = writes || row.event == DeviceEvent::kMemClnEvct ||
                          row.event == DeviceEvent::kStaleMemClnEvct;
    EXPECT_EQ(row.actions.complete, given_up);
  }
}

TEST(DeviceTable, TheEntryIsFreedExactlyWhenNobodyHoldsTheLine) {
  for (const DeviceRow& row : kDeviceRows) {
    const bool given_up = row.state != DeviceState::kInvalid && row.next == DeviceState::kInvalid;
    EXPECT_EQ(row.actions.free_entry, given_up);
  }
}

TEST(DeviceTable, AConflictIsAcknowledgedWhileHostsAreSnoopedAndChangesNothing) {
  for (const DeviceState state : kTransient) {
    const auto& cell = kDeviceTable.at(state, DeviceEvent::kBIConflict);
    EXPECT_TRUE(cell.present && cell.actions.acknowledge);
    EXPECT_EQ(cell.next, state);
  }
  for (const DeviceState state : kStable) {
    EXPECT_FALSE(kDeviceTable.at(state, DeviceEvent::kBIConflict).present);
  }
}

TEST(DeviceTable, EveryReadIsGrantedAtOnceOrAfterItsSnoops) {
  for (const DeviceRow& row : kDeviceRows) {
    const DeviceActions& a = row.actions;
    const bool read =
        row.event == DeviceEvent::kMemRdShared || row.event == DeviceEvent::kMemRdOwn ||
        row.event == DeviceEvent::kMemRdByOwner || row.event == DeviceEvent::kMemRdOwnOthersShare ||
        row.event == DeviceEvent::kMemRdCurrent || row.event == DeviceEvent::kMemRdCurrentByOwner;
    const bool without_data = row.event == DeviceEvent::kMemInv ||
                              row.event == DeviceEvent::kMemInvByOwner ||
                              row.event == DeviceEvent::kMemInvOthersShare;
    EXPECT_EQ(a.read_memory, read);
    const bool answered =
        (row.state == DeviceState::kToShared || row.state == DeviceState::kToOwned ||
         row.state == DeviceState::kToCurrent) &&
        !is_transient(row.next);
    const bool at_once = (read || without_data) && !is_transient(row.next);
    EXPECT_EQ(a.grant_shared + a.grant_owned + a.grant_current, answered || at_once ? 1 : 0);
  }
}

TEST(DeviceTable, AGrantMatchesTheStateItLeavesBehind) {
  for (const DeviceRow& row : kDeviceRows) {
    if (row.actions.grant_shared) {
      EXPECT_EQ(row.next, DeviceState::kShared);
    }
    if (row.actions.grant_owned) {
      EXPECT_EQ(row.next, DeviceState::kOwned);
    }
    if (row.actions.grant_current && !is_transient(row.state)) {
      EXPECT_EQ(row.next, row.state);  // the requester receives no copy
    }
  }
}

}  // namespace
}  // namespace starnuma::protocol::cxl

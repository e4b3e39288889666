// SPDX-License-Identifier: Apache-2.0
#include "models/timing/message_bytes.h"

#include <gtest/gtest.h>

namespace starnuma::timing {
namespace {

using base::Bytes;

TEST(MessageBytes, PayloadLinksChargeTheLineOrEightBytes) {
  EXPECT_EQ(message_bytes(BandwidthIs::kPayload, true), Bytes(64));
  EXPECT_EQ(message_bytes(BandwidthIs::kPayload, false), Bytes(8));
}

TEST(MessageBytes, RawLinksChargeAHeaderSlotAsWell) {
  EXPECT_EQ(message_bytes(BandwidthIs::kRaw, true), Bytes(80));
  EXPECT_EQ(message_bytes(BandwidthIs::kRaw, false), Bytes(16));
}

}  // namespace
}  // namespace starnuma::timing

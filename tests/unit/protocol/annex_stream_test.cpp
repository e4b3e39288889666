// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/annex_stream.h"

#include <gtest/gtest.h>

namespace starnuma::protocol {
namespace {

AnnexEvent event_of(int i) {
  return {static_cast<AnnexEventKind>(i % 6),
          static_cast<std::uint32_t>(i % 16),
          {static_cast<base::SpaceId>(i), 0xABCDE0ULL + static_cast<std::uint64_t>(i)},
          base::Time(1000 * i)};
}

TEST(AnnexStream, WhatIsWrittenIsRead) {
  std::stringstream text;
  AnnexStreamWriter writer(text, 16, 8);
  for (int i = 0; i < 12; ++i) writer.write(static_cast<base::CoreId>(i % 3), event_of(i));
  AnnexStreamReader reader(text, "a.annex");
  EXPECT_EQ(reader.entries(), 16);
  EXPECT_EQ(reader.count_width(), 8);
  for (int i = 0; i < 12; ++i) {
    const auto record = reader.next();
    ASSERT_TRUE(record);
    EXPECT_EQ(base::index_of(record->core), i % 3);
    EXPECT_EQ(record->event.kind, event_of(i).kind);
    EXPECT_EQ(record->event.slot, event_of(i).slot);
    EXPECT_EQ(record->event.page, event_of(i).page);
    EXPECT_EQ(record->event.time.ps(), event_of(i).time.ps());
  }
  EXPECT_FALSE(reader.next());
}

TEST(AnnexStream, APageOfTheFirstSpaceIsItsNumberAndTheSpaceIsAbove) {
  std::stringstream text;
  AnnexStreamWriter writer(text, 16, 8);
  const AnnexEventKind kind = AnnexEventKind::kEvict;
  writer.write(base::CoreId{2}, {kind, 3, {base::SpaceId{0}, 0x2c0f}, base::Time(5)});
  writer.write(base::CoreId{2}, {kind, 3, {base::SpaceId{3}, 0x2c0f}, base::Time(6)});
  EXPECT_EQ(text.str(),
            "starnuma-annex 1\nentries 16\ncount_width 8\n"
            "2 5 e 3 2c0f\n2 6 e 3 3000002c0f\n");
}

std::string message_of(const std::string& text) {
  std::istringstream in(text);
  try {
    AnnexStreamReader reader(in, "a.annex");
    while (reader.next()) {
    }
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(AnnexStream, ABrokenLineIsNamed) {
  const std::string head = "starnuma-annex 1\nentries 16\ncount_width 8\n";
  EXPECT_EQ(message_of(head + "0 5 i 3 ff\n"), "");
  EXPECT_EQ(message_of("something\n"), "a.annex:1: 'something' is not 'starnuma-annex 1'");
  EXPECT_EQ(message_of("starnuma-annex 1\nentries 0\n"),
            "a.annex:2: 'entries 0' is not 'entries' in range");
  EXPECT_EQ(message_of(head + "0 5 x 3 ff\n"),
            "a.annex:4: '0 5 x 3 ff' is not an event (core, picoseconds, kind, slot, page)");
  EXPECT_EQ(message_of(head + "0 5 i 16 ff\n"),
            "a.annex:4: '0 5 i 16 ff' has a slot beyond the entries");
  EXPECT_EQ(message_of(head + "0 5 i 3 ffffffffff\n"), "");
  EXPECT_EQ(message_of(head + "0 5 i 3 10000000000\n"),
            "a.annex:4: '0 5 i 3 10000000000' has a page beyond the spaces");
}

}  // namespace
}  // namespace starnuma::protocol

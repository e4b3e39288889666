// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/tracker_stream.h"

#include <gtest/gtest.h>

namespace starnuma::protocol {
namespace {

TrackerStreamHeader any_header() {
  TrackerStreamHeader header{16, 4, {16, 511}, 4, 2, true, {}};
  for (std::size_t i = 0; i < header.bases.size(); ++i) header.bases[i] = i * 0x1000;
  return header;
}

TEST(TrackerStream, WhatIsWrittenIsRead) {
  const std::vector<TrackerEvent> events{
      {TrackerEventKind::kHandOver, base::Time(5), {{base::SpaceId{3}, 0x2c0f}, 9}},
      {TrackerEventKind::kRead, base::Time(6), {}, 0x4008, 0x1f0001, base::Time(80)},
      {TrackerEventKind::kAdd, base::Time(7), {}, 0x4008, 0, base::Time(7)}};
  std::stringstream text;
  TrackerStreamWriter writer(text, any_header());
  for (const TrackerEvent& event : events) writer.write(base::CoreId{2}, event);
  TrackerStreamReader reader(text, "a.tracker");
  EXPECT_EQ(reader.header().counter.max, 511u);
  EXPECT_EQ(reader.header().bases, any_header().bases);
  EXPECT_TRUE(reader.header().add_at_home);
  for (const TrackerEvent& event : events) {
    const auto record = reader.next();
    ASSERT_TRUE(record);
    EXPECT_EQ(record->core, base::CoreId{2});
    EXPECT_EQ(record->event.kind, event.kind);
    EXPECT_EQ(record->event.time, event.time);
    EXPECT_EQ(record->event.hand_over, event.hand_over);
    EXPECT_EQ(record->event.address, event.address);
    EXPECT_EQ(record->event.word, event.word);
    EXPECT_EQ(record->event.done, event.done);
  }
  EXPECT_FALSE(reader.next());
}

std::string tracker_message_of(const std::string& line) {
  std::stringstream text;
  TrackerStreamWriter(text, any_header());
  text << line << '\n';
  text.seekg(0);
  try {
    TrackerStreamReader reader(text, "a.tracker");
    while (reader.next()) {
    }
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(TrackerStream, ABrokenLineIsNamed) {
  EXPECT_EQ(tracker_message_of("0 5 h 2c0f 9"), "");
  EXPECT_EQ(tracker_message_of("0 5 r 4000 1f 9"), "");
  EXPECT_EQ(
      tracker_message_of("0 5 x 2c0f 9"),
      "a.tracker:10: '0 5 x 2c0f 9' is not an event (core, picoseconds, h page count, or r or a "
      "address word done)");
  EXPECT_EQ(tracker_message_of("0 5 h 10000000000 9"),
            "a.tracker:10: '0 5 h 10000000000 9' has a page beyond the spaces");
  EXPECT_EQ(tracker_message_of("0 5 h 2c0f 512"),
            "a.tracker:10: '0 5 h 2c0f 512' counts beyond count_max");
  EXPECT_EQ(tracker_message_of("64 5 h 2c0f 9"),
            "a.tracker:10: '64 5 h 2c0f 9' has a core beyond the sockets");
  std::istringstream other("starnuma-tracker 1\nsockets 33\n");
  EXPECT_THROW(TrackerStreamReader(other, "a"), base::InputError);
}

}  // namespace
}  // namespace starnuma::protocol

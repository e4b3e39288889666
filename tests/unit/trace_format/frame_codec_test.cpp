// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/frame_codec.h"

#include <gtest/gtest.h>

#include <random>

#include "models/base/check.h"
#include "tests/unit/trace_format/records.h"

namespace starnuma::trace {
namespace {

std::vector<std::uint8_t> padded(std::vector<std::uint8_t> bytes) {
  bytes.resize(bytes.size() + kPadding);
  return bytes;
}

/// Returns `records` after encoding and decoding.
std::vector<Record> through(const std::vector<Record>& records, const Progress& progress = {}) {
  FrameEncoder encoder;
  encoder.begin(progress);
  for (const Record& record : records) encoder.add(record);
  const std::vector<std::uint8_t> bytes = padded(encoder.bytes());
  FrameDecoder decoder(bytes.data(), encoder.bytes().size());
  std::vector<Record> read;
  while (!decoder.at_end()) read.push_back(decoder.next());
  return read;
}

std::string complaint(const std::vector<std::uint8_t>& bytes) {
  const std::vector<std::uint8_t> frame = padded(bytes);
  try {
    FrameDecoder decoder(frame.data(), bytes.size());
    while (!decoder.at_end()) decoder.next();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FrameCodec, EveryKindOfRecordSurvivesEncoding) {
  std::vector<Record> records = {load(0x7fffdeadbeef, 8, 3),
                                 load(0, 1),
                                 load(~std::uint64_t{0}, 64),
                                 access(RecordKind::kStore, 0x1000, 32, 9),
                                 access(RecordKind::kAtomic, 0x2000, 4),
                                 access(RecordKind::kStore, 0x3003, 63)};
  records[0].after = {12, 250};
  records[1].after = {255, 0};
  records[2].after = {254, 0};
  records[3].work = kMaxWork;
  for (const RecordKind kind :
       {RecordKind::kMispredict, RecordKind::kWriteBack, RecordKind::kUpgrade,
        RecordKind::kRegionBegin, RecordKind::kRegionEnd}) {
    Record record;
    record.kind = kind;
    record.work = 5;
    if (has_address(kind)) record.address = 0xabcdef40;
    if (kind == RecordKind::kMispredict) record.after = {7, 0};
    records.push_back(record);
  }
  records.push_back(numbered(RecordKind::kEpoch, 17));
  records.push_back(numbered(RecordKind::kLeave, 40));
  records.push_back(numbered(RecordKind::kEnter, 12));
  records.push_back(numbered(RecordKind::kEnter, 90));
  EXPECT_EQ(through(records), records);
}

TEST(FrameCodec, RandomRecordsSurviveEncoding) {
  std::mt19937_64 random(1);
  std::vector<Record> records;
  for (int i = 0; i < 5000; ++i) {
    Record record = access(static_cast<RecordKind>(random() % 3), random() >> (random() % 64),
                           static_cast<std::uint8_t>(1 + random() % kMaxBytes), random() % 12);
    record.after = {static_cast<std::uint8_t>(random()),
                    static_cast<std::uint8_t>(random() % 2 == 0 ? 0 : random())};
    records.push_back(record);
  }
  EXPECT_EQ(through(records), records);
}

TEST(FrameCodec, NumbersCountOverTheWholeTraceInEveryFrame) {
  const std::vector<Record> records = {numbered(RecordKind::kEpoch, 1001),
                                       numbered(RecordKind::kLeave, 507),
                                       numbered(RecordKind::kEnter, 508)};
  EXPECT_EQ(through(records, {1, 1000, 500}), records);
}

TEST(FrameCodec, ADecoderReportsTheProgressOfItsThread) {
  FrameEncoder encoder;
  encoder.begin({100, 3, 8});
  encoder.add(load(0x1000, 8, 9));
  encoder.add(numbered(RecordKind::kLeave, 11));
  encoder.add(numbered(RecordKind::kEpoch, 4));
  const std::vector<std::uint8_t> bytes = padded(encoder.bytes());
  FrameDecoder decoder(bytes.data(), encoder.bytes().size());
  EXPECT_EQ(decoder.progress().instructions, 100U);
  while (!decoder.at_end()) decoder.next();
  EXPECT_EQ(decoder.progress().instructions, 110U);
  EXPECT_EQ(decoder.progress().epoch, 4U);
  EXPECT_EQ(decoder.progress().leaves, 12U);
}

TEST(FrameCodec, InvalidBytesAreReported) {
  EXPECT_EQ(complaint({}), "a frame without its beginning");
  EXPECT_EQ(complaint({0, 0, 0, 0}), "a record that is cut off");
  EXPECT_EQ(complaint({0, 0, 0, 7 << 2, 0, 0, 0}), "an access of no or many bytes");
  EXPECT_EQ(complaint({0, 0, 0, 7 << 2, 65, 0, 0}), "an access of no or many bytes");
  EXPECT_EQ(complaint({0, 0, 0, 7 << 5, 255, 255, 255, 255, 7, 0, 0}),
            "more work than a record may have");
  EXPECT_EQ(complaint({0, 0, 0, 3 | 15 << 2}), "an unknown record");
  EXPECT_EQ(complaint({0, 0, 0, 3 | 2 << 2}), "an unknown record");
  EXPECT_EQ(complaint({255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}),
            "a number of more than 64 bits");
}

TEST(FrameCodec, RandomBytesEndWithARecordOrAnError) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint8_t> bytes(random() % 300);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    complaint(bytes);
  }
}

}  // namespace
}  // namespace starnuma::trace

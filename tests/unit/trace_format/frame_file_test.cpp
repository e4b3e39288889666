// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/frame_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "models/base/check.h"
#include "tests/support/scratch_file.h"

namespace starnuma::trace {
namespace {

const PartName kName{0x1234, 7};

std::filesystem::path written(const std::string& name,
                              const std::vector<std::vector<std::uint8_t>>& frames) {
  const std::filesystem::path path = test::scratch_file(name);
  FrameFileWriter file(path, kName);
  for (const auto& frame : frames) file.add(frame);
  file.finish();
  return path;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the error about a file with this text.
std::string complaint(const std::string& text, PartName name = kName) {
  const std::filesystem::path path = test::scratch_file("broken.zst");
  std::ofstream(path, std::ios::binary) << text;
  try {
    const FrameFile file(path, name);
    std::vector<std::uint8_t> frame;
    for (std::size_t i = 0; i < file.frames(); ++i) file.read(i, frame);
  } catch (const base::InputError& error) {
    const std::string line = error.what();
    EXPECT_EQ(line.rfind(path.string() + ": ", 0), 0U) << line;
    EXPECT_EQ(line.find('\n'), line.npos);
    return line.substr(path.string().size() + 2);
  }
  return "";
}

TEST(FrameFile, FramesComeBackInAnyOrder) {
  const std::vector<std::uint8_t> first(1000, 1);
  const std::vector<std::uint8_t> second(kFrameBytes, 2);
  const FrameFile file(written("two.zst", {first, second}), kName);
  ASSERT_EQ(file.frames(), 2U);
  std::vector<std::uint8_t> frame;
  for (const std::size_t i : {1U, 0U}) {
    const std::size_t size = file.read(i, frame);
    const std::vector<std::uint8_t> padding(frame.begin() + static_cast<std::ptrdiff_t>(size),
                                            frame.end());
    EXPECT_EQ(padding, std::vector<std::uint8_t>(kPadding, 0));
    frame.resize(size);
    EXPECT_EQ(frame, i == 0 ? first : second);
  }
}

TEST(FrameFile, WriterAndReaderAgreeOnTheChecksum) {
  const std::filesystem::path path = test::scratch_file("sum.zst");
  FrameFileWriter writer(path, kName);
  writer.add(std::vector<std::uint8_t>(5000, 3));
  writer.finish();
  const FrameFile file(path, kName);
  EXPECT_EQ(file.checksum(), writer.checksum());
  EXPECT_EQ(file.bytes(), writer.bytes());
}

TEST(FrameFile, OtherPartsAndTracesAndVersionsAreRefused) {
  std::string text = text_of(written("whole.zst", {std::vector<std::uint8_t>(50, 1)}));
  EXPECT_EQ(complaint(text), "");
  EXPECT_EQ(complaint(text, {0x1234, 8}), "holds thread 7 and not thread 8");
  EXPECT_EQ(complaint(text, {0x1234, PartName::kPages}), "holds thread 7 and not the pages");
  EXPECT_EQ(complaint(text, {0x1235, 7}), "belongs to another trace than trace.json");
  text[16] = 9;
  EXPECT_EQ(complaint(text), "format version 9, and this program reads 1");
  text[8] = 'S';
  EXPECT_EQ(complaint(text), "not a part of a trace");
}

TEST(FrameFile, AFileThatIsCutOffAnywhereIsRefused) {
  const std::string text = text_of(
      written("whole.zst", {std::vector<std::uint8_t>(500, 1), std::vector<std::uint8_t>(500, 2)}));
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_NE(complaint(text.substr(0, size)), "") << size;
  }
  EXPECT_EQ(complaint(text.substr(0, 60)), "is cut off: no table of frames at its end");
}

TEST(FrameFile, ADamagedFrameIsNamedAndTheOthersAreWhole) {
  std::string text = text_of(
      written("whole.zst", {std::vector<std::uint8_t>(500, 1), std::vector<std::uint8_t>(500, 2)}));
  text[text.find(std::string(1, '\1'), 40)] ^= 0x55;
  EXPECT_EQ(complaint(text).rfind("frame 0 is damaged", 0), 0U) << complaint(text);
  const FrameFile file(test::scratch_file("broken.zst"), kName);
  std::vector<std::uint8_t> frame;
  EXPECT_EQ(file.read(1, frame), 500U);
}

TEST(FrameFile, ATableThatAsksForMuchIsRefusedBeforeAnythingIsAllocated) {
  const std::string text = text_of(written("whole.zst", {std::vector<std::uint8_t>(500, 1)}));
  std::string huge = text;
  huge.replace(huge.size() - 9, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(complaint(huge), "damaged: its table does not fit");
  std::string large = text;
  large.replace(large.size() - 9 - 4, 4, "\x01\x00\x04\x00", 4);
  EXPECT_EQ(complaint(large).substr(0, 26), "frame 1 holds 262145 bytes");
  std::string shifted = text;
  shifted[shifted.size() - 9 - 8] ^= 1;
  EXPECT_EQ(complaint(shifted), "damaged: its table does not fit");
}

}  // namespace
}  // namespace starnuma::trace

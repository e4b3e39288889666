// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/fst_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "models/base/check.h"
#include "tests/support/fst_reader.h"
#include "tests/support/scratch_file.h"

namespace starnuma::wave {
namespace {

using base::Time;
using test::FstContents;

void write_example(const std::filesystem::path& path) {
  FstFile file(path);
  file.open_scope("machine");
  file.open_scope("home");
  const auto text = file.text("lane");
  const auto number = file.number("lane_id", 64);
  file.close_scope();
  const auto state = file.enumeration("state", {"idle", "shared", "owned"});
  file.close_scope();
  file.at(Time(5));
  file.set(text, std::string_view("#7 GetS 0x40"));
  file.set(number, std::uint64_t{7});
  file.set(state, std::uint64_t{2});
  file.at(Time(9));
  file.set(text, std::string_view{});
  file.set(number, std::uint64_t{0});
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(FstFile, ReadsBackByObjectPath) {
  const auto path = test::scratch_file("read_back.fst");
  write_example(path);
  const FstContents waves(path);
  EXPECT_EQ(waves.names(), (std::vector<std::string>{"machine.home.lane", "machine.home.lane_id",
                                                     "machine.state"}));
  const auto& lane = waves.changes("machine.home.lane");
  ASSERT_EQ(lane.size(), 2u);
  EXPECT_EQ(lane[0], FstContents::Change(5, "#7 GetS 0x40"));
  EXPECT_EQ(lane[1], FstContents::Change(9, ""));
  EXPECT_EQ(waves.numbers("machine.home.lane_id"), std::vector<std::uint64_t>{7});
  EXPECT_EQ(waves.numbers("machine.state"), std::vector<std::uint64_t>{2});
}

TEST(FstFile, EqualCallsGiveEqualBytes) {
  write_example(test::scratch_file("first.fst"));
  write_example(test::scratch_file("second.fst"));
  EXPECT_EQ(bytes_of(test::scratch_file("first.fst")), bytes_of(test::scratch_file("second.fst")));
}

TEST(FstFile, AnEventOlderThanWhatIsWrittenIsFatal) {
  FstFile file(test::scratch_file("late.fst"));
  file.text("lane");
  file.at(Time(10));
  file.at(Time(10));
  EXPECT_THROW(file.at(Time(9)), base::InvariantError);
}

TEST(FstFile, AFileThatCannotBeWrittenIsBadInput) {
  EXPECT_THROW(FstFile("/nonexistent/folder/x.fst"), base::InputError);
}

}  // namespace
}  // namespace starnuma::wave

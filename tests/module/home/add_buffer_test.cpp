// SPDX-License-Identifier: Apache-2.0
// The buffer of lines that were added to, against a list of lines and flags.
#include "models/home/add_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

#include "models/base/random.h"

namespace starnuma::home::add_buffer_test {
namespace {

struct Reference {
  std::size_t capacity;
  std::list<std::pair<std::uint64_t, bool>> lines;  ///< Oldest first, with its dirty flag.

  bool take(std::uint64_t line) {
    for (auto one = lines.begin(); one != lines.end(); ++one) {
      if (one->first != line) continue;
      const bool dirty = one->second;
      lines.erase(one);
      return dirty;
    }
    return false;
  }
  std::optional<base::LineAddress> add(std::uint64_t line, bool changed) {
    const bool was_dirty = take(line);
    lines.emplace_back(line, was_dirty || changed);
    if (lines.size() <= capacity) return std::nullopt;
    const auto oldest = lines.front();
    lines.pop_front();
    return oldest.second ? std::optional(base::LineAddress{oldest.first}) : std::nullopt;
  }
};

/// Number of lines that the buffer holds.
class AddBufferOf : public testing::TestWithParam<int> {};

TEST_P(AddBufferOf, AgreesWithAListOverRandomAdditions) {
  AddBuffer buffer(GetParam());
  Reference reference{static_cast<std::size_t>(GetParam()), {}};
  base::Random random(2);
  for (int step = 0; step < 3000; ++step) {
    const std::uint64_t line = random.below(8);
    if (random.below(6) == 0) {
      buffer.drop({line});
      reference.take(line);
    } else {
      const bool changed = random.below(3) == 0;
      ASSERT_EQ(buffer.add({line}, changed), reference.add(line, changed)) << step;
    }
    for (std::uint64_t one = 0; one < 8; ++one) {
      const bool held = std::any_of(reference.lines.begin(), reference.lines.end(),
                                    [&](const auto& entry) { return entry.first == one; });
      ASSERT_EQ(buffer.holds({one}), held) << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lines, AddBufferOf, testing::Values(0, 1, 2, 5, 8));

}  // namespace
}  // namespace starnuma::home::add_buffer_test

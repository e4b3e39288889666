// SPDX-License-Identifier: Apache-2.0
// Frames of a node and of a zone with a limit and ranges that come, close, reopen and go, against
// lists.
#include <algorithm>
#include <vector>

#include "models/paging/frame_pool.h"
#include "tests/support/property.h"

namespace starnuma::paging::frame_pool_property_test {
namespace {

using base::NodeId;
using test::Operation;

constexpr NodeId kNode{1};
constexpr std::uint64_t kLimit = 6;       ///< Frames of the node itself.
constexpr std::uint64_t kFirst = 1'000;   ///< First frame of the zone's ranges.
constexpr std::uint64_t kDistance = 100;  ///< Distance of two ranges.

std::uint64_t number(base::Frame frame) { return frame.first_line.in_node() / base::kLinesPerPage; }

/// Reference: a list of ranges in order of addition, each frame with its state.
struct Reference {
  enum class State { kFresh, kHeld, kFreed };
  struct Range {
    std::uint64_t first;
    std::vector<State> frames;
    bool closed = false;

    std::uint64_t count(State state) const {
      return static_cast<std::uint64_t>(std::count(frames.begin(), frames.end(), state));
    }
  };
  std::vector<Range> ranges;
  std::vector<std::uint64_t> freed;  ///< Latest last.

  Range* range_of(std::uint64_t frame) {
    for (Range& range : ranges) {
      if (range.first <= frame && frame < range.first + range.frames.size()) return &range;
    }
    return nullptr;
  }
  State& state(std::uint64_t frame) {
    Range& range = *range_of(frame);
    return range.frames[frame - range.first];
  }
  std::uint64_t free() const {
    std::uint64_t sum = 0;
    for (const Range& range : ranges) {
      if (!range.closed) sum += range.frames.size() - range.count(State::kHeld);
    }
    return sum;
  }
  std::uint64_t held() const {
    std::uint64_t sum = 0;
    for (const Range& range : ranges) sum += range.count(State::kHeld);
    return sum;
  }
  std::vector<std::uint64_t> all_held() const {
    std::vector<std::uint64_t> all;
    for (const Range& range : ranges) {
      for (std::size_t i = 0; i < range.frames.size(); ++i) {
        if (range.frames[i] == State::kHeld) all.push_back(range.first + i);
      }
    }
    return all;
  }
  /// Returns the frame to allocate next. Precondition: one is free.
  std::uint64_t next() {
    for (auto frame = freed.rbegin(); frame != freed.rend(); ++frame) {
      if (!range_of(*frame)->closed) return *frame;
    }
    for (const Range& range : ranges) {
      const auto fresh = std::find(range.frames.begin(), range.frames.end(), State::kFresh);
      if (range.closed || fresh == range.frames.end()) continue;
      return range.first + static_cast<std::uint64_t>(fresh - range.frames.begin());
    }
    return 0;
  }
  void take(std::uint64_t frame) {
    freed.erase(std::remove(freed.begin(), freed.end(), frame), freed.end());
    state(frame) = State::kHeld;
  }
  void drop(std::size_t r) {
    const std::uint64_t first = ranges[r].first;
    const std::uint64_t end = first + ranges[r].frames.size();
    freed.erase(std::remove_if(freed.begin(), freed.end(),
                               [&](std::uint64_t f) { return first <= f && f < end; }),
                freed.end());
    ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(r));
  }
};

class Bench {
 public:
  Bench() : pool_(2), zone_(pool_.add_zone(kNode, {})) { pool_.limit({kLimit, kLimit}); }

  static constexpr int kKinds = 11;
  void apply(const Operation& operation) {
    Reference& zone = reference_;
    const auto a = static_cast<std::size_t>(operation.a);
    const std::size_t r = zone.ranges.empty() ? 0 : a % zone.ranges.size();
    switch (operation.kind) {
      case 0:
        return add(1 + static_cast<std::uint64_t>(operation.b % 5));
      case 1:
      case 2:
      case 3:
        return free() > 0 ? take() : void();
      case 4:
      case 5:
        return free_one(zone.all_held(), a);
      case 6:
        return zone.ranges.empty() ? void() : close(r, operation.b % 2 == 0);
      case 7:
        return zone.ranges.empty() ? void() : remove(r);
      case 8:
        return zone.ranges.empty() || operation.b % 4 != 0 ? void() : drop(r);
      case 9:
        return limit(static_cast<std::uint64_t>(operation.b % 12));
      default:
        return outside(operation);
    }
  }
  void check() {
    RC_ASSERT(pool_.free_on(zone_) == free());
    RC_ASSERT(pool_.used_on(zone_) == reference_.held());
    RC_ASSERT(pool_.outside_zones(kNode) == fresh_outside_);
    RC_ASSERT(pool_.used_on(kNode) == reference_.held() + outside_.size());
    std::uint64_t size = 0;
    for (const Reference::Range& range : reference_.ranges) {
      size += range.frames.size();
      RC_ASSERT(pool_.used_in(zone_, range.first) == range.count(Reference::State::kHeld));
      RC_ASSERT(pool_.closed({base::LineAddress::of(kNode, range.first * base::kLinesPerPage)}) ==
                range.closed);
    }
    RC_ASSERT(pool_.size_of_zone(zone_) == size);
    if (free() > 0) RC_ASSERT(number(pool_.next(zone_)) == reference_.next());
  }

 private:
  /// Returns the free frames of the zone within its limit.
  std::uint64_t free() const {
    const std::uint64_t held = reference_.held();
    return std::min(reference_.free(), limit_ > held ? limit_ - held : 0);
  }
  void limit(std::uint64_t frames) {
    limit_ = frames;
    pool_.limit({kLimit, kLimit, frames});
  }
  void add(std::uint64_t frames) {
    const std::uint64_t first = kFirst + kDistance * added_++;
    pool_.add_range(zone_, {first, frames});
    reference_.ranges.push_back({first, std::vector<Reference::State>(frames)});
  }
  void take() {
    const std::uint64_t expected = reference_.next();
    RC_ASSERT(number(pool_.take(zone_)) == expected);
    reference_.take(expected);
  }
  void free_one(const std::vector<std::uint64_t>& held, std::size_t which) {
    if (held.empty()) return;
    const std::uint64_t frame = held[which % held.size()];
    pool_.free_frame({base::LineAddress::of(kNode, frame * base::kLinesPerPage)});
    reference_.state(frame) = Reference::State::kFreed;
    reference_.freed.push_back(frame);
  }
  void close(std::size_t r, bool close) {
    Reference::Range& range = reference_.ranges[r];
    close ? pool_.close_range(zone_, range.first) : pool_.open_range(zone_, range.first);
    range.closed = close;
  }
  void remove(std::size_t r) {
    const Reference::Range& range = reference_.ranges[r];
    const bool empty = range.count(Reference::State::kHeld) == 0;
    RC_ASSERT(pool_.remove_range(zone_, range.first) == empty);
    if (empty) reference_.drop(r);
  }
  void drop(std::size_t r) {
    pool_.drop_range(zone_, reference_.ranges[r].first);
    reference_.drop(r);
  }
  /// Takes or frees a frame of the node that is in no zone.
  void outside(const Operation& operation) {
    if (operation.b % 2 == 0 && outside_.size() < kLimit) {
      const base::Frame frame = pool_.take(kNode);
      if (freed_outside_.empty()) {
        RC_ASSERT(number(frame) == fresh_outside_++);
      } else {
        RC_ASSERT(number(frame) == freed_outside_.back());
        freed_outside_.pop_back();
      }
      outside_.push_back(number(frame));
    } else if (!outside_.empty()) {
      const auto at = outside_.begin() + operation.a % static_cast<int>(outside_.size());
      pool_.free_frame({base::LineAddress::of(kNode, *at * base::kLinesPerPage)});
      freed_outside_.push_back(*at);
      outside_.erase(at);
    }
  }

  FramePool pool_;
  NodeId zone_;
  Reference reference_;
  std::uint64_t limit_ = ~std::uint64_t{0};  ///< Limit of the zone; at first it has none.
  std::uint64_t added_ = 0;
  std::vector<std::uint64_t> outside_;  ///< Frames in use outside the zone.
  std::vector<std::uint64_t> freed_outside_;
  std::uint64_t fresh_outside_ = 0;
};

TEST(FramePool, AgreesWithListsOverRandomOperations) {
  test::check_property(Bench::kKinds, 300, 120, [](const std::vector<Operation>& operations) {
    Bench bench;
    for (const Operation& operation : operations) {
      bench.apply(operation);
      bench.check();
    }
  });
}

}  // namespace
}  // namespace starnuma::paging::frame_pool_property_test

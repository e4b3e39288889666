// SPDX-License-Identifier: Apache-2.0
// Pages that move, get copies, are cached, unmapped and lost, against a list of their frames.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "models/paging/page_map.h"
#include "tests/support/property.h"

namespace starnuma::paging::page_map_property_test {
namespace {

using base::NodeId;
using base::Time;
using test::Operation;

constexpr int kSockets = 2;
constexpr int kNodes = 3;
constexpr std::uint64_t kPages = 5;
constexpr std::uint64_t kLimit = 14;  ///< Frames of each node.

/// Reference: what a page has.
struct Page {
  base::Frame frame;
  std::optional<base::Frame> kept;
  std::map<int, base::Frame> copies;
  bool read_only = false;
  bool present = true;
  bool lost = false;
  Time settled;

  bool may_move() const { return !read_only && !lost; }
};

class Bench {
 public:
  Bench() : map_(std::vector<NodeId>(kPages, NodeId{0}), kNodes, kSockets) {
    map_.make_movable(std::vector<std::uint64_t>(kNodes, kLimit));
    for (std::uint64_t page = 0; page < kPages; ++page) pages_[page].frame = map_.frame_of(page);
    for (int n = 0; n < kNodes; ++n) {
      const auto node = static_cast<NodeId>(n);
      of_tables_[index(node)] = map_.memory().used_on(node) - map_.pages_on(node);
    }
  }

  static constexpr int kKinds = 9;
  void apply(const Operation& operation) {
    const std::uint64_t number = static_cast<std::uint64_t>(operation.a) % kPages;
    Page& page = pages_[number];
    now_ += Time(1 + operation.b % 3);
    const auto node = static_cast<NodeId>(operation.b % kNodes);
    switch (operation.kind) {
      case 0:
        return move(number, page, node);
      case 1:
        return cache(number, page, node);
      case 2:
        return uncache(number, page);
      case 3:
        return protect(number, page);
      case 4:
        return copy(number, page, operation.b % kSockets);
      case 5:
        return collapse(number, page);
      case 6:
        return unmap(number, page);
      case 7:
        return map(number, page);
      default:
        return operation.b % 8 == 0 ? lose(number, page) : hold(number, page);
    }
  }
  void check() const {
    std::array<std::uint64_t, kNodes> used{};
    std::set<std::uint64_t> distinct;
    std::uint64_t frames = 0;
    std::uint64_t copies = 0;
    const auto uses = [&](base::Frame frame) {
      ++used[index(frame.first_line.node())];
      distinct.insert(frame.first_line.value);
      ++frames;
    };
    for (std::uint64_t number = 0; number < kPages; ++number) {
      const Page& page = pages_[number];
      check(number, page);
      if (!page.lost) uses(page.frame);
      if (page.kept) uses(*page.kept);
      for (const auto& [socket, frame] : page.copies) uses(frame);
      copies += page.copies.size();
    }
    RC_ASSERT(distinct.size() == frames);
    RC_ASSERT(map_.copies() == copies);
    for (int n = 0; n < kNodes; ++n) {
      const auto node = static_cast<NodeId>(n);
      const std::uint64_t all = used[index(node)] + lost_[index(node)] + of_tables_[index(node)];
      RC_ASSERT(map_.pages_on(node) == used[index(node)]);
      RC_ASSERT(map_.memory().used_on(node) == all);
      RC_ASSERT(map_.free_on(node) == kLimit - all);
    }
  }

 private:
  static std::size_t index(NodeId node) { return static_cast<std::size_t>(node); }

  void check(std::uint64_t number, const Page& page) const {
    RC_ASSERT(map_.frame_of(number).first_line == page.frame.first_line);
    RC_ASSERT(map_.home_of(number) == page.frame.first_line.node());
    RC_ASSERT(map_.read_only(number) == page.read_only);
    RC_ASSERT(map_.present(number) == (page.present && !page.lost));
    RC_ASSERT(map_.lost(number) == page.lost);
    RC_ASSERT(map_.settled_at(number) == page.settled);
    std::uint32_t sockets = 0;
    for (int socket = 0; socket < kSockets; ++socket) {
      const auto copy = page.copies.find(socket);
      const base::Frame frame = copy == page.copies.end() ? page.frame : copy->second;
      const PageMap::Translation found = map_.translation_for(number, socket);
      RC_ASSERT(found.frame.first_line == frame.first_line);
      RC_ASSERT(found.read_only == page.read_only);
      if (copy != page.copies.end()) sockets |= std::uint32_t{1} << socket;
    }
    RC_ASSERT(map_.copies_of(number) == sockets);
  }

  void move(std::uint64_t number, Page& page, NodeId node) {
    if (!page.may_move() || page.kept || map_.free_on(node) == 0) return;
    page.frame = map_.next_frame(node);
    map_.move(number, node, now_);
    page.settled = now_;
  }
  void cache(std::uint64_t number, Page& page, NodeId node) {
    if (!page.may_move() || page.kept || map_.free_on(node) == 0) return;
    page.kept = page.frame;
    page.frame = map_.allocate_frame(node);
    map_.cache(number, page.frame, now_);
    RC_ASSERT(map_.kept_frame(number).first_line == page.kept->first_line);
    page.settled = now_;
  }
  void uncache(std::uint64_t number, Page& page) {
    if (!page.may_move() || !page.kept) return;
    map_.uncache(number, now_);
    page.frame = *page.kept;
    page.kept.reset();
    page.present = false;
    page.settled = now_;
  }
  void protect(std::uint64_t number, Page& page) {
    if (page.lost || page.kept) return;
    map_.protect(number, now_);
    page.read_only = true;
    page.settled = now_;
  }
  void copy(std::uint64_t number, Page& page, int socket) {
    const auto node = static_cast<NodeId>(socket);
    if (!page.read_only || page.copies.count(socket) > 0 || map_.free_on(node) == 0) return;
    const base::Frame frame = map_.allocate_frame(node);
    map_.add_copy(number, socket, frame);
    page.copies[socket] = frame;
  }
  void collapse(std::uint64_t number, Page& page) {
    if (!page.read_only) return;
    RC_ASSERT(map_.collapse(number, now_) == page.copies.size());
    page.copies.clear();
    page.read_only = false;
    page.settled = now_;
  }
  void unmap(std::uint64_t number, Page& page) {
    if (!page.may_move()) return;
    map_.unmap(number);
    page.present = false;
  }
  /// A page that is not held is accessible not before its last move has settled.
  void map(std::uint64_t number, Page& page) {
    if (page.lost || page.present) return;
    const Time settled = now_ - Time(1);
    page.settled = map_.held(number) ? settled : std::max(page.settled, settled);
    map_.map(number, settled);
    page.present = true;
  }
  void hold(std::uint64_t number, Page& page) {
    if (page.lost || page.present) return;
    map_.hold(number);
    page.settled = map_.settled_at(number);
    RC_ASSERT(map_.held(number));
  }
  void lose(std::uint64_t number, Page& page) {
    if (!page.may_move() || page.kept) return;
    map_.lose(number);
    page.lost = true;
    ++lost_[index(page.frame.first_line.node())];
  }

  PageMap map_;
  std::array<Page, kPages> pages_;
  std::array<std::uint64_t, kNodes> of_tables_{};  ///< Frames of page tables.
  std::array<std::uint64_t, kNodes> lost_{};       ///< Frames that no page has any more.
  Time now_;
};

TEST(PageMap, AgreesWithAListOverRandomOperations) {
  test::check_property(Bench::kKinds, 300, 120, [](const std::vector<Operation>& operations) {
    Bench bench;
    for (const Operation& operation : operations) {
      bench.apply(operation);
      bench.check();
    }
  });
}

}  // namespace
}  // namespace starnuma::paging::page_map_property_test

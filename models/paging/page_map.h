// SPDX-License-Identifier: Apache-2.0
// Pages of one address space: page number to frame.
//
// Contract:
// - Pages are named by number within the space of the map.
// - Placement selects a home node per page. Frames are allocated in page order, so equal placements
//   give equal addresses.
// - All maps of one memory share a frame pool. Maps cannot be copied.
// - Each host of the space has its own page table (page_table.h).
// - Pages move only after make_movable(). The caller of move() has shot down the translations and
//   passes the time from which the page is accessible.
// - Read-only copies: after protect() each socket translates the page to its own copy, or to the
//   page's frame, until collapse().
// - An unmapped page has no valid entry until map(), which restores the same frame.
// - Demand paging: pages are absent and have no frame until allocate(). Their tables exist, and
//   home_of() is the intended home.
// - lose() removes a page's frame with its contents. The page stays absent permanently.
// - Pure function: no SystemC.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/paging/frame_pool.h"
#include "models/paging/page_table.h"

namespace starnuma::paging {

/// Time of frame allocation: at construction, or per page on demand.
enum class Frames : std::uint8_t { kAtOnce, kOnDemand };
/// Allowed locations of a space's pages and page tables.
struct SpaceLocation {
  int host = 0;  ///< Host of the program, or the first of several hosts.
  /// Number of PTEs per page-table page after scaling, 8 to 512. Fewer than 512 if the program
  /// represents a larger one.
  int table_entries = 512;
  /// Sockets of each page table. Each host of the program has its own table.
  std::vector<std::vector<base::NodeId>> table_sockets;
  /// Table by socket; empty if there is only one table.
  std::vector<int> table_of_socket = {};
  /// Zone by node from which pages allocate; empty: the node's own frames.
  std::vector<base::NodeId> zones = {};
  bool tables_in_zones = false;  ///< Tables are in zones, otherwise in the sockets' own frames.

  static SpaceLocation of_sockets(int sockets);
};

class PageMap {
 public:
  /// Marks a node that the space must not use.
  static constexpr base::NodeId kNoZone{0xffff};
  static constexpr int kLevels = PageTable::kLevels;
  static constexpr int kEntryShift = PageTable::kEntryShift;

  /// `home_of_page[v]` is the node or zone of virtual page v. Nodes number sockets first, then pool
  /// devices. Page tables lie on sockets only. Pages on devices of the decoder's interleave set
  /// share the frames of its first device.
  PageMap(const std::vector<base::NodeId>& home_of_page, int nodes, int sockets,
          HdmDecoder decoder = {}, base::SpaceId space = {});
  /// Constructs a map in memory that it shares with other maps.
  PageMap(const std::vector<base::NodeId>& home_of_page, std::shared_ptr<FramePool> memory,
          SpaceLocation place, base::SpaceId space, Frames frames = Frames::kAtOnce);
  PageMap(PageMap&&) = default;
  PageMap& operator=(PageMap&&) = default;

  base::SpaceId space() const { return space_; }
  int host() const { return place_.host; }
  /// Zones by node, see SpaceLocation.
  const std::vector<base::NodeId>& zones() const { return place_.zones; }
  /// Returns the node or zone from which pages of `node` allocate.
  base::NodeId zone_of(base::NodeId node) const {
    const auto n = static_cast<std::size_t>(node);
    return n < place_.zones.size() ? place_.zones[n] : node;
  }
  const FramePool& memory() const { return *memory_; }
  const HdmDecoder& decoder() const { return memory_->decoder(); }
  /// Returns the line of a byte in a frame.
  base::LineAddress line_at(base::Frame frame, std::uint64_t page_offset) const {
    return memory_->decoder().line_at(frame, page_offset);
  }
  base::Frame frame_of(std::uint64_t page) const { return frames_[page]; }
  std::uint64_t pages() const { return frames_.size(); }
  /// Returns the table that a socket walks.
  int table_of(int socket) const {
    return place_.table_of_socket.empty()
               ? 0
               : place_.table_of_socket[static_cast<std::size_t>(socket)];
  }
  int tables() const { return static_cast<int>(tables_.size()); }
  /// Returns the line of the level-`level` entry that translates `page`. Level 0 holds the frames.
  base::LineAddress entry_line(std::uint64_t page, int level, int table = 0) const {
    return tables_[static_cast<std::size_t>(table)].entry_line(page, level);
  }
  /// Allocates a frame for the system itself.
  base::Frame reserve(base::NodeId node) { return memory_->take(node); }
  /// Returns the number of frames ever allocated on a node, including page tables and other maps.
  std::uint64_t frames_on(base::NodeId node) const { return memory_->frames_on(node); }

  /// Allows pages to move and sets the limit of frames currently in use for each node.
  void make_movable(std::vector<std::uint64_t> frame_limits);
  /// Allows pages to move in a memory whose limits are already set.
  void make_movable();
  bool movable() const { return movable_; }
  /// Returns the frame limit of a node, which its directory covers.
  std::uint64_t frame_limit(base::NodeId node) const { return memory_->frame_limit(node); }
  /// Returns the number of free frames of a node. Precondition: the map is movable.
  std::uint64_t free_on(base::NodeId node) const {
    const base::NodeId zone = zone_of(node);
    return zone == kNoZone ? 0 : memory_->free_on(zone);
  }
  base::NodeId home_of(std::uint64_t page) const { return frames_[page].first_line.node(); }
  /// Moves an uncached page like move(), but retains its previous frame until uncache().
  void cache(std::uint64_t page, base::Frame frame, base::Time settled);
  /// Returns the retained frame of a cached page.
  base::Frame kept_frame(std::uint64_t page) const { return kept_.at(page); }
  /// Returns a cached page to its retained frame, accessible from `settled` on, and unmaps it.
  void uncache(std::uint64_t page, base::Time settled);
  /// Returns the number of the space's pages on a node, including copies. Pages of an interleave
  /// set count for its first device.
  std::uint64_t pages_on(base::NodeId node) const {
    return pages_on_[static_cast<std::size_t>(node)];
  }
  std::vector<base::NodeId> homes() const;
  /// Returns the frame that the next page moved to `node` will get. Precondition: a frame is free.
  base::Frame next_frame(base::NodeId node) const;
  /// Moves the page to a frame from allocate_frame(), accessible from `settled` on. Frees its
  /// previous frame.
  void move(std::uint64_t page, base::Frame frame, base::Time settled);
  void move(std::uint64_t page, base::NodeId node, base::Time settled) {
    move(page, allocate_frame(node), settled);
  }
  struct Translation {
    base::Frame frame;
    bool read_only;
  };
  /// Returns the result of a page walk on a socket.
  Translation translation_for(std::uint64_t page, int socket) const {
    if (!read_only(page)) return {seen_by(socket, frames_[page]), false};
    return {copy_for(page, socket), true};
  }
  bool read_only(std::uint64_t page) const { return !read_only_.empty() && read_only_[page] != 0; }
  /// Makes the page read-only from `settled` on. Precondition: the map is movable.
  void protect(std::uint64_t page, base::Time settled);
  /// Allocates a frame for an incoming page or a copy. Precondition: a frame is free.
  base::Frame allocate_frame(base::NodeId node);
  void free_frame(base::Frame frame) {
    memory_->free_frame(frame);
    --count_of(frame);
  }
  /// Registers a socket's copy. Precondition: the page is protected.
  void add_copy(std::uint64_t page, int socket, base::Frame frame);
  /// Invalidates and deallocates all copies and makes the page writable from `settled` on; returns
  /// the number of copies.
  std::uint64_t collapse(std::uint64_t page, base::Time settled);
  /// Returns the bit mask of sockets with a copy.
  std::uint32_t copies_of(std::uint64_t page) const;
  /// Number of copies of all pages.
  std::uint64_t copies() const { return copies_in_use_; }

  /// Unmaps a page, so that its next access faults. The caller invalidates the translations.
  /// Precondition: the map is movable.
  void unmap(std::uint64_t page);
  /// Maps an unmapped page, accessible from `settled` on.
  void map(std::uint64_t page, base::Time settled);
  /// Allocates a frame of `node` for a page without one. The page stays absent.
  base::Frame allocate(std::uint64_t page, base::NodeId node);
  bool allocated(std::uint64_t page) const {
    return absent_.empty() || absent_[page] < kWithoutFrame;
  }
  /// Drops a page's memory without freeing the frame. The caller invalidates the translations.
  /// Preconditions: the map is movable; the page has no copies.
  void lose(std::uint64_t page);
  bool lost(std::uint64_t page) const { return !absent_.empty() && absent_[page] == kLost; }
  /// Returns the pages with frames in the range, in ascending order.
  std::vector<std::uint64_t> pages_in(base::NodeId node, FrameRange range) const;
  bool present(std::uint64_t page) const { return absent_.empty() || absent_[page] == 0; }
  /// Returns true if any page is or was absent.
  bool unmaps() const { return !absent_.empty(); }

  /// Blocks accesses to the page until move(), map() or a similar call sets its accessible time.
  void hold(std::uint64_t page) { settled_[page] = kNever; }
  bool held(std::uint64_t page) const { return movable() && settled_[page] == kNever; }
  /// Returns the time from which the page is accessible.
  base::Time settled_at(std::uint64_t page) const {
    return movable() ? settled_[page] : base::Time(0);
  }

 private:
  static constexpr base::Time kNever{INT64_MAX};
  static constexpr std::uint8_t kUnmapped = 1;
  static constexpr std::uint8_t kWithoutFrame = 2;
  static constexpr std::uint8_t kLost = 3;

  base::Frame copy_for(std::uint64_t page, int socket) const;
  base::Frame seen_by(int socket, base::Frame frame) const {
    const HostMap* hosts = memory_->hosts();
    return hosts == nullptr ? frame : hosts->seen_by(static_cast<base::SocketId>(socket), frame);
  }
  std::uint64_t& count_of(base::Frame frame) {
    return pages_on_[static_cast<std::size_t>(frame.first_line.node())];
  }

  std::shared_ptr<FramePool> memory_;
  SpaceLocation place_;
  base::SpaceId space_;
  bool movable_ = false;
  std::vector<std::uint64_t> pages_on_;  ///< Number of pages by node.
  std::vector<base::Time> settled_;      ///< Accessible time by page.
  /// Read-only flag by page; empty if no page was ever protected.
  std::vector<std::uint8_t> read_only_;
  /// Nonzero for absent pages; empty if no page was ever absent.
  std::vector<std::uint8_t> absent_;
  /// Frames of copies by page and socket.
  std::map<std::uint64_t, std::map<int, base::Frame>> copies_;
  std::uint64_t copies_in_use_ = 0;
  std::map<std::uint64_t, base::Frame> kept_;  ///< Retained frames by cached page.
  std::vector<base::Frame> frames_;
  std::vector<PageTable> tables_;
};

}  // namespace starnuma::paging

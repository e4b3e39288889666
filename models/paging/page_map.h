// SPDX-License-Identifier: Apache-2.0
// The page table of one address space: page number -> frame, and where the table itself lies.
//
// Contract: pages go by their number, the space is the map's. Placement decides a home node per
// page; frames are taken in page order, node by node, so equal placements give equal addresses.
// Maps of one memory share a frame pool, which must not be copied: neither is a map. The radix
// table (512 entries a page) lies in frames of sockets, page by page where one of the pages that it
// covers lies, drawn by its number: as if that one had been touched first. Pages move only after
// make_movable(): a move takes the frame freed last on the node, or else the next one, and tells
// from when on the page may be accessed. Whoever moves a page has taken its translations away. A
// page may have read-only copies on sockets, after protect(): each socket then translates it to its
// own copy or else to the page's own frame, for reading only, until collapse(). A page may be
// unmapped: walks find nothing until it is mapped again, in the same frame. Pages of a map on
// demand are absent and have no frame until allocate(); their tables are there, and home_of() is
// where they would lie. A page may lose its frame, with all that was in it, to whoever takes the
// memory away: it is absent for good. Pure function: no SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "models/base/ids.h"
#include "models/base/page_id.h"
#include "models/base/quantities.h"
#include "models/paging/frame_pool.h"

namespace starnuma::paging {

/// When pages get their frames: as the map is made, or one by one.
enum class Frames : std::uint8_t { kAtOnce, kOnDemand };
/// Where a space's pages and page tables may lie.
struct SpacePlace {
  int host = 0;  ///< Of its program, or the first of several.
  /// Entries of a page table that lie together, 8 to 512: fewer than a page of them where a program
  /// stands for a larger one, of which these would be a page.
  int table_entries = 512;
  /// The sockets that page tables lie on, by table: each host of the program has its own.
  std::vector<std::vector<base::NodeId>> table_sockets;
  /// By socket: the table that it walks; empty: the only one.
  std::vector<int> table_of_socket = {};
  /// By node: the zone that pages meant for it take frames of; empty: the node's own frames.
  std::vector<base::NodeId> zones = {};
  bool tables_in_zones = false;  ///< Or else in sockets' own frames.

  static SpacePlace of_sockets(int sockets);
};

class PageMap {
 public:
  /// Of a node that the space may not use.
  static constexpr base::NodeId kNoZone{0xffff};
  static constexpr int kLevels = 4;
  static constexpr int kEntryShift = 9;  ///< 512 eight-byte entries in a table page.

  /// At most so many frames on one socket does a page table over so many pages take.
  static std::uint64_t tables_for(std::uint64_t pages);

  /// `home_of_page[v]` is the node of virtual page v, or a zone. Nodes count sockets first, then
  /// pool devices; page tables lie on sockets only. Pages of all devices of the decoder's
  /// interleave set share the frames of its first one.
  PageMap(const std::vector<base::NodeId>& home_of_page, int nodes, int sockets,
          HdmDecoder decoder = {}, base::SpaceId space = {});
  /// In the same memory as others.
  PageMap(const std::vector<base::NodeId>& home_of_page, std::shared_ptr<FramePool> memory,
          SpacePlace place, base::SpaceId space, Frames frames = Frames::kAtOnce);
  PageMap(PageMap&&) = default;
  PageMap& operator=(PageMap&&) = default;

  base::SpaceId space() const { return space_; }
  int host() const { return place_.host; }
  /// By node, see SpacePlace.
  const std::vector<base::NodeId>& zones() const { return place_.zones; }
  /// What pages meant for a node take frames of.
  base::NodeId zone_of(base::NodeId node) const {
    const auto n = static_cast<std::size_t>(node);
    return n < place_.zones.size() ? place_.zones[n] : node;
  }
  const FramePool& memory() const { return *memory_; }
  const HdmDecoder& decoder() const { return memory_->decoder(); }
  /// Where a byte of a frame lies.
  base::LineAddress line_at(base::Frame frame, std::uint64_t page_offset) const {
    return memory_->decoder().line_at(frame, page_offset);
  }
  base::Frame frame_of(std::uint64_t page) const { return frames_[page]; }
  std::uint64_t pages() const { return frames_.size(); }
  /// The table that a socket walks.
  int table_of(int socket) const {
    return place_.table_of_socket.empty()
               ? 0
               : place_.table_of_socket[static_cast<std::size_t>(socket)];
  }
  int tables() const { return static_cast<int>(tables_.size()); }
  /// The line of the level-`level` entry that translates `page`; level 0 holds the frames.
  base::LineAddress entry_line(std::uint64_t page, int level, int table = 0) const {
    const std::uint64_t entry = page >> (kEntryShift * level);
    const base::LineAddress first = tables_[static_cast<std::size_t>(table)]
                                           [static_cast<std::size_t>(level)][entry >> table_shift_];
    return {first.value + (entry & ((1U << table_shift_) - 1)) / kEntriesPerLine};
  }
  /// A frame for the system's own use.
  base::Frame reserve(base::NodeId node) { return memory_->take(node); }
  /// Frames handed out on a node, page tables and other maps of the memory included.
  std::uint64_t frames_on(base::NodeId node) const { return memory_->frames_on(node); }

  /// From now on pages may move; node n never has more than `frame_limits[n]` frames in use.
  void make_movable(std::vector<std::uint64_t> frame_limits);
  /// The same in a memory that has its limits.
  void make_movable();
  bool movable() const { return movable_; }
  /// Frames that may ever be handed out on a node: its directory covers them.
  std::uint64_t frame_limit(base::NodeId node) const { return memory_->frame_limit(node); }
  /// Pages that still fit on a node; movable maps only.
  std::uint64_t room_on(base::NodeId node) const {
    const base::NodeId zone = zone_of(node);
    return zone == kNoZone ? 0 : memory_->room_on(zone);
  }
  base::NodeId home_of(std::uint64_t page) const { return frames_[page].first_line.node(); }
  /// As move(), but the page keeps its old frame too, until uncache(). It is not cached.
  void cache(std::uint64_t page, base::Frame frame, base::Time settled);
  /// The frame that a cached page keeps.
  base::Frame kept_frame(std::uint64_t page) const { return kept_.at(page); }
  /// A cached page lies in the frame that it has kept, from `settled` on, and is unmapped.
  void uncache(std::uint64_t page, base::Time settled);
  /// Pages of the space on a node, copies among them. Those of an interleave set count as the first
  /// device's.
  std::uint64_t pages_on(base::NodeId node) const {
    return pages_on_[static_cast<std::size_t>(node)];
  }
  std::vector<base::NodeId> homes() const;
  /// The frame that the next page moved to `node` will get; there must be room.
  base::Frame next_frame(base::NodeId node) const;
  /// Gives the page this frame, which was taken for it; it may be accessed from `settled` on. Its
  /// old frame is free.
  void move(std::uint64_t page, base::Frame frame, base::Time settled);
  void move(std::uint64_t page, base::NodeId node, base::Time settled) {
    move(page, take_frame(node), settled);
  }
  struct Translation {
    base::Frame frame;
    bool read_only;
  };
  /// What a walk on that socket finds.
  Translation translation_for(std::uint64_t page, int socket) const {
    if (!read_only(page)) return {seen_by(socket, frames_[page]), false};
    return {copy_for(page, socket), true};
  }
  bool read_only(std::uint64_t page) const { return !read_only_.empty() && read_only_[page] != 0; }
  /// From `settled` on the page may only be read. Movable maps only.
  void protect(std::uint64_t page, base::Time settled);
  /// The next frame of a node, for a page that comes or a copy; there must be room.
  base::Frame take_frame(base::NodeId node);
  void give_back(base::Frame frame) {
    memory_->give_back(frame);
    --count_of(frame);
  }
  /// The socket reads its copy in `frame` from now on; the page is protected.
  void add_copy(std::uint64_t page, int socket, base::Frame frame);
  /// Frees the copies; the page may be written from `settled` on. Returns how many there were.
  std::uint64_t collapse(std::uint64_t page, base::Time settled);
  /// Sockets with a copy, a bit each.
  std::uint32_t copies_of(std::uint64_t page) const;
  /// Of all pages.
  std::uint64_t copies() const { return copies_in_use_; }

  /// The next touch of the page faults. Movable maps only; whoever calls it takes the page's
  /// translations away.
  void unmap(std::uint64_t page);
  /// The page may be accessed again, from `settled` on.
  void map(std::uint64_t page, base::Time settled);
  /// Gives an absent page without a frame one of this node, which must have room; it stays absent.
  base::Frame allocate(std::uint64_t page, base::NodeId node);
  bool allocated(std::uint64_t page) const {
    return absent_.empty() || absent_[page] < kWithoutFrame;
  }
  /// The page's memory is gone, its frame is not given back. Movable maps only, no copies; whoever
  /// calls it takes the page's translations away.
  void lose(std::uint64_t page);
  bool lost(std::uint64_t page) const { return !absent_.empty() && absent_[page] == kLost; }
  /// Pages whose frames are among these of a node, in rising order.
  std::vector<std::uint64_t> pages_in(base::NodeId node, FrameRange range) const;
  bool present(std::uint64_t page) const { return absent_.empty() || absent_[page] == 0; }
  /// A page was or is absent.
  bool unmaps() const { return !absent_.empty(); }

  /// Nobody may access the page until it has been moved, whenever that will be.
  void hold(std::uint64_t page) { settled_[page] = kNever; }
  bool held(std::uint64_t page) const { return settled_[page] == kNever; }
  /// When the page may be accessed.
  base::Time settled_at(std::uint64_t page) const {
    return movable() ? settled_[page] : base::Time(0);
  }

 private:
  static constexpr int kEntriesPerLine = 8;
  static constexpr base::Time kNever{INT64_MAX};
  static constexpr std::uint8_t kUnmapped = 1;
  static constexpr std::uint8_t kWithoutFrame = 2;
  static constexpr std::uint8_t kLost = 3;

  void add_table(const std::vector<base::NodeId>& home_of_page,
                 const std::vector<base::NodeId>& sockets);
  /// Where what translates `count` pages from the first on lies.
  base::NodeId table_home(const std::vector<base::NodeId>& home_of_page,
                          const std::vector<base::NodeId>& sockets, std::uint64_t first,
                          std::uint64_t count) const;
  base::Frame copy_for(std::uint64_t page, int socket) const;
  base::Frame seen_by(int socket, base::Frame frame) const {
    const HostMap* hosts = memory_->hosts();
    return hosts == nullptr ? frame : hosts->seen_by(static_cast<base::SocketId>(socket), frame);
  }
  std::uint64_t& count_of(base::Frame frame) {
    return pages_on_[static_cast<std::size_t>(frame.first_line.node())];
  }

  std::shared_ptr<FramePool> memory_;
  SpacePlace place_;
  base::SpaceId space_;
  bool movable_ = false;
  std::vector<std::uint64_t> pages_on_;  ///< By node.
  std::vector<base::Time> settled_;      ///< By page.
  std::vector<std::uint8_t> read_only_;  ///< By page; empty: none ever was.
  std::vector<std::uint8_t> absent_;     ///< By page, not 0: absent; empty: none ever was.
  std::map<std::uint64_t, std::map<int, base::Frame>> copies_;  ///< By page and socket.
  std::uint64_t copies_in_use_ = 0;
  std::map<std::uint64_t, base::Frame> kept_;  ///< By cached page.
  std::vector<base::Frame> frames_;
  int table_shift_;  ///< Of SpacePlace::table_entries.
  /// By table, level and what lies together: its first line.
  std::vector<std::array<std::vector<base::LineAddress>, kLevels>> tables_;
};

}  // namespace starnuma::paging

// SPDX-License-Identifier: Apache-2.0
// The page table of the simulated program: virtual page -> frame, and where the table itself lies.
//
// Contract: placement decides a home node per page; frames are handed out in page order, node by
// node, so equal placements give equal addresses. The radix table (512 entries a page) lies in
// frames of the nodes that hold the first page each table page covers. Pages move only after
// make_movable(): a move takes the frame freed last on the node, or else the next one, and tells
// from when on the page may be accessed. Whoever moves a page has taken its translations away.
// Pure function: no SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::translation {

class PageMap {
 public:
  static constexpr int kLevels = 4;
  static constexpr int kEntryShift = 9;  ///< 512 eight-byte entries in a table page.

  /// `home_of_page[v]` is the node of virtual page v. Nodes count sockets first, then pool devices;
  /// page tables lie on sockets only.
  PageMap(const std::vector<base::NodeId>& home_of_page, int nodes, int sockets);

  base::Frame frame_of(std::uint64_t page) const { return frames_[page]; }
  std::uint64_t pages() const { return frames_.size(); }
  /// The line of the level-`level` entry that translates `page`; level 0 holds the frames.
  base::LineAddress entry_line(std::uint64_t page, int level) const {
    const std::uint64_t entry = page >> (kEntryShift * level);
    const base::Frame table = tables_[static_cast<std::size_t>(level)][entry >> kEntryShift];
    return table.line_at((entry & ((1U << kEntryShift) - 1)) * 8);
  }
  /// A frame for the system's own use.
  base::Frame reserve(base::NodeId node) { return take_frame(node); }
  /// Frames handed out on a node, page tables included.
  std::uint64_t frames_on(base::NodeId node) const { return next_[static_cast<std::size_t>(node)]; }

  /// From now on pages may move; node n never has more than `frame_limits[n]` frames in use.
  void make_movable(std::vector<std::uint64_t> frame_limits);
  bool movable() const { return !limits_.empty(); }
  /// Frames that may ever be handed out on a node: its directory covers them.
  std::uint64_t frame_limit(base::NodeId node) const {
    return movable() ? limits_[static_cast<std::size_t>(node)] : frames_on(node);
  }
  /// Pages that still fit on a node; movable maps only.
  std::uint64_t room_on(base::NodeId node) const;
  base::NodeId home_of(std::uint64_t page) const { return frames_[page].first_line.node(); }
  std::vector<base::NodeId> homes() const;
  /// The frame that the next page moved to `node` will get; there must be room.
  base::Frame next_frame(base::NodeId node) const;
  /// Gives the page that frame; it may be accessed from `settled` on. Its old frame is free.
  void move(std::uint64_t page, base::NodeId node, base::Time settled);
  /// When the page may be accessed.
  base::Time settled_at(std::uint64_t page) const {
    return movable() ? settled_[page] : base::Time(0);
  }

 private:
  base::Frame take_frame(base::NodeId node);

  std::vector<std::uint64_t> next_;
  std::vector<std::uint64_t> limits_;           ///< By node; empty: pages do not move.
  std::vector<std::vector<base::Frame>> free_;  ///< By node: given back, the latest last.
  std::vector<base::Time> settled_;             ///< By page.
  std::vector<base::Frame> frames_;
  std::array<std::vector<base::Frame>, kLevels> tables_;
};

}  // namespace starnuma::translation

// SPDX-License-Identifier: Apache-2.0
// The page table of the simulated program: virtual page -> frame, and where the table itself lies.
//
// Contract: placement decides a home node per page; frames are handed out in page order, node by
// node, so equal placements give equal addresses. The radix table (512 entries a page) lies in
// frames of the nodes that hold the first page each table page covers.
// Pure function: no SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/ids.h"

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

 private:
  base::Frame take_frame(base::NodeId node);

  std::vector<std::uint64_t> next_;
  std::vector<base::Frame> frames_;
  std::array<std::vector<base::Frame>, kLevels> tables_;
};

}  // namespace starnuma::translation

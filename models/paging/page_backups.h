// SPDX-License-Identifier: Apache-2.0
// Pages on servers of a logical pool that outlive a crash: which frames of other servers hold what
// it takes to make them again.
//
// Contract: pages of different servers are a stripe; as many backups of it, a frame each on yet
// other servers, may be lost as it has, and of its pages and backups together no more. A stripe of
// one page has copies, others are erasure codes. wrote() is told of every line that a cache gives
// back written, and names the lines of backups that are to be written too; where the page's own
// server has crashed they alone are. sources() says what a lost page is made of; moved() that it
// has been, and lies elsewhere now. Contents are versions, by line: what a page would be made of is
// checked to be the last write that left the caches. The code's own arithmetic is not modelled.
// Pure: no SystemC.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "models/base/page_id.h"
#include "models/paging/host_map.h"

namespace starnuma::paging {

class PageBackups {
 public:
  /// `hosts` says who has crashed; it must outlive this. The pages are of that socket's host.
  PageBackups(const HostMap& hosts, base::SocketId socket) : hosts_(hosts), socket_(socket) {}

  struct Placed {
    base::PageId page;
    base::Frame frame;
  };
  /// At the start, when backups hold what the pages do.
  void add(const std::vector<Placed>& pages, const std::vector<base::Frame>& backups);
  bool holds(base::PageId page) const { return stripe_of_.count(page.packed()) != 0; }

  struct Beside {
    base::LineAddress line;
    bool coded;  ///< What is written depends on what is there.
  };
  /// A written line leaves the caches at `time`: lines to be written beside it, if it has any.
  std::vector<Beside> wrote(base::LineAddress line, base::Time time);
  /// Whether the line is one of a page that has backups.
  bool protects(base::LineAddress line) const { return place_of_.count(frame_of(line)) != 0; }

  /// A frame on a server that does not answer at `time`.
  bool gone(base::Frame frame, base::Time time) const {
    return hosts_.crashed(socket_, frame.first_line, time).has_value();
  }
  struct Source {
    base::Frame frame;
    bool backup;  ///< No cache holds its lines.
  };
  /// Frames that the page is made again from; nothing if there are too few.
  std::optional<std::vector<Source>> sources(base::PageId page, base::Time time) const;
  /// Nodes that its stripe lies on and that answer.
  std::vector<base::NodeId> nodes_of(base::PageId page, base::Time time) const;
  /// The page has been made again there. Throws where that is not the last write of a line.
  void moved(base::PageId page, base::Frame to, base::Time time);

  /// A backup that is gone while all of its stripe's pages are there.
  struct Lost {
    std::size_t stripe;
    std::size_t backup;
    std::vector<Placed> pages;
  };
  std::vector<Lost> lost_backups(base::Time time) const;
  void rebuilt(const Lost& lost, base::Frame to);

  /// All pages, in the order in which they came.
  std::vector<base::PageId> pages() const;
  std::size_t stripes() const { return stripes_.size(); }
  std::size_t backups() const;
  /// Pages that cannot be made again.
  std::size_t lost(base::Time time) const;

 private:
  using Versions = std::array<std::uint32_t, base::kLinesPerPage>;
  struct Member {
    Placed placed;
    Versions last{};   ///< Written back, wherever.
    Versions there{};  ///< In the frame.
  };
  struct Backup {
    base::Frame frame;
    std::vector<Versions> of;  ///< By member: what it was made of.
  };
  struct Stripe {
    std::vector<Member> members;
    std::vector<Backup> backups;
  };
  struct Place {
    std::size_t stripe;
    std::size_t member;
  };

  static std::uint64_t frame_of(base::LineAddress line) { return line.value / base::kLinesPerPage; }
  static std::uint64_t frame_of(base::Frame frame) { return frame_of(frame.first_line); }
  const Stripe& stripe_of(base::PageId page, std::size_t& member) const;

  const HostMap& hosts_;
  base::SocketId socket_;
  std::vector<Stripe> stripes_;
  std::map<std::uint64_t, Place> place_of_;   ///< By frame of a page.
  std::map<std::uint64_t, Place> stripe_of_;  ///< By page.
};

}  // namespace starnuma::paging

// SPDX-License-Identifier: Apache-2.0
// Backups of pages on servers of a logical pool, for recovery after a crash.
//
// Contract:
// - A stripe holds pages of different servers and backups on further servers, one frame each. Up to
//   as many of its pages and backups may be lost as it has backups.
// - A stripe of one page is mirrored. Other stripes are erasure-coded.
// - wrote() receives every dirty line that leaves the caches and returns the backup lines to write.
//   After a crash of the page's server only the backups are written.
// - sources() lists the frames for a recovery; moved() completes it.
// - Contents are represented as versions per line. moved() checks that a recovered page has the
//   last written versions.
// - Not modelled: the arithmetic of the code.
// - Pure: no SystemC.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/host_map.h"

namespace starnuma::paging {

class PageBackups {
 public:
  /// `hosts` provides the crashes and must outlive this object. All pages belong to the host of
  /// `socket`.
  PageBackups(const HostMap& hosts, base::SocketId socket) : hosts_(hosts), socket_(socket) {}

  struct Placed {
    base::PageId page;
    base::Frame frame;
  };
  /// Adds a stripe. Precondition: the backups are up to date, as at the start.
  void add(const std::vector<Placed>& pages, const std::vector<base::Frame>& backups);
  bool holds(base::PageId page) const { return stripe_of_.count(page.packed()) != 0; }

  struct RebuildTarget {
    base::LineAddress line;
    bool coded;  ///< The new contents depend on the old ones (erasure code).
  };
  /// Records a dirty line that leaves the caches at `time`; returns the backup lines to write.
  std::vector<RebuildTarget> wrote(base::LineAddress line, base::Time time);

  /// Returns true if the frame's server does not respond at `time`.
  bool gone(base::Frame frame, base::Time time) const {
    return hosts_.crashed(socket_, frame.first_line, time).has_value();
  }
  struct Source {
    base::Frame frame;
    bool backup;  ///< Backup frame; caches hold none of its lines.
  };
  /// Returns the frames needed to recover the page, or nothing if too few are left.
  std::optional<std::vector<Source>> sources(base::PageId page, base::Time time) const;
  /// Returns the nodes that hold the page's stripe and respond.
  std::vector<base::NodeId> nodes_of(base::PageId page, base::Time time) const;
  /// Records the recovery of a page to frame `to`. Fails an invariant if a line is not the last
  /// written version.
  void moved(base::PageId page, base::Frame to, base::Time time);

  /// Lost backup of a stripe whose pages are all present.
  struct Lost {
    std::size_t stripe;
    std::size_t backup;
    std::vector<Placed> pages;
  };
  std::vector<Lost> lost_backups(base::Time time) const;
  void rebuilt(const Lost& lost, base::Frame to);

  /// Returns all pages in the order of add().
  std::vector<base::PageId> pages() const;
  std::size_t stripes() const { return stripes_.size(); }
  std::size_t backups() const;
  /// Returns the number of pages that cannot be recovered.
  std::size_t lost(base::Time time) const;

 private:
  using Versions = std::array<std::uint32_t, base::kLinesPerPage>;
  struct Member {
    Placed placed;
    Versions last{};   ///< Last versions that left the caches.
    Versions there{};  ///< Versions in the page's frame.
  };
  struct Backup {
    base::Frame frame;
    std::vector<Versions> of;  ///< Encoded versions by member.
  };
  struct Stripe {
    std::vector<Member> members;
    std::vector<Backup> backups;
  };
  struct StripeMember {
    std::size_t stripe;
    std::size_t member;
  };

  static std::uint64_t frame_of(base::LineAddress line) { return line.value / base::kLinesPerPage; }
  static std::uint64_t frame_of(base::Frame frame) { return frame_of(frame.first_line); }
  const Stripe& stripe_of(base::PageId page, std::size_t& member) const;

  const HostMap& hosts_;
  base::SocketId socket_;
  std::vector<Stripe> stripes_;
  std::map<std::uint64_t, StripeMember> place_of_;   ///< Member by frame number.
  std::map<std::uint64_t, StripeMember> stripe_of_;  ///< Member by page.
};

}  // namespace starnuma::paging

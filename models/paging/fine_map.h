// SPDX-License-Identifier: Apache-2.0
// Server's fine map of a logical pool (page of a hosted region to frame of its memory), with its
// look-up buffer.
//
// Contract: a region is hosted in the version in which it came. A page of one that leaves, once it
// has gone, has the server that it went to in place of a frame, until the region is erased. The
// buffer has entries of both kinds, and none that the map has not. Frames from limit() on are not
// allocated any more; pages in them stay until they move. The pages of a region land, and leave, in
// rising order. Host memory follows the runs of consecutive frames, not the pages. Pure: no time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "models/base/recency_array.h"
#include "models/paging/coarse_map.h"
#include "models/paging/free_frames.h"

namespace starnuma::paging {

/// Location-independent address of a page in a logical pool.
struct PoolPage {
  static constexpr std::uint64_t kMostPages = std::uint64_t{1} << 31;  ///< Most pages of a region.

  std::uint32_t region = 0;
  std::uint32_t page = 0;

  std::uint64_t packed() const { return std::uint64_t{region} << 32 | page; }
};

class FineMap {
 public:
  enum class LookupKind : std::uint8_t {
    kHere,   ///< in `frame`
    kMoved,  ///< moved to `next`
    kStale   ///< stale request: the version differs or the region is not hosted here
  };
  struct Found {
    LookupKind kind = LookupKind::kStale;
    std::uint64_t frame = 0;
    RegionLocation next;
    bool in_buffer = false;
  };

  /// Constructs the map of a server with `frames` frames. `buffered` is the buffer's capacity in
  /// pages; it must be positive.
  FineMap(std::uint64_t frames, int buffered);

  Found lookup(PoolPage page, std::uint32_t version);
  std::uint64_t room() const { return free_.count(); }
  /// How many frames there are: from 0 on.
  void limit(std::uint64_t frames);
  /// Returns the present or expected pages in frames at or above the limit.
  std::vector<PoolPage> beyond() const;
  /// Returns the frame of a page. Precondition: the page is here.
  std::uint64_t frame_of(PoolPage page) const {
    return regions_.at(page.region).frame_of(page.page);
  }

  /// Allocates frames for all pages of an arriving region. land() completes each. Precondition:
  /// enough free frames.
  void expect(std::uint32_t region, std::uint32_t version, std::uint32_t pages);
  /// Marks the page as present; returns its frame.
  std::uint64_t land(PoolPage page);
  /// Marks all pages of the region as present.
  void land_all(std::uint32_t region);
  /// Sets the current location of the page to `next`; deallocates its frame and returns it.
  std::uint64_t leave(PoolPage page, RegionLocation next);
  /// Removes a region after all its pages have left.
  void erase(std::uint32_t region);
  /// Moves a page to another frame of this server. Returns nothing if no frame is free.
  struct Frames {
    std::uint64_t from;
    std::uint64_t to;
  };
  std::optional<Frames> move(PoolPage page);

 private:
  struct Run {
    std::uint32_t first = 0;  ///< Page.
    FrameRange frames;
  };
  struct Region {
    std::uint32_t version = 0;
    std::uint32_t pages = 0;
    std::uint32_t landed = 0;  ///< Number of pages that have arrived, in order.
    std::uint32_t left = 0;    ///< Number of arrived pages that have left to `next`, in order.
    RegionLocation next;
    std::vector<Run> runs;  ///< Initial frames in order of pages.
    std::map<std::uint32_t, std::uint64_t>
        own;  ///< Frames of pages that moved within the server, by page.

    bool here(std::uint32_t page) const { return left <= page && page < landed; }
    std::uint64_t frame_of(std::uint32_t page) const;
  };
  struct Buffered {
    std::uint64_t page = ~std::uint64_t{0};
    std::uint64_t frame = 0;
    std::uint32_t version = 0;
    RegionLocation next;  ///< Version 0: it is here.
    std::uint64_t key() const { return page; }
  };

  static Found found(const Buffered& entry, bool in_buffer);
  /// The page's region; throws InvariantError where the page is not here.
  Region& hosting(PoolPage page);
  void free_frame(std::uint64_t frame) {
    if (frame < limit_) free_.free_frame({frame, 1});
  }

  std::uint64_t limit_;
  FreeFrames free_;
  std::map<std::uint32_t, Region> regions_;
  base::RecencyArray<Buffered> buffer_;
};

}  // namespace starnuma::paging

// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/metadata_region.h"

#include <algorithm>
#include <utility>

#include "models/base/address_text.h"
#include "models/base/check.h"

namespace starnuma::tracking {

MetadataRegion::MetadataRegion(const protocol::MetadataLayout& layout,
                               const std::vector<std::uint64_t>& pages, int region_shift,
                               std::vector<base::Frame> frames, paging::HdmDecoder decoder)
    : layout_(layout), region_shift_(region_shift), frames_(std::move(frames)), decoder_(decoder) {
  SN_CHECK(pages.size() <= base::PageId::kSpaces, "metadata: ", pages.size(), " address spaces");
  std::uint64_t end = 0;
  for (std::size_t space = 0; space < pages.size(); ++space) {
    bases_[space] = end;
    regions_[space] = regions_of(pages[space], region_shift);
    end += pages_for(layout, pages[space], region_shift) << base::kPageShift;
  }
  words_.assign(end >> layout.entry_shift(), 0);
  for (std::uint64_t page = 0; page < frames_.size(); ++page) {
    page_at_[frames_[page].first_line.value] = page;
  }
}

std::vector<base::LineAddress> MetadataRegion::lines(base::SpaceId space) const {
  std::vector<base::LineAddress> lines;
  const std::uint64_t begin = bases_[index(space)];
  const std::uint64_t end = begin + (regions(space) << layout_.entry_shift());
  for (std::uint64_t at = begin; at < end; at += base::kLineBytes) lines.push_back(line_of(at));
  return lines;
}

std::vector<base::LineAddress> MetadataRegion::lines() const {
  std::vector<base::LineAddress> all;
  for (std::size_t space = 0; space < bases_.size(); ++space) {
    for (const base::LineAddress line : lines(static_cast<base::SpaceId>(space))) {
      all.push_back(line);
    }
  }
  return all;
}

void MetadataRegion::clear(base::SpaceId space) {
  const auto first =
      words_.begin() + static_cast<std::ptrdiff_t>(bases_[index(space)] >> layout_.entry_shift());
  std::fill(first, first + static_cast<std::ptrdiff_t>(regions(space)), 0);
}

MetadataRegion::Added MetadataRegion::add(base::LineAddress line, int entry, base::SocketId socket,
                                          std::uint32_t count) {
  const std::uint64_t in_page = line.value % base::kLinesPerPage;
  const auto page = page_at_.find(line.value - in_page);
  SN_CHECK(page != page_at_.end(), "metadata: nothing to add to at line ", line);
  const std::uint64_t at = (page->second << base::kPageShift) + in_page * base::kLineBytes +
                           (static_cast<std::uint64_t>(entry) << layout_.entry_shift());
  const std::uint64_t old = word(at);
  const std::uint64_t sum = layout_.sum(old, std::uint32_t{1} << base::index_of(socket), count);
  set_word(at, sum);
  return {sum != old, static_cast<std::uint16_t>(layout_.count(sum) - layout_.count(old))};
}

}  // namespace starnuma::tracking

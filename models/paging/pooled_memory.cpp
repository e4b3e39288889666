// SPDX-License-Identifier: Apache-2.0
#include "models/paging/pooled_memory.h"

#include <algorithm>
#include <utility>

#include "models/base/check.h"

namespace starnuma::paging {
namespace {

LogicalPool::Sizes map_sizes(const PooledMemory::Sizes& sizes) {
  LogicalPool::Sizes maps{{}, sizes.coarse_buffer, sizes.fine_buffer};
  for (const PooledMemory::Part& part : sizes.parts) maps.frames.push_back(part.frames);
  return maps;
}

base::LineAddress first_line(int server, std::uint64_t frame) {
  return base::LineAddress::of(static_cast<base::NodeId>(server), frame * base::kLinesPerPage);
}

}  // namespace

PooledMemory::PooledMemory(const Sizes& sizes, const std::vector<Named>& named)
    : sizes_(sizes), maps_(map_sizes(sizes)) {
  SN_CHECK(sizes_.region_pages <= PoolPage::kMostPages, "pooled memory: regions of ",
           sizes_.region_pages, " pages");
  ranges_.reserve(named.size());  // regions point there
  for (const Named& each : named) {
    const Range& range = ranges_.emplace_back(Range{each, maps_.regions(), each.moves});
    for (std::uint64_t done = 0; done < each.frames; done += sizes_.region_pages) {
      const std::uint64_t pages = std::min(sizes_.region_pages, each.frames - done);
      const auto region = maps_.add_region(each.server, static_cast<std::uint32_t>(pages));
      SN_CHECK(region, "pooled memory: server ", each.server, " has no room for its ranges");
      regions_.push_back({&range, each.first + done, {}});
      const auto place = maps_.place_of({*region, 0});
      const Part& part = sizes_.parts[static_cast<std::size_t>(each.server)];
      SN_CHECK(part.first + place.frame == each.first + done, "pooled memory: range ", each.first,
               " of server ", each.server, " does not follow the one before");
    }
  }
}

const PooledMemory::Range* PooledMemory::range_of(base::LineAddress name) const {
  const std::uint64_t frame = frame_of(name);
  for (const Range& range : ranges_) {
    const Named& named = range.named;
    if (named.server == base::index_of(name.node()) && frame - named.first < named.frames) {
      return &range;
    }
  }
  return nullptr;
}

std::uint64_t PooledMemory::frame_of(base::LineAddress name) const {
  return (name.in_node() & (sizes_.window - 1)) / base::kLinesPerPage;
}

PoolPage PooledMemory::page_of(base::LineAddress name) const {
  const Range* range = range_of(name);
  SN_CHECK(range != nullptr, "pooled memory: line ", name.value, " is not of the pool");
  const std::uint64_t page = frame_of(name) - range->named.first;
  return {range->first_region + static_cast<std::uint32_t>(page / sizes_.region_pages),
          static_cast<std::uint32_t>(page % sizes_.region_pages)};
}

base::NodeId PooledMemory::home_of(base::LineAddress name) const {
  return holds(name) ? static_cast<base::NodeId>(place_of(name).server) : name.node();
}

base::LineAddress PooledMemory::in_memory(base::LineAddress name,
                                          LogicalPool::PageLocation place) const {
  const std::uint64_t frame =
      sizes_.parts[static_cast<std::size_t>(place.server)].first + place.frame;
  return like(name, first_line(place.server, frame));
}

base::LineAddress PooledMemory::name_of(base::LineAddress in_memory) const {
  if (renamed_.empty()) return in_memory;
  const auto renamed =
      renamed_.find(first_line(base::index_of(in_memory.node()), frame_of(in_memory)).value);
  if (renamed == renamed_.end()) return in_memory;
  return like(in_memory, renamed->second);
}

base::LineAddress PooledMemory::like(base::LineAddress line, base::LineAddress first) const {
  const std::uint64_t in_window = line.in_node() & (sizes_.window - 1);
  const std::uint64_t host_range = line.in_node() - in_window;
  return base::LineAddress::of(first.node(),
                               first.in_node() + host_range + in_window % base::kLinesPerPage);
}

base::LineAddress PooledMemory::first_line_of(PoolPage page) const {
  const Region& region = regions_.at(page.region);
  return first_line(region.range->named.server, region.first + page.page);
}

std::optional<LogicalPool::PageMove> PooledMemory::move_next(std::uint32_t region) {
  const auto move = maps_.move_next(region);
  if (move) rename(*move);
  return move;
}

std::optional<LogicalPool::PageMove> PooledMemory::move_within(PoolPage page) {
  const auto move = maps_.move_within(page);
  if (move) rename(*move);
  return move;
}

void PooledMemory::rename(const LogicalPool::PageMove& move) {
  const auto in_part = [&](LogicalPool::PageLocation place) {
    const Part& part = sizes_.parts[static_cast<std::size_t>(place.server)];
    return first_line(place.server, part.first + place.frame);
  };
  const base::LineAddress name = name_of(in_part(move.from));
  renamed_.erase(in_part(move.from).value);
  renamed_[in_part(move.to).value] = name;
}

base::Time PooledMemory::settled_at(PoolPage page) const {
  if (settled_.empty()) return base::Time(0);
  const auto settled = settled_.find(page.packed());
  return settled == settled_.end() ? base::Time(0) : settled->second;
}

std::vector<std::uint64_t> PooledMemory::take_uses(std::uint32_t region) {
  std::vector<std::uint64_t> taken = std::move(regions_.at(region).uses);
  regions_[region].uses.clear();
  taken.resize(sizes_.parts.size());
  return taken;
}

}  // namespace starnuma::paging

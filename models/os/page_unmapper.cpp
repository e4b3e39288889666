// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_unmapper.h"

#include <algorithm>
#include <iterator>

#include "models/kernel/now.h"

namespace starnuma::os {
namespace {

bool may_unmap(const paging::PageMap& map, std::uint64_t page) {
  return map.present(page) && !map.read_only(page) && !map.held(page);
}

}  // namespace

void PageUnmapper::unmap(paging::PageMap& map, const std::vector<std::uint64_t>& wanted) {
  std::vector<std::uint64_t> pages;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(pages),
               [&](std::uint64_t page) { return may_unmap(map, page); });
  const auto unmap_page = [&](std::uint64_t i, base::Time start) {
    const base::Time time = parts_.port.write_entry(map, pages[i], start);
    if (!may_unmap(map, pages[i])) return time;  // state has changed meanwhile
    map.unmap(pages[i]);
    ++counts_[map.space()].unmapped;
    return parts_.shootdowns.invalidate_translations({map.space(), pages[i]}, time);
  };
  parts_.execution.sleep_until(parts_.port.in_flight(pages.size(), kernel::now(), unmap_page));
}

void PageUnmapper::lose(const std::vector<base::PageId>& pages) {
  for (const base::PageId id : pages) {
    parts_.held.wait_while_held(parts_.maps.at(id.space()), id.number());
  }
  const auto lose_page = [&](std::uint64_t i, base::Time start) {
    const base::PageId id = pages[i];
    paging::PageMap& map = parts_.maps.at(id.space());
    const base::Time written = parts_.port.write_entry(map, id.number(), start);
    map.lose(id.number());
    return parts_.shootdowns.invalidate_translations(id, written);
  };
  base::Time time = parts_.port.in_flight(pages.size(), kernel::now(), lose_page);
  for (const base::PageId id : pages) {
    const paging::PageMap& map = parts_.maps.at(id.space());
    parts_.held.wait_until_unused(id);
    time = parts_.port.each_line(map, map.frame_of(id.number()), protocol::AccessKind::kMoveRead,
                                 parts_.execution.wait_until(time));
  }
  parts_.execution.sleep_until(time);
}

}  // namespace starnuma::os

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/first_touch.h"

#include "models/base/random.h"
#include "stimulus/trace/format/thread_stream.h"

namespace starnuma::trace {
namespace {

using base::PageOrigin;

/// Selects a random user of each page with equal probability, while users arrive one after the
/// other.
class RandomUsers {
 public:
  RandomUsers(std::uint64_t pages, std::uint64_t seed)
      : chosen_(pages), users_(pages, 0), last_(pages, kNone), random_(seed) {}

  void add(std::uint64_t page, std::uint16_t core) {
    if (last_[page] == core) return;
    last_[page] = core;
    if (random_.below(++users_[page]) == 0) chosen_[page] = {false, core};
  }
  bool has(std::uint64_t page) const { return users_[page] > 0; }
  PageOrigin of(std::uint64_t page) const { return chosen_[page]; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::vector<PageOrigin> chosen_;
  std::vector<std::uint16_t> users_;
  /// Last user by page; cores arrive in order, so this replaces a set.
  std::vector<std::uint32_t> last_;
  base::Random random_;
};

void add_users(const Playback& playback, std::uint32_t thread, std::uint16_t core,
               RandomUsers& users) {
  ThreadReader reader(playback.folder, playback.summary.id, thread);
  if (!reader.seek(playback.stretch.begin)) return;
  const PageSpace::Area* last = nullptr;
  for (;;) {
    const Record record = reader.next();
    if (record.kind == RecordKind::kEnd) return;
    if (record.kind == RecordKind::kEpoch && record.number >= playback.stretch.end) return;
    if (!has_address(record.kind)) continue;
    // The player reports pages that are not listed.
    if (const auto page = playback.pages.index_of(record.address, last)) users.add(*page, core);
  }
}

PageOrigin literal(const Page& page, PageOrigin spread, const CoreMap& map, int nodes) {
  if (page.toucher == Page::kNobody) return spread;
  if ((page.flags & Page::kBound) != 0) {
    if (page.toucher >= static_cast<std::uint32_t>(nodes)) return spread;
    return {true, static_cast<std::uint16_t>(page.toucher)};
  }
  if (page.toucher >= map.core_of.size()) return spread;
  return {false, map.core_of[page.toucher]};
}

}  // namespace

std::vector<PageOrigin> origins_of(const Playback& playback, const std::vector<Page>& pages,
                                   FirstTouch first_touch, const CoreMap& map, int nodes,
                                   std::uint64_t seed) {
  const bool random = first_touch == FirstTouch::kRandomUser;
  RandomUsers users(random ? playback.pages.pages() : 0, seed);
  for (std::size_t core = 0; random && core < map.threads.size(); ++core) {
    for (const std::uint32_t thread : map.threads[core]) {
      add_users(playback, thread, static_cast<std::uint16_t>(core), users);
    }
  }
  std::vector<PageOrigin> origins;
  for (const Page& page : pages) {
    if ((page.flags & Page::kUsed) == 0) continue;
    const std::size_t p = origins.size();
    PageOrigin origin{false, static_cast<std::uint16_t>(p % map.threads.size())};
    if (first_touch == FirstTouch::kLiteral) origin = literal(page, origin, map, nodes);
    if (random && users.has(p)) origin = users.of(p);
    origins.push_back(origin);
  }
  return origins;
}

}  // namespace starnuma::trace

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/filter.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "models/base/check.h"
#include "models/base/ids.h"
#include "stimulus/trace/tools/trace_builder.h"

namespace starnuma::trace {
namespace {

class FilterCache {
 public:
  enum class Found : std::uint8_t { kMiss, kClean, kDirty };
  struct Way {
    std::uint64_t line = 0;
    std::uint64_t used = 0;  ///< Time of the last use; 0 for an empty way.
    /// Recorded load that fetched the line, counted from 1; 0 if there was none.
    std::uint64_t load = 0;
    bool dirty = false;
  };

  explicit FilterCache(std::size_t lines) : ways_(lines), sets_(lines / kWays) {}

  /// Accesses a line; returns its way, which is allocated on a miss, and the result of the lookup.
  std::pair<Way*, Found> access(std::uint64_t line, bool writes) {
    Way* const set = &ways_[(line % sets_) * kWays];
    Way* victim = set;
    ++now_;
    for (Way* way = set; way != set + kWays; ++way) {
      if (way->used != 0 && way->line == line) {
        const Found found = way->dirty ? Found::kDirty : Found::kClean;
        way->used = now_;
        way->dirty = way->dirty || writes;
        return {way, found};
      }
      if (way->used < victim->used) victim = way;
    }
    *victim = {line, now_, 0, writes};
    return {victim, Found::kMiss};
  }

  static constexpr std::size_t kWays = 8;

 private:
  std::vector<Way> ways_;
  std::uint64_t sets_;
  std::uint64_t now_ = 0;
};

/// Filter of one thread.
class ThreadFilter {
 public:
  ThreadFilter(std::size_t lines, RecordSink& sink) : cache_(lines), sink_(sink) {}

  void add(const Record& record) {
    if (!is_access(record.kind)) return pass(record);
    ++accesses_;
    const bool writes = record.kind != RecordKind::kLoad;
    const std::uint64_t first = record.address / base::kLineBytes;
    const std::uint64_t last = (record.address + record.bytes - 1) / base::kLineBytes;
    auto [way, found] = cache_.access(first, writes);
    if (last != first) found = std::min(found, cache_.access(last, writes).second);
    using Found = FilterCache::Found;
    const bool passes = found == Found::kMiss || record.kind == RecordKind::kAtomic;
    if (passes) {
      // Other accesses of the instruction to the line are dropped, so the offset is irrelevant.
      Record own = record;
      if (last == first && record.kind != RecordKind::kAtomic) {
        own.address = first * base::kLineBytes;
      }
      pass(own);
    } else if (writes && found == Found::kClean) {
      Record upgrade;
      upgrade.kind = RecordKind::kUpgrade;
      upgrade.address = first * base::kLineBytes;
      upgrade.work = record.work;
      sink_.add(upgrade);
    } else {
      sink_.spend(static_cast<std::int64_t>(record.work) + 1);
    }
    if (record.kind != RecordKind::kLoad) return;
    if (passes) way->load = kept_loads_;
    // A line that hits may still be in flight.
    stands_for_[program_loads_++ % stands_for_.size()] =
        passes ? kept_loads_ : std::max(newest_of(record), way->load);
  }
  std::uint64_t accesses() const { return accesses_; }

 private:
  /// Returns the last recorded load on which this record depends, counted from 1; 0 if none.
  std::uint64_t newest_of(const Record& record) const {
    std::uint64_t newest = 0;
    for (const std::uint8_t after : record.after) newest = std::max(newest, kept(after));
    return newest;
  }
  std::uint64_t kept(std::uint8_t after) const {
    if (after == 0 || after > program_loads_) return 0;
    return stands_for_[(program_loads_ - after) % stands_for_.size()];
  }

  void pass(const Record& record) {
    Record own = record;
    for (std::uint8_t& after : own.after) {
      const std::uint64_t load = kept(after);
      const std::uint64_t distance = kept_loads_ + 1 - load;
      after = static_cast<std::uint8_t>(load == 0 || distance > 255 ? 0 : distance);
    }
    sink_.add(own);
    if (own.kind == RecordKind::kLoad) ++kept_loads_;
  }

  FilterCache cache_;
  RecordSink& sink_;
  std::uint64_t accesses_ = 0;
  std::uint64_t program_loads_ = 0;
  std::uint64_t kept_loads_ = 0;
  std::array<std::uint64_t, 256> stands_for_{};  ///< Recorded load by program load.
};

}  // namespace

void filter_trace(const std::filesystem::path& from, const std::filesystem::path& to,
                  base::Bytes cache) {
  Summary summary = read_summary(from);
  if (summary.contents.filter_bytes > 0) {
    throw base::InputError(
        from.string(), ": is filtered already, by ",
        base::to_string(base::Bytes(static_cast<std::int64_t>(summary.contents.filter_bytes))));
  }
  const std::vector<Page> pages = read_pages(from, summary.id, summary.pages.pages);
  const std::uint64_t id = id_of(std::to_string(summary.id) + " " + base::to_string(cache));
  TraceBuilder builder(to, id);
  for (std::size_t t = 0; t < summary.threads.size(); ++t) {
    ThreadReader reader(from, summary.id, static_cast<std::uint32_t>(t));
    builder.begin_thread();
    ThreadFilter filter(static_cast<std::size_t>(cache.value / base::kLineBytes), builder);
    Record record = reader.next();
    for (; record.kind != RecordKind::kEnd; record = reader.next()) filter.add(record);
    builder.spend(static_cast<std::int64_t>(record.work));
    builder.end_thread(filter.accesses());
  }
  summary.contents.filter_bytes = static_cast<std::uint64_t>(cache.value);
  builder.finish(summary, &pages);
}

}  // namespace starnuma::trace

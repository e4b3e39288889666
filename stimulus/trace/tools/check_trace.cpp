// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/check_trace.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "models/base/check.h"
#include "models/base/ids.h"

namespace starnuma::trace {
namespace {

constexpr std::uint64_t kMaxLeaves = std::uint64_t{1} << 30;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw base::InputError(file.string(), ": ", what);
}

void check_file(const FrameFile& file, std::uint64_t bytes, std::uint32_t checksum) {
  if (file.bytes() != bytes) {
    fail(file.path(), "has " + std::to_string(file.bytes()) + " bytes, and trace.json says " +
                          std::to_string(bytes));
  }
  if (file.checksum() != checksum) fail(file.path(), "its checksum is not that of trace.json");
}

/// Leaves that the threads have currently executed.
class Order {
 public:
  explicit Order(std::uint64_t leaves) : leaves_(leaves) {}

  /// Executes a leave; returns false if the number is invalid or was executed before.
  bool make(std::uint64_t number) {
    if (number >= leaves_) return false;
    if (made_.size() <= number) made_.resize(static_cast<std::size_t>(number) + 1);
    if (made_[static_cast<std::size_t>(number)]) return false;
    made_[static_cast<std::size_t>(number)] = true;
    while (below_ < made_.size() && made_[static_cast<std::size_t>(below_)]) ++below_;
    return true;
  }
  /// Returns the number below which all leaves have been executed.
  std::uint64_t below() const { return below_; }

 private:
  std::uint64_t leaves_;
  std::uint64_t below_ = 0;
  std::vector<bool> made_;
};

class ThreadCheck {
 public:
  ThreadCheck(const std::filesystem::path& folder, const Summary& summary, std::uint32_t thread,
              const std::vector<Page>& pages)
      : summary_(summary),
        own_(summary.threads[thread]),
        pages_(pages),
        reader_(folder, summary.id, thread) {
    check_file(reader_.file(), own_.bytes, own_.checksum);
  }

  /// Runs the thread until it waits or ends; returns true if it made progress.
  bool run(Order& order) {
    if (ended_ || waits_for_ > order.below()) return false;
    waits_for_ = 0;
    while (!ended_ && waits_for_ <= order.below()) step(order);
    return true;
  }
  bool ended() const { return ended_; }
  std::string state() const {
    return reader_.file().path().string() + ": waits for leaves below " +
           std::to_string(waits_for_) + ", which are not made before";
  }

 private:
  void step(Order& order) {
    const std::uint64_t epoch = reader_.progress().epoch;
    const Record record = reader_.next();
    totals_.add(record);
    if (has_address(record.kind)) check_pages(record);
    switch (record.kind) {
      case RecordKind::kLeave:
        ++leaves_;
        if (!order.make(record.number)) {
          fail(reader_.file().path(), "leave " + std::to_string(record.number) +
                                          " is made twice or is more than trace.json has");
        }
        break;
      case RecordKind::kEnter:
        waits_for_ = record.number;
        break;
      case RecordKind::kEpoch:
        if (record.number <= epoch) {
          fail(reader_.file().path(),
               "epoch " + std::to_string(record.number) + " follows " + std::to_string(epoch));
        }
        break;
      case RecordKind::kRegionBegin:
        ++regions_;
        break;
      case RecordKind::kEnd:
        end();
        break;
      default:
        break;
    }
  }

  void check_pages(const Record& record) {
    const std::uint64_t last = record.address + std::max<int>(record.bytes, 1) - 1;
    for (const std::uint64_t page :
         {record.address >> base::kPageShift, last >> base::kPageShift}) {
      if (page == used_) continue;
      const auto at = std::lower_bound(pages_.begin(), pages_.end(), page,
                                       [](const Page& p, std::uint64_t n) { return p.number < n; });
      if (at == pages_.end() || at->number != page || (at->flags & Page::kUsed) == 0) {
        char text[32];
        std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(record.address));
        fail(reader_.file().path(),
             std::string("accesses ") + text + ", whose page pages.zst does not list as used");
      }
      used_ = page;
    }
  }

  void end() {
    ended_ = true;
    const auto& file = reader_.file().path();
    if (!(totals_ == reader_.totals())) fail(file, "its end record counts otherwise");
    if (!(totals_ == own_.totals) || leaves_ != own_.leaves) {
      fail(file, "holds other counts than trace.json says");
    }
    if (regions_ > summary_.regions) fail(file, "has more regions than trace.json says");
  }

  const Summary& summary_;
  const ThreadSummary& own_;
  const std::vector<Page>& pages_;
  ThreadReader reader_;
  Totals totals_;
  std::uint64_t leaves_ = 0;
  std::uint64_t regions_ = 0;
  std::uint64_t waits_for_ = 0;
  std::uint64_t used_ = ~std::uint64_t{0};  ///< Last page found.
  bool ended_ = false;
};

}  // namespace

Summary check_trace(const std::filesystem::path& folder) {
  const Summary summary = read_summary(folder);
  const FrameFile file(pages_file(folder), {summary.id, PartName::kPages});
  check_file(file, summary.pages.bytes, summary.pages.checksum);
  const std::vector<Page> pages = read_pages(folder, summary.id, summary.pages.pages);
  const auto used = static_cast<std::uint64_t>(std::count_if(
      pages.begin(), pages.end(), [](const Page& p) { return (p.flags & Page::kUsed) != 0; }));
  if (used != summary.pages.used) {
    fail(file.path(), "lists " + std::to_string(used) + " used pages, but trace.json has " +
                          std::to_string(summary.pages.used));
  }
  std::uint64_t leaves = 0;
  for (const ThreadSummary& thread : summary.threads) {
    if (thread.leaves > kMaxLeaves - leaves) fail(summary_file(folder), "threads: too many leaves");
    leaves += thread.leaves;
  }
  Order order(leaves);
  std::vector<ThreadCheck> threads;
  threads.reserve(summary.threads.size());
  for (std::size_t t = 0; t < summary.threads.size(); ++t) {
    threads.emplace_back(folder, summary, static_cast<std::uint32_t>(t), pages);
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (ThreadCheck& thread : threads) moved = thread.run(order) || moved;
  }
  for (const ThreadCheck& thread : threads) {
    if (!thread.ended()) throw base::InputError(thread.state());
  }
  if (summary.totals().accesses() == 0)
    fail(folder, "holds no access, so it is not a trace to play");
  return summary;
}

}  // namespace starnuma::trace

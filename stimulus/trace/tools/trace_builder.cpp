// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/trace_builder.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/ids.h"

namespace starnuma::trace {
namespace {

bool writes(RecordKind kind) { return kind != RecordKind::kLoad && kind != RecordKind::kWriteBack; }

}  // namespace

void TraceBuilder::begin_thread() {
  if (threads_.size() == kMaxThreads) throw base::InputError("more than ", kMaxThreads, " threads");
  writer_.emplace(folder_, id_, static_cast<std::uint32_t>(threads_.size()), kSmallLevel);
  work_ = 0;
}

void TraceBuilder::add(const Record& record) {
  Record own = record;
  const std::int64_t work = work_ + static_cast<std::int64_t>(record.work);
  own.work = static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(work, 0, static_cast<std::int64_t>(kMaxWork)));
  work_ = work - static_cast<std::int64_t>(own.work);
  writer_->add(own);
  if (!has_address(record.kind)) return;
  note(own);
  const std::uint64_t last = record.address + std::max<int>(record.bytes, 1) - 1;
  if (last >> base::kPageShift == record.address >> base::kPageShift) return;
  own.address = last;
  note(own);
}

void TraceBuilder::note(const Record& record) {
  const std::uint64_t page = record.address >> base::kPageShift;
  if (page != last_page_) {
    const auto thread = static_cast<std::uint32_t>(threads_.size());
    const std::uint64_t now = writer_->totals().instructions;
    const auto [at, is_new] = pages_.try_emplace(page, Use{now, thread, false});
    if (is_new && pages_.size() > kMaxPages) {
      throw base::InputError("more than ", kMaxPages, " pages");
    }
    if (now < at->second.instruction) {
      at->second.instruction = now;
      at->second.thread = thread;
    }
    last_page_ = page;
    last_use_ = &at->second;
  }
  last_use_->written = last_use_->written || writes(record.kind);
}

void TraceBuilder::end_thread(std::uint64_t program_accesses) {
  const std::int64_t work = std::clamp<std::int64_t>(work_, 0, static_cast<std::int64_t>(kMaxWork));
  threads_.push_back(writer_->finish(static_cast<std::uint64_t>(work), program_accesses));
  writer_.reset();
  last_page_ = ~std::uint64_t{0};
}

void TraceBuilder::finish(Summary summary, const std::vector<Page>* known) {
  std::vector<Page> pages;
  for (const auto& [number, use] : pages_) {
    const int flags = Page::kUsed | (use.written ? Page::kWritten : 0);
    pages.push_back({number, use.thread, static_cast<std::uint8_t>(flags)});
  }
  summary.id = id_;
  summary.pages = write_pages(folder_, id_, known != nullptr ? *known : pages);
  summary.threads = threads_;
  write_summary(folder_, summary);
}

}  // namespace starnuma::trace

// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/capture/recorder.h"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "models/base/check.h"

namespace starnuma::capture {
namespace {

using TraceKind = trace::RecordKind;

/// Returns false if the other end has closed the socket before the first byte.
bool read_all(int socket, void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  std::size_t left = bytes;
  while (left > 0) {
    const ssize_t got = recv(socket, at, left, MSG_WAITALL);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    left -= static_cast<std::size_t>(got);
  }
  return true;
}

[[noreturn]] void fail(const char* what) {
  throw base::InvariantError(std::string("the capture plugin sent ") + what);
}

trace::Record translated(const Record& from) {
  static_assert(static_cast<int>(EventKind::kRegionEnd) == static_cast<int>(TraceKind::kRegionEnd));
  if (from.kind > EventKind::kRegionEnd) fail("a record of no kind");
  trace::Record record;
  record.kind = static_cast<TraceKind>(from.kind);
  record.bytes = from.bytes;
  record.after = {from.after[0], from.after[1]};
  record.work = from.work;
  (trace::has_number(record.kind) ? record.number : record.address) = from.value;
  return record;
}

}  // namespace

Recorder::Recorder(std::filesystem::path folder, std::uint64_t trace)
    : folder_(std::move(folder)), trace_(trace) {}

template <class T>
std::vector<T> Recorder::read_values(int socket, std::uint64_t bytes) const {
  constexpr std::uint64_t kMost = trace::kMaxPages * sizeof(Page);
  if (bytes % sizeof(T) != 0 || bytes > kMost) fail("a message of a wrong length");
  std::vector<T> values(bytes / sizeof(T));
  if (bytes != 0 && !read_all(socket, values.data(), bytes)) values.clear();
  return values;
}

trace::ThreadWriter& Recorder::writer(std::uint32_t thread) {
  if (thread >= trace::kMaxThreads) {
    throw base::InputError("the program has more than ", trace::kMaxThreads,
                           " threads at once; a trace holds no more");
  }
  while (writers_.size() <= thread) {
    writers_.emplace_back(folder_, trace_, static_cast<std::uint32_t>(writers_.size()));
    threads_.emplace_back();
  }
  return writers_[thread];
}

bool Recorder::read(int socket) {
  Header header{};
  if (done_ || !read_all(socket, &header, sizeof header)) return false;
  switch (header.type) {
    case Message::kRecords: {
      trace::ThreadWriter& stream = writer(header.thread);
      for (const Record& record : read_values<Record>(socket, header.bytes)) {
        stream.add(translated(record));
      }
      break;
    }
    case Message::kTotals:
      for (const Totals& totals : read_values<Totals>(socket, header.bytes)) {
        trace::ThreadWriter& stream = writer(header.thread);
        threads_[header.thread] = stream.finish(totals.work, totals.program_accesses);
      }
      break;
    case Message::kPages:
      write_pages(read_values<Page>(socket, header.bytes));
      break;
    case Message::kQuality:
      for (const Quality& quality : read_values<Quality>(socket, header.bytes)) quality_ = quality;
      break;
    case Message::kDone:
      for (const trace::ThreadSummary& thread : threads_) {
        if (thread.file.empty()) fail("no totals of a thread");
      }
      done_ = true;
      break;
    default:
      fail("a message of no type");
  }
  return true;
}

void Recorder::write_pages(const std::vector<Page>& pages) {
  std::vector<trace::Page> all;
  all.reserve(pages.size());
  for (const Page& page : pages) {
    std::uint8_t flags = 0;
    if ((page.flags & Page::kUsed) != 0) flags |= trace::Page::kUsed;
    if ((page.flags & Page::kWritten) != 0) flags |= trace::Page::kWritten;
    if ((page.flags & Page::kKernel) != 0) flags |= trace::Page::kKernelWritten;
    if ((page.flags & Page::kAgain) != 0) flags |= trace::Page::kRemapped;
    all.push_back({page.number, page.toucher, flags});
  }
  pages_ = trace::write_pages(folder_, trace_, all);
}

}  // namespace starnuma::capture

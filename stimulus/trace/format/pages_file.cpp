// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/pages_file.h"

#include "models/base/check.h"
#include "stimulus/trace/format/frame_file.h"
#include "stimulus/trace/format/record.h"

namespace starnuma::trace {
namespace {

/// Upper bound of the size of a page's entry.
constexpr std::size_t kPageEntryBytes = 32;

void put_number(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
  for (; value >= 128; value >>= 7) bytes.push_back(static_cast<std::uint8_t>(value | 128));
  bytes.push_back(static_cast<std::uint8_t>(value));
}

/// Decodes the entries of one frame; the caller checks the final position.
class PageDecoder {
 public:
  explicit PageDecoder(const std::uint8_t* at) : at_(at) {}
  const std::uint8_t* at() const { return at_; }
  bool sound() const { return sound_; }

  Page next(std::uint64_t before) {
    Page page;
    page.number = before + number();
    page.flags = *at_++;
    page.toucher = static_cast<std::uint32_t>(number() - 1);
    sound_ = sound_ && (page.flags & ~Page::kFlags) == 0 && page.number >= before;
    return page;
  }

 private:
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = *at_++;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    sound_ = false;
    return value;
  }

  const std::uint8_t* at_;
  bool sound_ = true;
};

}  // namespace

std::filesystem::path pages_file(const std::filesystem::path& folder) {
  return folder / "pages.zst";
}

PagesSummary write_pages(const std::filesystem::path& folder, std::uint64_t trace,
                         const std::vector<Page>& pages) {
  FrameFileWriter file(pages_file(folder), {trace, PartName::kPages});
  PagesSummary summary;
  std::vector<std::uint8_t> frame;
  std::uint64_t before = 0;
  for (const Page& page : pages) {
    SN_CHECK(summary.pages == 0 || page.number > before, "page numbers of a trace must ascend");
    if (frame.size() + kPageEntryBytes > kFrameBytes) {
      file.add(frame);
      frame.clear();
    }
    put_number(frame, page.number - (frame.empty() ? 0 : before));
    frame.push_back(page.flags);
    put_number(frame, page.toucher == Page::kNobody ? 0 : std::uint64_t{page.toucher} + 1);
    before = page.number;
    ++summary.pages;
    summary.used += (page.flags & Page::kUsed) != 0 ? 1 : 0;
  }
  if (!frame.empty()) file.add(frame);
  file.finish();
  summary.bytes = file.bytes();
  summary.checksum = file.checksum();
  return summary;
}

std::vector<Page> read_pages(const std::filesystem::path& folder, std::uint64_t trace,
                             std::uint64_t pages) {
  const FrameFile file(pages_file(folder), {trace, PartName::kPages});
  const auto fail = [&](const std::string& what) {
    throw base::InputError(file.path().string(), ": ", what);
  };
  std::vector<Page> list;
  std::vector<std::uint8_t> frame;
  for (std::size_t i = 0; i < file.frames(); ++i) {
    const std::size_t size = file.read(i, frame);
    const std::uint8_t* const end = frame.data() + size;
    PageDecoder decoder(frame.data());
    std::uint64_t before = 0;
    while (decoder.at() < end) {
      const Page page = decoder.next(before);
      if (!decoder.sound() || decoder.at() > end ||
          (!list.empty() && page.number <= list.back().number)) {
        fail("frame " + std::to_string(i) + ": invalid entry");
      }
      if (list.size() == pages)
        fail("more pages than the " + std::to_string(pages) + " of trace.json");
      list.push_back(page);
      before = page.number;
    }
  }
  if (list.size() != pages) {
    fail("has " + std::to_string(list.size()) + " pages, but trace.json has " +
         std::to_string(pages));
  }
  return list;
}

}  // namespace starnuma::trace

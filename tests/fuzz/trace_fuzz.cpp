// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes as a part of a trace, or as a trace of another project.
//
// STARNUMA_FUZZ_PART selects the reader:
// - traces (the first byte selects frame, file, pages or trace.json)
// - a memtrace
// - a ChampSim trace (the first byte selects the layout)
// - a file that may be compressed
//
// Properties: no crash, no hang, bounded memory, no exception except InputError. Every message is
// one printable line.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "models/base/check.h"
#include "stimulus/trace/format/summary.h"
#include "stimulus/trace/tools/import.h"
#include "stimulus/trace/tools/unpacked.h"

namespace {

using namespace starnuma::trace;

enum Part { kReader, kMemtrace, kChampsim, kUnpacked };

/// Sink that counts records only.
struct Sink final : RecordSink {
  void add(const Record& record) override { totals.add(record); }
  void spend(std::int64_t instructions) override {
    work += static_cast<std::uint64_t>(instructions);
  }
  Totals totals;
  std::uint64_t work = 0;
};

const std::filesystem::path& folder() {
  static const std::filesystem::path path = [] {
    std::string name = (std::filesystem::temp_directory_path() / "trace_fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    return std::filesystem::path(name);
  }();
  return path;
}

void read_frame(const std::string& text) {
  std::vector<std::uint8_t> bytes(text.begin(), text.end());
  bytes.resize(text.size() + kPadding);
  FrameDecoder decoder(bytes.data(), text.size());
  while (!decoder.at_end()) decoder.next();
}

void read_stream(const std::string& text) {
  std::ofstream(thread_file(folder(), 0), std::ios::binary) << text;
  ThreadReader reader(folder(), 0, 0);
  // Frames of repetitive data are large when unpacked.
  for (int i = 0; i < 2'000'000 && reader.next().kind != RecordKind::kEnd; ++i) {
  }
}

void read_page_list(const std::string& text) {
  std::ofstream(pages_file(folder()), std::ios::binary) << text;
  read_pages(folder(), 0, 1 << 16);
}

/// Reads the records as frames of an otherwise valid file.
void read_wrapped(const std::string& text) {
  const std::vector<std::uint8_t> frame(text.begin(), text.end());
  FrameFileWriter stream(thread_file(folder(), 0), {0, 0});
  if (!frame.empty() && frame.size() <= kFrameBytes) stream.add(frame);
  stream.finish();
  ThreadReader reader(folder(), 0, 0);
  reader.seek(3);
  while (reader.next().kind != RecordKind::kEnd) {
  }
}

void read(const std::string& text) {
  if (text.empty()) return;
  const std::string rest = text.substr(1);
  switch (text[0] % 5) {
    case 0:
      return read_frame(rest);
    case 1:
      return read_stream(rest);
    case 2:
      return read_page_list(rest);
    case 3:
      return read_wrapped(rest);
    default:
      parse_summary(rest, "trace.json");
  }
}

void read_champsim(const std::string& text, Sink& sink) {
  if (text.empty()) return;
  constexpr std::array<const ChampsimLayout*, 3> kLayouts{nullptr, &kChampsim64, &kChampsim96};
  std::istringstream in(text.substr(1));
  import_champsim(in, "champsim", sink,
                  kLayouts[static_cast<std::uint8_t>(text[0]) % kLayouts.size()]);
}

void unpack(std::istream& packed) {
  Unpacked in(packed, "packed");
  std::array<char, 4096> part{};
  // Small files can be unbounded when unpacked.
  for (int i = 0; i < 4096 && in.read(part.data(), part.size()); ++i) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    constexpr Part part = STARNUMA_FUZZ_PART;
    Sink sink;
    std::istringstream in(text);
    if (part == kReader) read(text);
    if (part == kMemtrace) import_memtrace(in, "memtrace", sink);
    if (part == kChampsim) read_champsim(text, sink);
    if (part == kUnpacked) unpack(in);
  } catch (const starnuma::base::InputError& error) {
    for (const char c : std::string(error.what())) {
      if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) continue;
      std::cerr << "not one printable line: " << error.what() << "\n";
      std::abort();
    }
  }
  return 0;
}

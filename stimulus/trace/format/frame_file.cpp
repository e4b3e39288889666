// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/frame_file.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "models/base/check.h"
#include "stimulus/trace/format/write_failure.h"

namespace starnuma::trace {
namespace {

// Magic numbers of zstd's format and its seekable form.
constexpr std::uint32_t kNameMagic = 0x184D2A50;
constexpr std::uint32_t kTableMagic = 0x184D2A5E;
constexpr std::uint32_t kSeekableMagic = 0x8F92EAB1;
constexpr std::size_t kSkippableHead = 8;
constexpr std::size_t kTableFoot = 9;
constexpr std::size_t kTableEntry = 8;

constexpr char kMark[] = "sntrace";
constexpr std::size_t kNameBytes = kSkippableHead + sizeof kMark + 4 + 4 + 8;

void put_word(std::vector<std::uint8_t>& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint64_t word(const std::uint8_t* bytes, int size) {
  std::uint64_t value = 0;
  for (int i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
  return value;
}

std::string part_text(std::uint64_t part) {
  return part == PartName::kPages ? "the pages" : "thread " + std::to_string(part);
}

std::uint32_t crc_of(const std::vector<std::uint8_t>& bytes, std::uint32_t before) {
  return static_cast<std::uint32_t>(crc32_z(before, bytes.data(), bytes.size()));
}

}  // namespace

struct FrameFileWriter::Context {
  explicit Context(int level) : zstd(ZSTD_createCCtx()) {
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
  }
  ~Context() { ZSTD_freeCCtx(zstd); }
  ZSTD_CCtx* zstd;
};

FrameFileWriter::FrameFileWriter(std::filesystem::path path, PartName name, int level)
    : path_(std::move(path)),
      file_(std::fopen(path_.c_str(), "wb")),
      context_(std::make_unique<Context>(level)) {
  if (!file_) fail_to_write(path_);
  std::vector<std::uint8_t> head;
  put_word(head, kNameMagic, 4);
  put_word(head, kNameBytes - kSkippableHead, 4);
  head.insert(head.end(), kMark, kMark + sizeof kMark);
  put_word(head, kVersion, 4);
  put_word(head, name.part, 4);
  put_word(head, name.trace, 8);
  put(head);
  put_word(table_, kNameBytes, 4);
  put_word(table_, 0, 4);
  frames_ = 1;
}

FrameFileWriter::~FrameFileWriter() = default;
FrameFileWriter::FrameFileWriter(FrameFileWriter&&) noexcept = default;

void FrameFileWriter::put(const std::vector<std::uint8_t>& bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail_to_write(path_);
  bytes_ += bytes.size();
  checksum_ = crc_of(bytes, checksum_);
}

void FrameFileWriter::add(const std::vector<std::uint8_t>& frame) {
  compressed_.resize(ZSTD_compressBound(frame.size()));
  const std::size_t size = ZSTD_compress2(context_->zstd, compressed_.data(), compressed_.size(),
                                          frame.data(), frame.size());
  SN_CHECK(!ZSTD_isError(size), path_.string(), ": ", ZSTD_getErrorName(size));
  compressed_.resize(size);
  put(compressed_);
  put_word(table_, size, 4);
  put_word(table_, frame.size(), 4);
  ++frames_;
}

void FrameFileWriter::finish() {
  std::vector<std::uint8_t> tail;
  put_word(tail, kTableMagic, 4);
  put_word(tail, table_.size() + kTableFoot, 4);
  tail.insert(tail.end(), table_.begin(), table_.end());
  put_word(tail, frames_, 4);
  put_word(tail, 0, 1);  // entries without checksums, since frames have their own
  put_word(tail, kSeekableMagic, 4);
  put(tail);
  if (std::fclose(file_.release()) != 0) fail_to_write(path_);
}

FrameFile::FrameFile(std::filesystem::path path, PartName name) : path_(std::move(path)) {
  std::error_code error;
  bytes_ = std::filesystem::file_size(path_, error);
  if (error) fail(error.message());
  if (bytes_ < kNameBytes + kSkippableHead + kTableFoot) fail("too short to be part of a trace");
  read_name(name);
  read_table();
}

void FrameFile::fail(const std::string& what) const {
  throw base::InputError(path_.string(), ": ", what);
}

std::vector<std::uint8_t> FrameFile::bytes_at(std::uint64_t offset, std::size_t size) const {
  std::ifstream file(path_, std::ios::binary);
  std::vector<std::uint8_t> bytes(size);
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!file) fail("cannot be read at byte " + std::to_string(offset));
  return bytes;
}

void FrameFile::read_name(PartName name) const {
  const std::vector<std::uint8_t> head = bytes_at(0, kNameBytes);
  const std::uint8_t* at = head.data();
  if (word(at, 4) != kNameMagic || word(at + 4, 4) != kNameBytes - kSkippableHead ||
      std::memcmp(at + kSkippableHead, kMark, sizeof kMark) != 0) {
    fail("not a part of a trace");
  }
  at += kSkippableHead + sizeof kMark;
  if (word(at, 4) != kVersion) {
    fail("format version " + std::to_string(word(at, 4)) + ", and this program reads " +
         std::to_string(kVersion));
  }
  const std::uint64_t part = word(at + 4, 4);
  if (part != name.part) fail("holds " + part_text(part) + " and not " + part_text(name.part));
  if (word(at + 8, 8) != name.trace) fail("belongs to another trace than trace.json");
}

void FrameFile::read_table() {
  const std::vector<std::uint8_t> foot = bytes_at(bytes_ - kTableFoot, kTableFoot);
  if (word(foot.data() + 5, 4) != kSeekableMagic) fail("is cut off: no table of frames at its end");
  const std::uint64_t count = word(foot.data(), 4);
  const std::uint64_t size = count * kTableEntry + kTableFoot;
  if (foot[4] != 0 || size + kSkippableHead > bytes_) fail("damaged: its table does not fit");
  const std::uint64_t begin = bytes_ - size - kSkippableHead;
  const std::vector<std::uint8_t> table =
      bytes_at(begin, static_cast<std::size_t>(size + kSkippableHead));
  if (word(table.data(), 4) != kTableMagic || word(table.data() + 4, 4) != size) {
    fail("damaged: its table does not fit");
  }
  std::uint64_t offset = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint8_t* entry = table.data() + kSkippableHead + i * kTableEntry;
    const FrameLocation place{offset, static_cast<std::uint32_t>(word(entry, 4)),
                              static_cast<std::uint32_t>(word(entry + 4, 4))};
    offset += place.compressed;
    if (place.size > kFrameBytes || place.compressed > ZSTD_COMPRESSBOUND(kFrameBytes)) {
      fail("frame " + std::to_string(i) + " holds " + std::to_string(place.size) + " bytes in " +
           std::to_string(place.compressed) + ", and one may hold " + std::to_string(kFrameBytes));
    }
    if (place.size == 0) continue;  // frame with the part name
    frames_.push_back(place);
  }
  if (offset != begin) fail("damaged: its table does not fit");
}

std::size_t FrameFile::read(std::size_t i, std::vector<std::uint8_t>& frame) const {
  const FrameLocation& place = frames_.at(i);
  const std::vector<std::uint8_t> compressed = bytes_at(place.offset, place.compressed);
  frame.assign(place.size + kPadding, 0);
  const std::size_t size =
      ZSTD_decompress(frame.data(), place.size, compressed.data(), compressed.size());
  if (ZSTD_isError(size) || size != place.size) {
    fail("frame " + std::to_string(i) + " is damaged" +
         (ZSTD_isError(size) ? std::string(": ") + ZSTD_getErrorName(size) : ""));
  }
  return size;
}

std::uint32_t FrameFile::checksum() const {
  std::ifstream file(path_, std::ios::binary);
  std::uint32_t sum = 0;
  for (std::uint64_t left = bytes_; left > 0;) {
    std::vector<std::uint8_t> bytes(
        static_cast<std::size_t>(std::min<std::uint64_t>(left, 1 << 20)));
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file) fail("cannot be read");
    sum = crc_of(bytes, sum);
    left -= bytes.size();
  }
  return sum;
}

}  // namespace starnuma::trace

// SPDX-License-Identifier: Apache-2.0
#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>

#include "stimulus/trace/tools/unpacked.h"

namespace starnuma::trace {
namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30;

class Gzip final : public Decompressor {
 public:
  Gzip() {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&stream_); }
  const char* name() const override { return "gzip"; }
  Progress step(const char* in, std::size_t in_bytes, char* out, std::size_t out_bytes) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    stream_.avail_in = static_cast<uInt>(in_bytes);
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(out_bytes);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    Progress progress{in_bytes - stream_.avail_in, out_bytes - stream_.avail_out,
                      code == Z_STREAM_END, nullptr};
    if (code == Z_STREAM_END) inflateReset(&stream_);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      progress.error = stream_.msg != nullptr ? stream_.msg : zError(code);
    }
    return progress;
  }

 private:
  z_stream stream_{};
};

class Xz final : public Decompressor {
 public:
  Xz() { begin(); }
  ~Xz() override { lzma_end(&stream_); }
  const char* name() const override { return "xz"; }
  Progress step(const char* in, std::size_t in_bytes, char* out, std::size_t out_bytes) override {
    // Zeros behind a stream are padding.
    std::size_t padding = 0;
    while (between_ && padding < in_bytes && in[padding] == 0) ++padding;
    if (padding > 0) return {padding, 0, true, nullptr};
    between_ = false;
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in);
    stream_.avail_in = in_bytes;
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
    stream_.avail_out = out_bytes;
    const lzma_ret code = lzma_code(&stream_, LZMA_RUN);
    const Progress progress{in_bytes - stream_.avail_in, out_bytes - stream_.avail_out,
                            code == LZMA_STREAM_END, reason(code)};
    if (code == LZMA_STREAM_END) {
      begin();
      between_ = true;
    }
    return progress;
  }

 private:
  static const char* reason(lzma_ret code) {
    switch (code) {
      case LZMA_OK:
      case LZMA_STREAM_END:
      case LZMA_BUF_ERROR:
        return nullptr;
      case LZMA_MEMLIMIT_ERROR:
        return "needs more than 1 GiB of memory";
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_OPTIONS_ERROR:
        return "unsupported options";
      case LZMA_FORMAT_ERROR:
        return "no header of a stream";
      default:
        return "corrupt data";
    }
  }

  void begin() {
    if (lzma_stream_decoder(&stream_, kMostMemory, 0) != LZMA_OK) throw std::bad_alloc();
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool between_ = false;  ///< Two streams.
};

class Zstd final : public Decompressor {
 public:
  Zstd() : stream_(ZSTD_createDStream()) {
    constexpr int kMostWindow = 30;  // log2 of the bytes
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kMostWindow);
  }
  ~Zstd() override { ZSTD_freeDStream(stream_); }
  const char* name() const override { return "zstd"; }
  Progress step(const char* in, std::size_t in_bytes, char* out, std::size_t out_bytes) override {
    ZSTD_inBuffer from{in, in_bytes, 0};
    ZSTD_outBuffer to{out, out_bytes, 0};
    const std::size_t code = ZSTD_decompressStream(stream_, &to, &from);
    return {from.pos, to.pos, code == 0, ZSTD_isError(code) ? ZSTD_getErrorName(code) : nullptr};
  }

 private:
  ZSTD_DStream* stream_;
};

class Bzip2 final : public Decompressor {
 public:
  Bzip2() { begin(); }
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }
  const char* name() const override { return "bzip2"; }
  Progress step(const char* in, std::size_t in_bytes, char* out, std::size_t out_bytes) override {
    stream_.next_in = const_cast<char*>(in);
    stream_.avail_in = static_cast<unsigned>(in_bytes);
    stream_.next_out = out;
    stream_.avail_out = static_cast<unsigned>(out_bytes);
    const int code = BZ2_bzDecompress(&stream_);
    const Progress progress{in_bytes - stream_.avail_in, out_bytes - stream_.avail_out,
                            code == BZ_STREAM_END, code < 0 ? "corrupt data" : nullptr};
    if (code == BZ_STREAM_END) {
      BZ2_bzDecompressEnd(&stream_);
      begin();
    }
    return progress;
  }

 private:
  void begin() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  bz_stream stream_{};
};

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

}  // namespace

std::unique_ptr<Decompressor> decompressor_of(std::string_view begin) {
  using std::string_view_literals::operator""sv;
  if (begins(begin, "\x1f\x8b\x08"sv)) return std::make_unique<Gzip>();
  if (begins(begin, "\xfd\x37zXZ\0"sv)) return std::make_unique<Xz>();
  if (begins(begin, "\x28\xb5\x2f\xfd"sv)) return std::make_unique<Zstd>();
  // A frame that zstd skips.
  if (begin.size() >= 4 && (begin[0] & 0xf0) == 0x50 && begin.substr(1, 3) == "\x2a\x4d\x18"sv) {
    return std::make_unique<Zstd>();
  }
  constexpr std::size_t kLevel = 3;
  if (begins(begin, "BZh"sv) && begin.size() > kLevel && begin[kLevel] >= '1' &&
      begin[kLevel] <= '9' &&
      (begin.substr(4, 6) == "\x31\x41\x59\x26\x53\x59"sv ||
       begin.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv)) {
    return std::make_unique<Bzip2>();
  }
  return nullptr;
}

}  // namespace starnuma::trace

// SPDX-License-Identifier: Apache-2.0
// Reads a file that may be compressed: gzip, xz, zstd or bzip2, recognised by its first bytes.
//
// Contract: several compressed streams in one file are read as one. Reading throws InputError if
// the file is damaged, cut off or followed by anything else, and filesystem_error if the system
// cannot read it. Memory is limited to 1 GiB.
#pragma once

#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace starnuma::trace {

/// Decompresses a part of the input at a time.
class Decompressor {
 public:
  struct Progress {
    std::size_t read = 0;
    std::size_t written = 0;
    bool at_end = false;          ///< End of a compressed stream; another one may follow.
    const char* error = nullptr;  ///< The library's reason.
  };
  virtual ~Decompressor() = default;
  virtual const char* name() const = 0;
  virtual Progress step(const char* in, std::size_t in_bytes, char* out, std::size_t out_bytes) = 0;
};

/// The decompressor of a file that begins with these bytes; null if it is not compressed.
std::unique_ptr<Decompressor> decompressor_of(std::string_view begin);

/// The unpacked bytes of `packed`, which must outlive it; `name` begins the errors.
class UnpackedBuffer final : public std::streambuf {
 public:
  UnpackedBuffer(std::istream& packed, std::string name);

 protected:
  int_type underflow() override;

 private:
  void refill();
  [[noreturn]] void fail(const std::string& what) const;

  std::istream& packed_;
  std::string name_;
  std::unique_ptr<Decompressor> decompressor_;
  std::vector<char> in_;
  std::size_t in_at_ = 0;  ///< First byte of `in_` that is not read yet.
  std::size_t in_end_ = 0;
  std::uint64_t read_ = 0;      ///< Bytes of the file before `in_at_`.
  std::uint64_t ended_at_ = 0;  ///< End of the last whole compressed stream; 0 if none has ended.
  bool begun_ = false;          ///< The next one has brought something.
  std::vector<char> out_;
};

/// Input stream of the unpacked bytes.
class Unpacked final : public std::istream {
 public:
  Unpacked(std::istream& packed, const std::string& name)
      : std::istream(nullptr), buffer_(packed, name) {
    rdbuf(&buffer_);
    exceptions(std::ios::badbit);  // errors of the buffer go through
  }

 private:
  UnpackedBuffer buffer_;
};

}  // namespace starnuma::trace

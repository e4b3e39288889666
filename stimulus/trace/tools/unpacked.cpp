// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/unpacked.h"

#include <cerrno>
#include <filesystem>

#include "models/base/check.h"

namespace starnuma::trace {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

}  // namespace

UnpackedBuffer::UnpackedBuffer(std::istream& packed, std::string name)
    : packed_(packed), name_(std::move(name)), in_(kBufferBytes) {
  refill();
  decompressor_ = decompressor_of({in_.data(), in_end_});
  if (decompressor_ != nullptr) out_.resize(kBufferBytes);
}

void UnpackedBuffer::refill() {
  errno = 0;
  packed_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
  if (packed_.bad()) {
    throw std::filesystem::filesystem_error("", name_,
                                            std::error_code(errno, std::generic_category()));
  }
  in_at_ = 0;
  in_end_ = static_cast<std::size_t>(packed_.gcount());
}

/// Throws the reason why the compressed data are bad, or that other data follow a whole stream.
void UnpackedBuffer::fail(const std::string& what) const {
  const std::string name = decompressor_->name();
  const bool followed = ended_at_ > 0 && !begun_;
  throw base::InputError(name_, ": byte ", followed ? ended_at_ : read_, ": ",
                         (followed ? "the " + name + " data end here, and more follows"
                                   : "bad " + name + " data: " + what));
}

UnpackedBuffer::int_type UnpackedBuffer::underflow() {
  if (decompressor_ == nullptr) {
    if (gptr() != nullptr) refill();
    if (in_end_ == 0) return traits_type::eof();
    setg(in_.data(), in_.data(), in_.data() + in_end_);
    return traits_type::to_int_type(*gptr());
  }
  for (;;) {
    if (in_at_ == in_end_) refill();
    const bool last = in_end_ == 0;
    if (last && ended_at_ == read_ && ended_at_ > 0) return traits_type::eof();
    const Decompressor::Progress progress =
        decompressor_->step(in_.data() + in_at_, in_end_ - in_at_, out_.data(), out_.size());
    if (progress.error != nullptr) fail(progress.error);
    in_at_ += progress.read;
    read_ += progress.read;
    begun_ = (begun_ || progress.written > 0) && !progress.at_end;
    if (progress.at_end) ended_at_ = read_;
    if (progress.written > 0) {
      setg(out_.data(), out_.data(), out_.data() + progress.written);
      return traits_type::to_int_type(*gptr());
    }
    if (last && !progress.at_end) fail("cut off");
  }
}

}  // namespace starnuma::trace

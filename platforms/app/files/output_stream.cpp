// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/output_stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "platforms/app/files/text_file.h"

namespace starnuma::app {

OutputBuffer::int_type OutputBuffer::overflow(int_type next) {
  if (!drain()) return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

bool OutputBuffer::drain() {
  const std::string_view bytes(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  if (error_ == 0) error_ = write_all(fd_, bytes);
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

OutputFile::OutputFile(const std::filesystem::path& file)
    : draft_(file), fd_(recreate(draft_.path())), buffer_(fd_), stream_(&buffer_) {
  if (fd_ < 0) draft_.fail(errno);
}

OutputFile::~OutputFile() {
  if (fd_ >= 0) close(fd_);
}

void OutputFile::publish() {
  stream_.flush();
  const bool closed = close(std::exchange(fd_, -1)) == 0;
  const int error = buffer_.error() != 0 ? buffer_.error() : closed ? 0 : errno;
  if (error != 0) draft_.fail(error);
  draft_.publish();
}

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/write_error.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>

namespace starnuma::wave {
namespace {

std::atomic<int> first_error{0};

/// Returns the reason why a file cannot be written. The errno of the failed write is no longer
/// available, so another write is attempted.
int reason(int fd) {
  constexpr std::size_t kBytes = 1 << 16;
  constexpr int kTries = 64;
  static const std::array<char, kBytes> nothing{};
  lseek(fd, 0, SEEK_END);
  for (int t = 0; t < kTries; ++t) {
    if (write(fd, nothing.data(), nothing.size()) < 0) return errno;
  }
  return EIO;
}

void note(int error) {
  int none = 0;
  first_error.compare_exchange_strong(none, error);
}

}  // namespace

int take_write_error() { return first_error.exchange(0); }

}  // namespace starnuma::wave

extern "C" {

// The linker redirects every such call of the program to these functions (--wrap).
int __real_fclose(std::FILE* file);   // NOLINT(bugprone-reserved-identifier)
int __wrap_fclose(std::FILE* file) {  // NOLINT(bugprone-reserved-identifier)
  if (std::ferror(file) != 0) starnuma::wave::note(starnuma::wave::reason(fileno(file)));
  const int result = __real_fclose(file);
  if (result != 0) starnuma::wave::note(errno);
  return result;
}

// The library maps bytes that it assumes written; beyond the end of the file an access raises
// SIGBUS.
void* __real_mmap(void* at, std::size_t bytes, int protection, int flags, int fd,  // NOLINT
                  off_t offset);
void* __wrap_mmap(void* at, std::size_t bytes, int protection, int flags, int fd,  // NOLINT
                  off_t offset) {
  struct stat file {};
  const bool whole = fd < 0 || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode) ||
                     file.st_size >= offset + static_cast<off_t>(bytes);
  if (whole) return __real_mmap(at, bytes, protection, flags, fd, offset);
  starnuma::wave::note(starnuma::wave::reason(fd));
  return __real_mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
}

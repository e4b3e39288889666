// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

#include "platforms/app/files/failure.h"

namespace starnuma::app {

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n >= 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) return errno;
  }
  return 0;
}

int recreate(const std::filesystem::path& file) {
  constexpr mode_t kMode = 0666;  // restricted by the umask
  return open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  const int fd = recreate(file);
  int error = fd < 0 ? errno : write_all(fd, text);
  if (fd >= 0 && close(fd) != 0 && error == 0) error = errno;
  if (error != 0) fail_to_write("cannot write " + file.string(), error);
}

std::string read_text(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/folder_lock.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Maximum time for the children of a killed command to end, in units of 20 ms.
constexpr int kPatience = 500;

bool alive(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= text.size()) return false;
  const char state = text[name_end + 2];
  return state != 'Z' && state != 'X';
}

std::string holder_in(const fs::path& file) {
  std::string pid;
  std::ifstream(file) >> pid;
  return pid;
}

[[noreturn]] void refuse(const std::string& shown) {
  fail_to_write(shown + ": cannot write a result folder there", errno);
}

void lock(int fd, const fs::path& file, const std::string& shown) {
  for (int tries = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) refuse(shown);
    const std::string pid = holder_in(file);
    if (pid.empty() || alive(pid) || tries == kPatience) {
      throw base::InputError(shown, ": another command",
                             (pid.empty() ? "" : " (process " + pid + ")"),
                             " is making this folder; wait for it or choose another one with -o");
    }
    poll(nullptr, 0, 20);
  }
}

}  // namespace

FolderLock::FolderLock(fs::path room, const std::string& shown) : room_(std::move(room)) {
  try {
    while (!hold(shown)) continue;
  } catch (...) {
    if (fd_ >= 0) close(fd_);
    rmdir(room_.c_str());  // fails if the folder is not empty
    throw;
  }
  const std::string pid = std::to_string(getpid()) + "\n";
  if (ftruncate(fd_, 0) == 0 &&
      pwrite(fd_, pid.data(), pid.size(), 0) == static_cast<ssize_t>(pid.size())) {
    return;
  }
  const int error = errno;
  release();
  errno = error;
  refuse(shown);
}

bool FolderLock::hold(const std::string& shown) {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  constexpr mode_t kFolder = 0777;  // restricted by the umask
  constexpr mode_t kPlain = 0666;
  if (mkdir(room_.c_str(), kFolder) != 0 && errno != EEXIST) refuse(shown);
  const fs::file_type type = fs::symlink_status(room_).type();
  if (type == fs::file_type::not_found) return false;  // the previous holder has just removed it
  if (type != fs::file_type::directory) {
    throw base::InputError(room_.string(), ": is in the way of the draft of ", shown,
                           ", and no folder; move it away or choose another folder with -o");
  }
  const fs::path file = room_ / kFile;
  // Children inherit the descriptor, so every process that may write holds the lock.
  fd_ = open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW, kPlain);
  if (fd_ < 0 && errno == ENOENT) return false;
  if (fd_ < 0) refuse(shown);
  lock(fd_, file, shown);
  struct stat held {};
  struct stat there {};
  return fstat(fd_, &held) == 0 && lstat(file.c_str(), &there) == 0 &&
         held.st_ino == there.st_ino && held.st_dev == there.st_dev;
}

FolderLock::~FolderLock() { release(); }

void FolderLock::release() {
  unlink((room_ / kFile).c_str());
  rmdir(room_.c_str());  // fails if the folder is not empty
  close(fd_);
}

}  // namespace starnuma::app

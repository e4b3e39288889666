// SPDX-License-Identifier: Apache-2.0
// The right to make one result folder: held by one command at a time.
//
// Contract: the lock is the system's (flock), so it ends with the last process of the command
// however that dies; children hold it too, because they write. The file with the number of the
// holder, and the empty folder around it, go with the lock; what a kill has left of them stops
// nobody.
#pragma once

#include <filesystem>
#include <string>

namespace starnuma::app {

class FolderLock {
 public:
  static constexpr const char* kFile = "lock";

  /// Makes `room` where there is none. Throws InputError, beginning with `shown`, if another
  /// command holds the lock.
  FolderLock(std::filesystem::path room, const std::string& shown);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  /// Whether the lock is held, on a file that is still the room's.
  bool hold(const std::string& shown);

  std::filesystem::path room_;
  int fd_ = -1;
};

}  // namespace starnuma::app

// SPDX-License-Identifier: Apache-2.0
// Lock on the construction of one result folder; one command at a time holds it.
//
// Contract: the lock is the system's (flock), so it ends with the command's last process however
// that dies. Children inherit it, because they write. The file with the holder's process id and its
// empty folder are removed with the lock; leftovers of a killed command do not block others.
#pragma once

#include <filesystem>
#include <string>

namespace starnuma::app {

class FolderLock {
 public:
  static constexpr const char* kFile = "lock";

  /// Creates `room` if missing. Throws InputError, starting with `shown`, if another command holds
  /// the lock.
  FolderLock(std::filesystem::path room, const std::string& shown);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  /// Returns true if the lock is held on a file that still belongs to `room_`.
  bool hold(const std::string& shown);
  /// Removes the file and its folder, which ends the lock.
  void release();

  std::filesystem::path room_;
  int fd_ = -1;
};

}  // namespace starnuma::app

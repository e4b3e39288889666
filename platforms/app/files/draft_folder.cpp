// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/draft_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/files/result_files.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPartial = ".partial";
constexpr const char* kNew = "new";
/// Temporary name of the old folder in a file system that cannot exchange two folders.
constexpr const char* kOld = "old";

bool named_partial(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.size() > 1 && name[0] == '.' && fs::path(name).extension() == kPartial;
}

/// Returns the path without a trailing slash.
fs::path trimmed(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

/// Returns the target folder after resolving links.
fs::path resolved(const fs::path& folder) {
  if (folder.empty()) throw base::InputError("-o: expected a folder, found nothing");
  if (fs::is_symlink(trimmed(folder)) && !fs::exists(folder)) {
    throw base::InputError(folder.string(), ": is a symbolic link to nothing");
  }
  const fs::path target = trimmed(fs::weakly_canonical(fs::absolute(folder)));
  if (named_partial(target)) {
    throw base::InputError(folder.string(),
                           ": is a name of incomplete folders; choose another "
                           "one with -o");
  }
  return target;
}

/// Throws if `target` exists and is not a result folder, or contains a file that no command wrote.
void require_replaceable(const fs::path& target, const std::string& shown) {
  if (!fs::exists(fs::symlink_status(target))) return;
  if (!fs::is_directory(target)) {
    fail_to_write(shown + ": cannot write a result folder there", ENOTDIR);
  }
  if (fs::is_empty(target)) return;
  if (!is_result_folder(target)) {
    throw base::InputError(shown,
                           ": exists and is not a result folder; choose another one with -o");
  }
  if (const auto stranger = stranger_in(target)) {
    throw base::InputError(
        shown, ": holds ", stranger->lexically_relative(target).string(),
        ", which is not a result and would be lost; move it away or choose another "
        "folder with -o");
  }
}

/// Throws if the folder cannot be exchanged with another one.
void require_movable(const fs::path& target, const std::string& shown) {
  const fs::path parent = target.parent_path();
  for (const fs::path& folder : {parent, target}) {
    if (fs::exists(folder) && access(folder.c_str(), W_OK) != 0) {
      fail_to_write(shown + ": cannot write a result folder there", errno);
    }
  }
  if (!fs::exists(target)) return;
  const fs::path inside = fs::current_path().lexically_relative(target);
  if (!inside.empty() && *inside.begin() != "..") {
    throw base::InputError(shown,
                           ": is the current folder or around it, so it cannot be replaced; "
                           "choose another one with -o");
  }
  struct stat here {};
  struct stat above {};
  if (stat(target.c_str(), &here) == 0 && stat(parent.c_str(), &above) == 0 &&
      here.st_dev != above.st_dev) {
    throw base::InputError(shown,
                           ": is where a file system is mounted, so it cannot be replaced; "
                           "choose a folder in it with -o");
  }
}

/// Replaces `target` by `draft`; the old folder is then at `draft` or `old`.
void swap_in(const fs::path& draft, const fs::path& target, const fs::path& old) {
  if (!fs::exists(target)) return fs::rename(draft, target);
  if (renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != ENOSYS && errno != EINVAL && errno != EOPNOTSUPP) {
    fail_to_write("cannot replace " + target.string(), errno);
  }
  fs::rename(target, old);
  fs::rename(draft, target);
}

/// Returns true if the folder has the files of a run. A run writes effective.yaml last of them.
bool is_whole_run(const fs::path& folder) {
  return fs::exists(folder / kStats) && fs::exists(folder / kEffective);
}

/// Returns true if the draft is a complete run or contains one.
bool holds_whole_run(const fs::path& draft) {
  if (is_whole_run(draft)) return true;
  for (const auto& entry : fs::directory_iterator(draft)) {
    if (!named_partial(entry.path()) && is_whole_run(entry.path())) return true;
  }
  return false;
}

}  // namespace

fs::path partial_of(const fs::path& folder) {
  const fs::path named = trimmed(folder);
  return named.parent_path() / ("." + named.filename().string() + kPartial);
}

fs::path shown_of(const fs::path& folder) {
  fs::path whole;
  bool in_room = false;  // true inside a `.partial` folder, whose draft is named kNew
  for (const fs::path& part : folder) {
    const bool partial = named_partial(part);
    const fs::path name = partial ? fs::path(part.stem().string().substr(1)) : part;
    if (in_room && name == kNew) {
      in_room = false;
      continue;
    }
    in_room = partial;
    whole /= name;
  }
  const fs::path near = whole.lexically_relative(fs::current_path());
  return near.empty() || *near.begin() == ".." ? whole : near;
}

void require_whole(const fs::path& folder) {
  const fs::path named = trimmed(folder);
  const std::string cause = "a command that was interrupted or still runs";
  if (named_partial(named)) {
    throw base::InputError(folder.string(), ": is incomplete, left by ", cause);
  }
  const fs::path partial = partial_of(named);
  if (!fs::exists(named) && fs::exists(partial)) {
    throw base::InputError(folder.string(), ": is not there; ", partial.string(),
                           " is what there is of it, left by ", cause);
  }
}

DraftFolder::DraftFolder(const fs::path& folder) : shown_(folder.string()) {
  const std::string line = shown_ + ": cannot write a result folder there";
  try {
    target_ = resolved(folder);
    require_replaceable(target_, shown_);
    make_parents();
    require_movable(target_, shown_);
    room_ = partial_of(target_);
    draft_ = room_ / kNew;
    lock_.emplace(room_, shown_);
    take_over();
  } catch (const fs::filesystem_error& error) {
    lock_.reset();
    remove_empty_parents();
    fail_to_write(line, error.code().value());
  } catch (...) {
    remove_empty_parents();
    throw;
  }
}

void DraftFolder::make_parents() {
  const fs::path parent = target_.parent_path();
  for (fs::path part = parent; !fs::exists(part); part = part.parent_path()) {
    made_.insert(made_.begin(), part);
  }
  fs::create_directories(parent);
}

/// Removes empty parents, innermost first, and stops at the first one with content.
void DraftFolder::remove_empty_parents() {
  while (!made_.empty() && rmdir(made_.back().c_str()) == 0) made_.pop_back();
}

void DraftFolder::take_over() {
  if (fs::exists(room_ / kOld) && !fs::exists(target_)) fs::rename(room_ / kOld, target_);
  clear();
  fs::create_directory(draft_);
}

void DraftFolder::clear() {
  for (const auto& entry : fs::directory_iterator(room_)) {
    if (entry.path().filename() != FolderLock::kFile) fs::remove_all(entry.path());
  }
}

DraftFolder::~DraftFolder() {
  if (!lock_) return;
  try {
    if (!holds_whole_run(draft_)) {
      clear();
      lock_.reset();
      remove_empty_parents();
      return;
    }
    std::cerr << shown_ << " is unchanged; the complete files of the new one are in "
              << draft_.string() << " until the next command makes it\n";
  } catch (const fs::filesystem_error& error) {
    // The name still marks the folder as incomplete.
    std::cerr << "starnuma: " << error.what() << "\n";
  }
}

void DraftFolder::publish() {
  if (const auto stranger = stranger_in(draft_)) {
    throw base::InvariantError("not among the result files: " + stranger->string());
  }
  try {
    require_replaceable(target_, shown_);
  } catch (const base::InputError& error) {
    throw Failure(error.what());
  }
  swap_in(draft_, target_, room_ / kOld);
  try {
    clear();
  } catch (const fs::filesystem_error& error) {
    std::cerr << "starnuma: the old folder stays: " << error.what() << "\n";
  }
  lock_.reset();
}

}  // namespace starnuma::app

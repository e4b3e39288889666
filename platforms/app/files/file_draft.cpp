// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/file_draft.h"

#include <fstream>
#include <string>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"

namespace starnuma::app {

namespace fs = std::filesystem;

void require_own_file(std::string_view option, const fs::path& file,
                      std::initializer_list<std::string_view> heads) {
  std::error_code none;
  if (!fs::is_regular_file(file, none) || fs::is_empty(file, none)) return;
  std::string line;
  std::ifstream in(file, std::ios::binary);
  std::getline(in, line);
  for (const std::string_view head : heads) {
    if (line.rfind(head, 0) == 0) return;
  }
  throw base::InputError(option, ": ", file.string(),
                         " exists and was not written by this option; choose another file");
}

FileDraft::FileDraft(fs::path file) : file_(std::move(file)), draft_(file_) {
  std::error_code none;
  if (!fs::exists(file_, none) || fs::is_regular_file(file_, none)) draft_ += ".partial";
}

FileDraft::~FileDraft() {
  std::error_code ignored;
  if (draft_ != file_) fs::remove(draft_, ignored);
}

void FileDraft::publish() {
  if (draft_ == file_) return;
  fs::rename(draft_, file_);
  draft_ = file_;
}

void FileDraft::fail(int error) const { fail_to_write("cannot write " + file_.string(), error); }

}  // namespace starnuma::app

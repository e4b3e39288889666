// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/failure.h"

#include <cerrno>
#include <cstring>

#include "models/base/check.h"

namespace starnuma::app {

bool is_wrong_place(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
      return true;
    default:
      return false;
  }
}

void fail_to_write(const std::string& line, int error) {
  const std::string text = line + ": " + std::strerror(error);
  if (is_wrong_place(error)) throw base::InputError(text);
  throw Failure(text);
}

}  // namespace starnuma::app

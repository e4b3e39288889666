// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/arguments/arguments.h"

#include "models/base/check.h"
#include "platforms/config/catalog.h"
#include "platforms/config/load.h"

namespace starnuma::app {

void require_file(const std::string& option, const std::filesystem::path& file) {
  if (!config::file_exists(file)) throw base::InputError(option, ": no such file: ", file.string());
  if (const char* other = config::other_than_a_file(file)) {
    throw base::InputError(option, ": ", file.string(), " is ", other, ", expected a file");
  }
}

}  // namespace starnuma::app

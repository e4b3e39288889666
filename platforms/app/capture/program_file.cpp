// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/capture/program_file.h"

#include <elf.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "models/base/check.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

fs::path found(const std::string& name) {
  if (name.find('/') != std::string::npos && is_program(name)) return name;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(name.find('/') == std::string::npos && path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (is_program(fs::path(folder) / name)) return fs::path(folder) / name;
  }
  throw base::InputError("trace record: " + name + ": no such program");
}

}  // namespace

fs::path program_file(const std::string& name) {
  const fs::path file = found(name);
  Elf64_Ehdr header{};
  std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    throw base::InputError("trace record: " + file.string() +
                           ": is no program of its own (ELF); for a script name its interpreter, "
                           "as `-- python3 " +
                           name + "`");
  }
  if (header.e_machine != EM_X86_64) {
    throw base::InputError("trace record: " + file.string() + ": is no program for x86-64");
  }
  return file;
}

}  // namespace starnuma::app

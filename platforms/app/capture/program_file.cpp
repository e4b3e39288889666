// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/capture/program_file.h"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "models/base/check.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Returns the errno that prevents execution of the file; 0: none.
int reason_against(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  return !S_ISREG(status.st_mode) || access(file.c_str(), X_OK) != 0 ? EACCES : 0;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw base::InputError("trace record: ", file.string(), ": ", why);
}

/// Searches PATH as a shell does. If the only files of that name cannot be executed, throws an
/// error for the first of them.
fs::path found(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    const int reason = reason_against(name);
    if (reason != 0) refuse(name, std::string("cannot run it: ") + std::strerror(reason));
    return name;
  }
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  fs::path refused;
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    const int reason = reason_against(file);
    if (reason == 0) return file;
    if (reason == EACCES && refused.empty()) refused = file;
  }
  if (!refused.empty()) refuse(refused, std::string("cannot run it: ") + std::strerror(EACCES));
  if (reason_against(name) != ENOENT) {
    refuse(name, "no such program in PATH; for the one in this folder write ./" + name);
  }
  refuse(name, "no such program in PATH");
}

/// Checks the file and its interpreter, which QEMU reads itself.
void require_loadable(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(file, std::string("cannot read it: ") + std::strerror(errno));
  Elf64_Ehdr header{};
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    std::string start(reinterpret_cast<const char*>(&header),
                      static_cast<std::size_t>(in.gcount()));
    if (start.empty()) refuse(file, "is empty, expected a program (ELF)");
    if (start.compare(0, 2, "#!") != 0) refuse(file, "is not a program (ELF)");
    refuse(file,
           "is not a program of its own (ELF); for a script name its interpreter, as `-- python3 " +
               file.string() + "`");
  }
  if (in.gcount() < static_cast<std::streamsize>(sizeof header)) {
    refuse(file, "is not a complete program (ELF): its header is cut off");
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    refuse(file, "is not a program for x86-64");
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    refuse(file, "is not a program but an object file or a core dump (ELF)");
  }
  const bool elsewhere = std::getenv("QEMU_LD_PREFIX") != nullptr;
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    in.seekg(static_cast<std::streamoff>(header.e_phoff + i * std::uint64_t{sizeof segment}));
    if (!in.read(reinterpret_cast<char*>(&segment), sizeof segment)) {
      refuse(file, "is not a complete program (ELF): its program headers are cut off");
    }
    if (segment.p_type != PT_INTERP || segment.p_filesz > PATH_MAX || elsewhere) continue;
    std::string interpreter(segment.p_filesz, 0);
    in.seekg(static_cast<std::streamoff>(segment.p_offset));
    in.read(interpreter.data(), static_cast<std::streamsize>(interpreter.size()));
    interpreter = interpreter.c_str();  // removes the trailing zero
    const int reason = reason_against(interpreter);
    if (reason != 0) {
      refuse(file, "cannot run it: its interpreter " + interpreter + ": " + std::strerror(reason));
    }
  }
}

}  // namespace

fs::path program_file(const std::string& name) {
  fs::path file = found(name);
  require_loadable(file);
  return file;
}

}  // namespace starnuma::app

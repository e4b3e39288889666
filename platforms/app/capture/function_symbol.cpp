// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/capture/program_file.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <vector>

#include "models/base/check.h"
#include "models/base/nearest.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Contents of a program; an access beyond its end is reported as an error of the file.
class Image {
 public:
  explicit Image(const fs::path& file) : name_(file.string()) {
    std::ifstream stream(file, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(stream), {});
  }

  template <class T>
  T at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) fail("is cut off");
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }
  /// Returns the text up to the next zero.
  std::string text(std::uint64_t offset) const {
    const std::size_t end = offset < bytes_.size() ? bytes_.find('\0', offset) : std::string::npos;
    if (end == std::string::npos) fail("is cut off");
    return bytes_.substr(offset, end - offset);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError("trace record: ", name_, ": ", what);
  }

 private:
  std::string name_;
  std::string bytes_;
};

struct Function {
  std::string name;
  std::uint64_t address;
};

std::vector<Function> functions_of(const Image& image) {
  std::vector<Function> functions;
  const auto header = image.at<Elf64_Ehdr>(0);
  const auto section = [&](std::uint64_t number) {
    return image.at<Elf64_Shdr>(header.e_shoff + number * sizeof(Elf64_Shdr));
  };
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) continue;
    const std::uint64_t names = section(table.sh_link).sh_offset;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = image.at<Elf64_Sym>(table.sh_offset + at);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_value == 0) continue;
      functions.push_back({image.text(names + symbol.st_name), symbol.st_value});
    }
  }
  return functions;
}

/// Returns the C++ name without parameters. Other names, and names of parts that the compiler has
/// split off a function, are returned unchanged.
std::string plain_name(const std::string& symbol) {
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr), std::free);
  if (text == nullptr || std::strstr(text.get(), "[clone") != nullptr) return symbol;
  std::string name = text.get();
  const std::string hidden = "(anonymous namespace)::";
  for (std::size_t at = 0; (at = name.find(hidden)) != std::string::npos;) {
    name.erase(at, hidden.size());
  }
  return name.substr(0, name.find('('));
}

std::uint64_t first_executable(const Image& image) {
  const auto header = image.at<Elf64_Ehdr>(0);
  std::uint64_t first = UINT64_MAX;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = image.at<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    first = std::min<std::uint64_t>(first, segment.p_vaddr);
  }
  return first;
}

}  // namespace

std::uint64_t function_offset(const fs::path& program, const std::string& name) {
  const Image image(program);
  const std::vector<Function> functions = functions_of(image);
  std::set<std::uint64_t> addresses;
  std::vector<std::string> names;
  for (const Function& function : functions) {
    names.push_back(plain_name(function.name));
    if (function.name == name || names.back() == name) addresses.insert(function.address);
  }
  if (functions.empty()) image.fail("names no functions (stripped); build it with its symbols");
  if (addresses.empty()) {
    const auto near = base::nearest(name, names);
    image.fail("has no function \"" + name + "\"" +
               (near ? ", did you mean \"" + *near + "\"?" : ", or it is inlined everywhere"));
  }
  if (addresses.size() > 1) {
    image.fail("has " + std::to_string(addresses.size()) + " functions \"" + name +
               "\"; expected one's name as `nm` prints it");
  }
  return *addresses.begin() - first_executable(image);
}

}  // namespace starnuma::app

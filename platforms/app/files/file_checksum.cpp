// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/file_checksum.h"

#include <array>
#include <boost/crc.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace starnuma::app {

std::string bytes_of(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string checksum_of(const std::string& bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  std::array<char, 9> text{};
  std::snprintf(text.data(), text.size(), "%08x", static_cast<unsigned>(crc.checksum()));
  return text.data();
}

}  // namespace starnuma::app

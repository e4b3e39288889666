// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/fst_file.h"

#include <fstapi.h>

#include <algorithm>
#include <utility>

#include "models/base/check.h"
#include "platforms/wave/write_error.h"

namespace starnuma::wave {
namespace {

constexpr int kPicoseconds = -12;
// constant, so that equal runs give equal bytes
constexpr const char* kNoDate = "simulated time starts at 0\n";

std::string binary(std::uint64_t value, int bits) {
  std::string text(static_cast<std::size_t>(bits), '0');
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((value >> (text.size() - 1 - i)) & 1) text[i] = '1';
  }
  return text;
}

}  // namespace

FstFile::FstFile(const std::filesystem::path& file)
    : writer_(fstWriterCreate(file.c_str(), 1)), bits_(1, 0) {
  if (writer_ == nullptr) throw base::InputError("cannot write ", file.string());
  fstWriterSetDate(writer_, kNoDate);
  fstWriterSetVersion(writer_, "starnuma");
  fstWriterSetTimescale(writer_, kPicoseconds);
  fstWriterSetPackType(writer_, FST_WR_PT_LZ4);
}

FstFile::~FstFile() { close(); }

int FstFile::close() {
  if (writer_ != nullptr) fstWriterClose(std::exchange(writer_, nullptr));
  return take_write_error();
}

void FstFile::open_scope(const std::string& name) {
  fstWriterSetScope(writer_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
}

void FstFile::close_scope() { fstWriterSetUpscope(writer_); }

void FstFile::enter(const std::string& path) {
  std::vector<std::string> scope;
  for (std::size_t from = 0; !path.empty() && from <= path.size();) {
    const std::size_t to = std::min(path.find('.', from), path.size());
    scope.push_back(path.substr(from, to - from));
    from = to + 1;
  }
  std::size_t common = 0;
  while (common < entered_.size() && common < scope.size() && entered_[common] == scope[common]) {
    ++common;
  }
  for (; entered_.size() > common; entered_.pop_back()) close_scope();
  for (; entered_.size() < scope.size(); entered_.push_back(scope[entered_.size()])) {
    open_scope(scope[entered_.size()]);
  }
}

FstFile::Variable FstFile::text(const std::string& name) {
  bits_.push_back(0);
  return fstWriterCreateVar(writer_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name.c_str(), 0);
}

FstFile::Variable FstFile::number(const std::string& name, int bits) {
  bits_.push_back(bits);
  return fstWriterCreateVar(writer_, FST_VT_VCD_REG, FST_VD_IMPLICIT,
                            static_cast<std::uint32_t>(bits), name.c_str(), 0);
}

int FstFile::bits_for(std::size_t values) {
  int bits = 1;
  while ((std::size_t{1} << bits) < values) ++bits;
  return bits;
}

FstFile::Variable FstFile::enumeration(const std::string& name,
                                       const std::vector<std::string>& values) {
  const int bits = bits_for(values.size());
  std::vector<std::string> codes;
  std::vector<const char*> names;
  std::vector<const char*> code_pointers;
  for (std::size_t i = 0; i < values.size(); ++i) codes.push_back(binary(i, bits));
  for (std::size_t i = 0; i < values.size(); ++i) {
    names.push_back(values[i].c_str());
    code_pointers.push_back(codes[i].c_str());
  }
  const fstEnumHandle table =
      fstWriterCreateEnumTable(writer_, name.c_str(), static_cast<std::uint32_t>(values.size()),
                               static_cast<unsigned>(bits), names.data(), code_pointers.data());
  fstWriterEmitEnumTableRef(writer_, table);
  return number(name, bits);
}

std::uint32_t FstFile::copy_table(const std::string& text) {
  fstETab* table = fstUtilityExtractEnumTableFromString(text.c_str());
  SN_CHECK(table != nullptr, "waveform: no enumeration: ", text);
  const fstEnumHandle made = fstWriterCreateEnumTable(writer_, table->name, table->elem_count, 0,
                                                      const_cast<const char**>(table->literal_arr),
                                                      const_cast<const char**>(table->val_arr));
  fstUtilityFreeEnumTable(table);
  return made;
}

void FstFile::use_table(std::uint32_t table) { fstWriterEmitEnumTableRef(writer_, table); }

FstFile::Variable FstFile::copy_variable(int type, std::uint32_t length, const std::string& name,
                                         Variable same) {
  const Variable variable = fstWriterCreateVar(writer_, static_cast<fstVarType>(type),
                                               FST_VD_IMPLICIT, length, name.c_str(), same);
  if (same == 0) bits_.push_back(static_cast<int>(length));
  return variable;
}

void FstFile::at(base::Time time) {
  SN_CHECK(time >= time_, "waveform: an event at ", time.ps(), " ps after one at ", time_.ps(),
           " ps is written");
  if (time == time_) return;
  time_ = time;
  fstWriterEmitTimeChange(writer_, static_cast<std::uint64_t>(time.ps()));
}

void FstFile::set(Variable variable, std::string_view value) {
  fstWriterEmitVariableLengthValueChange(writer_, variable, value.data(),
                                         static_cast<std::uint32_t>(value.size()));
}

void FstFile::set(Variable variable, std::uint64_t value) {
  fstWriterEmitValueChange(writer_, variable, binary(value, bits_[variable]).c_str());
}

void FstFile::set_copied(Variable variable, const std::string& value) {
  if (bits_[variable] == 0) return set(variable, std::string_view(value));
  fstWriterEmitValueChange(writer_, variable, value.c_str());
}

}  // namespace starnuma::wave

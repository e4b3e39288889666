// SPDX-License-Identifier: Apache-2.0
// The directory RTL (sn_dir_top) of one parameter set, accessed through its ports. Only its factory
// depends on the set.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "rtl/directory_slice/shell/directory_pins.h"
#include "testbenches/rtl_support/compared_block.h"

namespace starnuma::testbenches {

using rtl::DeviceMessage;
using rtl::DirectoryCommit;
using rtl::DirectoryOutputs;
using rtl::DirectoryPinInputs;
using rtl::HostMessage;
using rtl::kMostSlices;
using rtl::MemoryRequest;
using rtl::MemoryResponse;

class DirectoryBlock : public ComparedBlock {
 public:
  virtual DirectoryOutputs settle(const DirectoryPinInputs& inputs) = 0;
};

/// A parameter set, or a mutant of one, that was verilated for the bench.
struct DirectorySet {
  const char* name;
  int slices;
  int hosts;
  int sets;
  int ways;
  int entries;
  int line_width;
  int mutant;            ///< Number of a mutant in rtl/verify/lockstep_mutants.json, or 0.
  const char* found_by;  ///< Check that finds the mutant, or any; empty without a mutant.
  std::unique_ptr<DirectoryBlock> (*make)(const DirectorySet& set, const BlockStart& start);
};

/// Prints a set for GoogleTest.
inline void PrintTo(const DirectorySet& set, std::ostream* out) { *out << set.name; }

/// Returns the sets of the bench (CMake writes the list).
const std::vector<DirectorySet>& directory_sets();

/// Returns the mutants of the block (rtl/verify/lockstep_mutants.json).
const std::vector<DirectorySet>& directory_mistakes();

/// Returns `start` for a block that is constructed next and executes that mutant.
const BlockStart& with_mutant(int mutant, const BlockStart& start);

template <class Top>
class DirectoryPins : public BlockOf<Top, DirectoryBlock> {
 public:
  DirectoryPins(const DirectorySet& set, const BlockStart& start)
      : Base(with_mutant(set.mutant, start)), shape_{set.slices, set.hosts,   set.sets,
                                                     set.ways,   set.entries, set.line_width} {}

  DirectoryOutputs settle(const DirectoryPinInputs& in) override {
    block_.set_reset(in.reset);
    drive(block_.pins(), in, shape_);
    block_.settle();
    return outputs_of(block_.pins(), shape_);
  }

 private:
  using Base = BlockOf<Top, DirectoryBlock>;
  using Base::block_;

  rtl::DirectoryShape shape_;
};

template <class Top>
std::unique_ptr<DirectoryBlock> make_directory_block(const DirectorySet& set,
                                                     const BlockStart& start) {
  return std::make_unique<DirectoryPins<Top>>(set, start);
}

}  // namespace starnuma::testbenches

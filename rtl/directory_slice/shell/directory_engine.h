// SPDX-License-Identifier: Apache-2.0
// Interface of a verilated directory (sn_dir_top), independent of its parameter set.
//
// Contract:
// - The owner decides about clock edges: cycle() sets the inputs of a cycle and returns the settled
//   outputs, and tick() ends the cycle with an edge. Without edges, the block keeps its state.
// - tick() returns true if nothing changes until the next input.
// - After construction the block is out of reset, and all its lines are invalid.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "models/base/quantities.h"
#include "rtl/common/shell/failed_assertion.h"
#include "rtl/common/shell/traced_piece.h"
#include "rtl/directory_slice/shell/directory_ports.h"

namespace starnuma::rtl {

class DirectoryEngine {
 public:
  virtual ~DirectoryEngine() = default;
  virtual const DirectoryShape& shape() const = 0;
  // cycle() and tick() throw a FailedAssertion if the block has assertions.
  virtual DirectoryOutputs cycle(const DirectoryPinInputs& inputs, base::Time time) = 0;
  virtual bool tick(base::Time time) = 0;
  /// Returns the number of clock edges since reset.
  virtual std::uint64_t ticks() const = 0;

  /// Traces the cycles of a time window to an FST file.
  virtual void start_trace(const std::filesystem::path& file, TraceWindow window) = 0;
  /// Closes the file and returns its pieces.
  virtual std::vector<TracedPiece> finish_trace() = 0;
};

/// Returns the engine of the smallest built parameter set that serves `needed`: slices and ways are
/// equal, and hosts, sets and entries suffice. Throws InputError if there is none; the message
/// lists the built sets.
std::unique_ptr<DirectoryEngine> make_directory_engine(const DirectoryShape& needed,
                                                       Assertions assertions = Assertions::kOff);

}  // namespace starnuma::rtl

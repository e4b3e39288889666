// SPDX-License-Identifier: Apache-2.0
// File that the workloads of an experiment or scenario read, as recorded by a run.
#pragma once

#include <string>
#include <vector>

#include "models/base/fields.h"
#include "platforms/config/node.h"

namespace starnuma::config {

struct InputFile {
  std::string path;
  std::string checksum;
  Node written;  ///< Complete YAML entry.

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("path", path, "a trace or shared object that a workload reads, or a shipped trace");
    v.field("checksum", checksum, "CRC-32 of what it held when it was recorded");
  }
};

}  // namespace starnuma::config

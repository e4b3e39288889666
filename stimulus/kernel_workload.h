// SPDX-License-Identifier: Apache-2.0
// Makes a Workload of a kernel class whose `run` is a template on the hart type.
//
// Contract: Kernel has build(arena), run(hart), check(), scale(), report(out), work_units() and a
// constants kWorkUnit and kInstructionsPerUnit. Only this adapter ties a kernel to the simulated
// hart.
#pragma once

#include <memory>
#include <utility>

#include "models/core/hart.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

template <class Kernel>
class KernelWorkload final : public Workload {
 public:
  explicit KernelWorkload(Kernel kernel) : kernel_(std::move(kernel)) {}

  void build(base::Arena& arena) override { kernel_.build(arena); }
  void run(core::Hart& hart) override { kernel_.run(hart); }
  std::vector<std::string> check() const override { return kernel_.check(); }
  int scale() const override { return kernel_.scale(); }
  void report(base::StatWriter& out) const override { kernel_.report(out); }
  std::uint64_t work_units() const override { return kernel_.work_units(); }
  std::uint64_t expected_instructions() const override {
    return kernel_.work_units() * Kernel::kInstructionsPerUnit;
  }
  std::string_view work_unit_name() const override { return Kernel::kWorkUnit; }

 private:
  Kernel kernel_;
};

template <class Kernel>
std::unique_ptr<Workload> workload_of(Kernel kernel) {
  return std::make_unique<KernelWorkload<Kernel>>(std::move(kernel));
}

}  // namespace starnuma::stimulus

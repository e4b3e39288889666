// SPDX-License-Identifier: Apache-2.0
// Adapter from a kernel class, whose `run` is a template on the type of the thread, to a Workload.
//
// Contract: Kernel has the following members.
// - build(arena), run(thread), check(), footprint(), report(out) and work_units().
// - The constants kWorkUnit and kInstructionsPerUnit, or expected_instructions() if units of work
//   differ.
// - warm_up_units(), if a warm-up precedes the measurement window.
// - openings(), if the window opens several times.
// - measured(), if the units of work do not describe the window sufficiently.
// - host_bytes(), if the data have an unusual size for their scale.
//
// This adapter is the only link between a kernel and the simulated thread.
#pragma once

#include <memory>
#include <utility>

#include "models/core/thread.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

template <class Kernel>
class KernelWorkload final : public Workload {
 public:
  explicit KernelWorkload(Kernel kernel) : kernel_(std::move(kernel)) {}

  void build(base::Arena& arena) override { kernel_.build(arena); }
  void run(core::Thread& thread) override { kernel_.run(thread); }
  std::vector<std::string> check() const override { return kernel_.check(); }
  base::Footprint footprint() const override { return kernel_.footprint(); }
  base::Bytes host_bytes() const override { return host_bytes(kernel_, 0); }
  void report(accounting::StatWriter& out) const override { kernel_.report(out); }
  std::uint64_t work_units() const override { return kernel_.work_units(); }
  std::uint64_t expected_instructions() const override { return expected_instructions(kernel_, 0); }
  std::string_view work_unit_name() const override { return Kernel::kWorkUnit; }
  std::string measured() const override { return measured(kernel_, 0); }
  int openings() const override { return openings(kernel_, 0); }

 private:
  template <class K>
  static auto expected_instructions(const K& kernel, int)
      -> decltype(kernel.expected_instructions()) {
    return kernel.expected_instructions();
  }
  template <class K>
  static std::uint64_t expected_instructions(const K& kernel, long) {  // NOLINT(google-runtime-int)
    return (kernel.work_units() + warm_up_units(kernel, 0)) * K::kInstructionsPerUnit;
  }
  template <class K>
  static auto warm_up_units(const K& kernel, int) -> decltype(kernel.warm_up_units()) {
    return kernel.warm_up_units();
  }
  template <class K>
  static std::uint64_t warm_up_units(const K&, long) {  // NOLINT(google-runtime-int)
    return 0;
  }
  template <class K>
  static auto measured(const K& kernel, int) -> decltype(kernel.measured()) {
    return kernel.measured();
  }
  template <class K>
  static std::string measured(const K&, long) {  // NOLINT(google-runtime-int)
    return {};
  }

  template <class K>
  static auto openings(const K& kernel, int) -> decltype(kernel.openings()) {
    return kernel.openings();
  }
  template <class K>
  static int openings(const K&, long) {  // NOLINT(google-runtime-int)
    return 1;
  }
  template <class K>
  static auto host_bytes(const K& kernel, int) -> decltype(kernel.host_bytes()) {
    return kernel.host_bytes();
  }
  template <class K>
  static base::Bytes host_bytes(const K& kernel, long) {  // NOLINT(google-runtime-int)
    return kernel.footprint().size;
  }

  Kernel kernel_;
};

template <class Kernel>
std::unique_ptr<Workload> workload_of(Kernel kernel) {
  return std::make_unique<KernelWorkload<Kernel>>(std::move(kernel));
}

}  // namespace starnuma::stimulus

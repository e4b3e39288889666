// SPDX-License-Identifier: Apache-2.0
// Runs MultiHeadedDevice and the golden function of its rows: `pool.device.impl: both`.
//
// Contract: the results of the RTL are used. The golden function executes the rows that the RTL
// commits, in the order of the commits. At the first difference, the run ends with an
// InvariantError that contains object, time, check and line.
#pragma once

#include "rtl/common/shell/difference.h"
#include "rtl/directory_slice/shell/golden_directory.h"
#include "rtl/directory_slice/shell/multi_headed_device.h"

namespace starnuma::rtl {

class ComparedDevice : public MultiHeadedDevice {
 public:
  ComparedDevice(const sc_core::sc_module_name& name, const Config& config, pool::DevicePlace place,
                 kernel::Dispatcher& dispatcher, std::unique_ptr<DirectoryEngine> engine)
      : MultiHeadedDevice(name, config, std::move(place), dispatcher, std::move(engine)),
        golden_(shape().ways, shape().sets, shape().slices) {}

 protected:
  void accepted(const HostMessage& message) override {
    compare([&] { golden_.accept(message); });
  }
  void committed(const DirectoryCommit& commit) override {
    compare([&] { golden_.commit(commit); });
  }
  void requested(const MemoryRequest& request) override {
    compare([&] { golden_.memory(request); });
  }
  void dropped(std::uint64_t line) override { golden_.expect_read(line); }
  void snooped(const DeviceMessage& snoop) override {
    compare([&] { golden_.snoop(snoop); });
  }
  void answered(const DeviceMessage& answer, std::uint64_t line) override {
    compare([&] { golden_.answer(answer, line); });
  }

 private:
  template <class Compare>
  void compare(const Compare& compare) {
    try {
      compare();
    } catch (const Difference& difference) {
      base::fail_invariant(name(), " at ", base::to_string(kernel::now()),
                           ": the RTL differs from the function: ", difference.what());
    }
  }

  GoldenDirectory golden_;
};

}  // namespace starnuma::rtl

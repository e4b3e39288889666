// SPDX-License-Identifier: Apache-2.0
// main() of tests that use SystemC: SystemC warnings and errors are failures, and a process runs
// one test that elaborates (ctest starts every TEST by itself).
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int, char*[]) { return 0; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  return RUN_ALL_TESTS();
}

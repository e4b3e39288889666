# SPDX-License-Identifier: Apache-2.0
#
# Finds system packages; downloads nothing.

find_package(SystemC MODULE REQUIRED)
find_package(yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp::yaml-cpp)  # before 0.8
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
find_package(Boost 1.81 REQUIRED COMPONENTS program_options json context)
find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(zstd QUIET)
if(NOT TARGET zstd::libzstd_shared)
  message(FATAL_ERROR "zstd is missing: install libzstd-dev or set zstd_DIR")
endif()
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()

# The distribution's interpreter, which finds the distribution's modules.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# SPDX-License-Identifier: Apache-2.0
#
# System packages, nothing is downloaded. SystemC has no CMake package on Debian, so it is wrapped
# here into one imported target, starnuma_systemc.

find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(SYSTEMC_HINT QUIET systemc)
endif()
find_path(SYSTEMC_INCLUDE_DIR systemc HINTS ${SYSTEMC_HINT_INCLUDE_DIRS} ENV SYSTEMC_HOME
          PATH_SUFFIXES include)
find_library(SYSTEMC_LIBRARY systemc HINTS ${SYSTEMC_HINT_LIBRARY_DIRS} ENV SYSTEMC_HOME
             PATH_SUFFIXES lib lib-linux64)
if(NOT SYSTEMC_INCLUDE_DIR OR NOT SYSTEMC_LIBRARY)
  message(FATAL_ERROR "SystemC not found: install libsystemc-dev or set SYSTEMC_HOME")
endif()
mark_as_advanced(SYSTEMC_INCLUDE_DIR SYSTEMC_LIBRARY)
# Imported, so its headers count as system headers and their warnings do not stop our build.
add_library(starnuma_systemc UNKNOWN IMPORTED)
set_target_properties(starnuma_systemc PROPERTIES
  IMPORTED_LOCATION ${SYSTEMC_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${SYSTEMC_INCLUDE_DIR})

find_package(yaml-cpp REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS program_options json)
find_package(GTest REQUIRED)

# The distribution's interpreter: the one that sees the distribution's modules.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

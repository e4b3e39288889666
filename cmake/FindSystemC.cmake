# SPDX-License-Identifier: Apache-2.0
#
# find_package(SystemC): defines the imported target SystemC::systemc, the name of SystemC's own CMake
# package. The search order is:
# - an existing target of that name
# - pkg-config (Debian's package has no CMake files)
# - the environment variable SYSTEMC_HOME
#
# The build uses this module; it is also installed next to the package configuration for
# find_package(starnuma).

if(NOT TARGET SystemC::systemc)
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(SYSTEMC_HINT QUIET systemc)
  endif()
  find_path(SYSTEMC_INCLUDE_DIR systemc HINTS ${SYSTEMC_HINT_INCLUDE_DIRS} ENV SYSTEMC_HOME
            PATH_SUFFIXES include)
  find_library(SYSTEMC_LIBRARY systemc HINTS ${SYSTEMC_HINT_LIBRARY_DIRS} ENV SYSTEMC_HOME
               PATH_SUFFIXES lib lib-linux64)
  mark_as_advanced(SYSTEMC_INCLUDE_DIR SYSTEMC_LIBRARY)
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(SystemC
    REQUIRED_VARS SYSTEMC_LIBRARY SYSTEMC_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install libsystemc-dev or set SYSTEMC_HOME")
  if(SystemC_FOUND)
    # The target is imported, so its headers are system headers and their warnings do not stop our build.
    add_library(SystemC::systemc UNKNOWN IMPORTED)
    set_target_properties(SystemC::systemc PROPERTIES
      IMPORTED_LOCATION ${SYSTEMC_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${SYSTEMC_INCLUDE_DIR})
  endif()
else()
  set(SystemC_FOUND TRUE)
endif()

# SPDX-License-Identifier: Apache-2.0
#
# find_package(SystemC): the imported target SystemC::systemc, the name SystemC's own CMake package
# uses. What already carries that name is taken; otherwise pkg-config (Debian's package has no CMake
# files) and the environment variable SYSTEMC_HOME are asked. Used by the build and, installed
# beside the package configuration, by find_package(starnuma).

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
    # Imported, so its headers count as system headers and their warnings do not stop our build.
    add_library(SystemC::systemc UNKNOWN IMPORTED)
    set_target_properties(SystemC::systemc PROPERTIES
      IMPORTED_LOCATION ${SYSTEMC_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${SYSTEMC_INCLUDE_DIR})
  endif()
else()
  set(SystemC_FOUND TRUE)
endif()

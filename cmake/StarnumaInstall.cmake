# SPDX-License-Identifier: Apache-2.0
#
# Target `installed` builds all that is installed, and then cmake --install BUILD --prefix P lays out:
#
#   P/bin/starnuma               the command line
#   P/include/starnuma/...       headers under their paths here: #include "models/base/ids.h"
#   P/include/starnuma_roi.h     two lines that mark what is traced of any program
#   P/lib/libsn_*.a              a static library per room
#   P/lib/starnuma               the plugin of `trace record`, under a licence of its own
#   P/lib/cmake/starnuma         find_package(starnuma): targets starnuma::<room>
#   P/share/starnuma/platforms   machines, parts, published figures, Python package
#   P/share/starnuma/stimulus    a small trace to try
#   P/share/starnuma/examples    projects outside this tree
#   P/share/starnuma/recipes     what makes traces of real programs
#   P/share/doc/starnuma         licence and pages
#   P/share/man                  the manual page
#   P/share/bash-completion, P/share/zsh   what shells complete
#
# Nothing in it names P, so the folder may be moved. Rooms say themselves that they are installed.
# The component `program` is what the command line needs; a wheel holds only this.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(STARNUMA_INSTALL_INCLUDE ${CMAKE_INSTALL_INCLUDEDIR}/starnuma)
set(STARNUMA_INSTALL_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/starnuma)
set(STARNUMA_INSTALL_SHARE ${CMAKE_INSTALL_DATADIR}/starnuma)

# Every rule that installs a target, or a file made by a target, makes this one depend on that target.
# check.installed compares it with the install scripts.
add_custom_target(installed)

# Installs one room: its library, its headers, its entry in the export set.
function(sn_install_library target)
  install(TARGETS ${target} EXPORT starnuma
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          FILE_SET HEADERS DESTINATION ${STARNUMA_INSTALL_INCLUDE})
  add_dependencies(installed ${target})
endfunction()

# Installs everything except the rooms; to be called once, after the rooms.
function(sn_install_project)
  install(TARGETS starnuma RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  add_dependencies(installed starnuma)
  install(EXPORT starnuma NAMESPACE starnuma:: FILE starnuma-targets.cmake
          DESTINATION ${STARNUMA_INSTALL_CMAKE})
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/starnuma-config.cmake.in
    ${PROJECT_BINARY_DIR}/starnuma-config.cmake
    INSTALL_DESTINATION ${STARNUMA_INSTALL_CMAKE} PATH_VARS STARNUMA_INSTALL_SHARE)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/starnuma-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/starnuma-config.cmake
                ${PROJECT_BINARY_DIR}/starnuma-config-version.cmake
                ${PROJECT_SOURCE_DIR}/cmake/FindSystemC.cmake
          DESTINATION ${STARNUMA_INSTALL_CMAKE})
  # Installs data only, because the libraries contain the C++ of these rooms.
  install(DIRECTORY platforms/ DESTINATION ${STARNUMA_INSTALL_SHARE}/platforms COMPONENT program
          PATTERN app EXCLUDE PATTERN analysis EXCLUDE PATTERN assembly EXCLUDE PATTERN config EXCLUDE
          PATTERN run EXCLUDE PATTERN wave EXCLUDE
          PATTERN __pycache__ EXCLUDE PATTERN build EXCLUDE PATTERN *.egg-info EXCLUDE)
  install(DIRECTORY stimulus/trace/example DESTINATION ${STARNUMA_INSTALL_SHARE}/stimulus/trace
          COMPONENT program)
  file(STRINGS testbenches/golden_kit/files.txt kit)
  foreach(line IN LISTS kit)
    string(REGEX REPLACE " .*" "" file "${line}")
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/${file}")
      message(FATAL_ERROR "testbenches/golden_kit/files.txt: no such file: ${file}")
    endif()
    get_filename_component(folder "${file}" DIRECTORY)
    install(FILES "${file}" DESTINATION "${STARNUMA_INSTALL_SHARE}/${folder}" COMPONENT program)
  endforeach()
  install(FILES testbenches/golden_kit/files.txt
          DESTINATION ${STARNUMA_INSTALL_SHARE}/testbenches/golden_kit COMPONENT program)
  install(FILES rtl/verify/junit.py DESTINATION ${STARNUMA_INSTALL_SHARE}/rtl/verify  # for --junit
          COMPONENT program)
  if(SKBUILD)
    install(FILES cmake/wheel/starnuma.pth DESTINATION ${SKBUILD_PLATLIB_DIR} COMPONENT program)
    # pip removes a folder only if it installed a file into that very folder.
    install(FILES LICENSE DESTINATION . COMPONENT program)
  endif()
  install(FILES platforms/shell/starnuma.bash RENAME starnuma
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES platforms/shell/starnuma.zsh RENAME _starnuma
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(DIRECTORY docs/examples DESTINATION ${STARNUMA_INSTALL_SHARE})
  install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN examples EXCLUDE)
endfunction()

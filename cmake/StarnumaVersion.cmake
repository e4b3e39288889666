# SPDX-License-Identifier: Apache-2.0
#
# Target sn_version: #include "starnuma/version.h". CMake reads the commit when it configures; a new commit
# triggers a new configuration. A tree without git has the version "unknown".

function(sn_git result)
  set(${result} "" PARENT_SCOPE)
  find_program(GIT_EXECUTABLE git)
  mark_as_advanced(GIT_EXECUTABLE)
  if(GIT_EXECUTABLE AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_VARIABLE output RESULT_VARIABLE code ERROR_QUIET
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(code EQUAL 0)
      set(${result} "${output}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

sn_git(STARNUMA_COMMIT rev-parse --verify --short=12 HEAD)
if(NOT STARNUMA_COMMIT)
  set(STARNUMA_COMMIT unknown)
endif()
sn_git(head_log rev-parse --git-path logs/HEAD)
if(head_log)
  get_filename_component(head_log ${head_log} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  if(EXISTS ${head_log})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${head_log})
  endif()
endif()

configure_file(${CMAKE_CURRENT_LIST_DIR}/version.h.in
               ${PROJECT_BINARY_DIR}/include/starnuma/version.h @ONLY)
add_library(sn_version INTERFACE)
add_library(starnuma::version ALIAS sn_version)
target_include_directories(sn_version INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)

# SPDX-License-Identifier: Apache-2.0
#
# A folder is a target. Three helpers have the same form:
#
#   sn_model(<folder>  [SYSTEMC] [GROUPED] [SOURCES f...] [HEADERS f...] [DEPENDS room...] [LIBRARIES lib...])
#   sn_library(<name>  [SYSTEMC] [SOURCES f...] [HEADERS f...] [DEPENDS room...] [LIBRARIES lib...]
#              [INSTALL] [ONCE])
#   sn_test(<folder>   [KIND unit|module|cosim|platform|golden] [LABELS l...] [TIMEOUT s, idle]
#                      SOURCES f... [DEPENDS room...] [LIBRARIES lib...])
#
# - DEPENDS names other rooms of this repository without their prefix (base means sn_base).
# - LIBRARIES names imported targets of system packages. Both are PUBLIC, because the linker needs them;
#   tests/checks/check_layers.py checks the include rules.
# - SYSTEMC links the SystemC library; targets that depend on such a room get it too. A test then gets a
#   main() and the sc_main that the library requires.
# - Models are installed with their headers, as are other libraries with INSTALL.
# - ONCE marks code that runs once per command and not once per access; it is compiled with less
#   optimisation.

include(GoogleTest)

option(STARNUMA_UNITY "Compile sources in groups and precompile headers: a whole build is faster, one change slower" ON)

# Warnings are errors in the preset ci. Floating point gives equal bits in every build type.
function(sn_set_compile_options target)
  target_compile_features(${target} PRIVATE cxx_std_17)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                           -ffp-contract=off)
endfunction()

# Options for code that runs briefly: most of its cost is its compilation.
function(sn_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
# Tests are compiled without optimisation: that takes half of the time, and the models are optimised.
function(sn_set_test_options target)
  sn_set_compile_options(${target})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0>)
  sn_compile_in_groups(${target})
endfunction()

function(sn_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC;INSTALL;ALONE;ONCE" "" "SOURCES;HEADERS;DEPENDS;LIBRARIES")
  sn_reject_leftovers(sn_library ${name} "${arg_UNPARSED_ARGUMENTS}")
  set(target sn_${name})
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${arg_SOURCES})
    sn_set_compile_options(${target})
    if(NOT arg_ALONE)
      sn_compile_in_groups(${target})
    endif()
    if(arg_ONCE)
      sn_optimise_little(${target})
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(starnuma::${name} ALIAS ${target})
  # A misspelt DEPENDS is an error when CMake runs, not a missing -l when it links.
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} LINK_LIBRARIES_ONLY_TARGETS ON)
  target_compile_features(${target} ${scope} cxx_std_17)
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}
                                    FILES ${arg_HEADERS})
  sn_link(${target} ${scope})
  if(arg_INSTALL)
    sn_install_library(${target})
  endif()
endfunction()

# The headers of SystemC and of the standard library take half of the compilation of a model, so models with SystemC
# get them precompiled. gcc compiles a source at the level of optimisation of its precompiled headers, so no other
# rooms can use these. ccache has to ignore the macros of the command line and of the time in them.
if(STARNUMA_UNITY)
  if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
    list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros)
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "" @ONLY)
  add_library(sn_precompiled OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
  sn_set_compile_options(sn_precompiled)
  target_compile_options(sn_precompiled PRIVATE $<$<CONFIG:Release>:-O3>)
  target_link_libraries(sn_precompiled PRIVATE SystemC::systemc)
  target_precompile_headers(sn_precompiled PRIVATE
    <algorithm> <array> <charconv> <deque> <filesystem> <functional> <map> <memory> <optional> <queue> <set> <sstream>
    <string> <systemc> <tlm> <unordered_map> <unordered_set> <variant> <vector>)
endif()

# sn_model(<folder> ...): a library of models, in which a simulation spends its time. Its sources are compiled
# separately, because an access costs fewer host instructions then; GROUPED models are not on the path of an access.
function(sn_model folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "GROUPED" "" "")
  set(alone ALONE)
  if(arg_GROUPED)
    set(alone)
  endif()
  sn_library(${folder} INSTALL ${alone} ${arg_UNPARSED_ARGUMENTS})
  get_target_property(type sn_${folder} TYPE)
  if(type STREQUAL STATIC_LIBRARY)
    target_compile_options(sn_${folder} PRIVATE $<$<CONFIG:Release>:-O3>)
    sn_links(sn_${folder} SystemC::systemc systemc)
    if(STARNUMA_UNITY AND systemc AND NOT arg_GROUPED)
      target_precompile_headers(sn_${folder} REUSE_FROM sn_precompiled)
    endif()
  endif()
endfunction()

# sn_time_limit(<result> <seconds>): the time limit of a test that takes at most `seconds` on an idle host.
function(sn_time_limit result seconds)
  math(EXPR limit "${seconds} * ${STARNUMA_TEST_TIMEOUT_FACTOR}")
  set(${result} ${limit} PARENT_SCOPE)
endfunction()

# A unit test is sn_test_<folder>, any other kind sn_test_<kind>_<folder>; <kind>_tests builds all of a kind.
# ctest starts every TEST in a separate process, because SystemC elaborates once per process.
function(sn_test folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND;TIMEOUT" "SOURCES;DEPENDS;LIBRARIES;LABELS")
  sn_reject_leftovers(sn_test ${folder} "${arg_UNPARSED_ARGUMENTS}")
  if(NOT arg_KIND)
    set(arg_KIND unit)
  endif()
  set(target sn_test_${arg_KIND}_${folder})
  if(arg_KIND STREQUAL unit)
    set(target sn_test_${folder})
  endif()
  if(NOT arg_TIMEOUT)
    sn_default_timeout(${arg_KIND} arg_TIMEOUT)
  endif()
  sn_time_limit(arg_TIMEOUT ${arg_TIMEOUT})

  add_executable(${target} ${arg_SOURCES})
  if(NOT TARGET ${arg_KIND}_tests)
    add_custom_target(${arg_KIND}_tests)
  endif()
  add_dependencies(${arg_KIND}_tests ${target})
  sn_set_test_options(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  sn_link(${target} PRIVATE)
  sn_links(${target} SystemC::systemc systemc)
  if(systemc)
    target_link_libraries(${target} PRIVATE sn_test_support GTest::gtest)
  else()
    target_link_libraries(${target} PRIVATE GTest::gtest_main)
  endif()
  gtest_discover_tests(${target}
    TEST_PREFIX "${arg_KIND}.${folder}."
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${arg_KIND} TIMEOUT ${arg_TIMEOUT})
  if(arg_LABELS)
    sn_add_labels(${target} "${arg_KIND};${arg_LABELS}")
  endif()
endfunction()

# The remaining functions are internal to this file.

# Sources of a group are one translation unit, so names in their anonymous namespaces differ.
set(SN_GROUP_SIZE 16)
function(sn_compile_in_groups target)
  if(STARNUMA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${SN_GROUP_SIZE})
    # The warning would treat the included sources as headers.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# Sets `result` to true if `target` links `library`, directly or indirectly.
function(sn_links target library result)
  get_target_property(left ${target} LINK_LIBRARIES)
  set(seen)
  while(left)
    list(POP_FRONT left next)
    if(NOT TARGET "${next}" OR next IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${next})
    get_target_property(more ${next} INTERFACE_LINK_LIBRARIES)
    if(more)
      list(APPEND left ${more})
    endif()
  endwhile()
  if(library IN_LIST seen)
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# Groups sources for commands of another compiler: replaces `sources`, which are paths from the root, by the
# groups prefix0.cpp and so on.
function(sn_group_sources sources prefix)
  set(groups)
  while(${sources})
    list(LENGTH groups number)
    set(text "")
    foreach(i RANGE 1 ${SN_GROUP_SIZE})
      list(POP_FRONT ${sources} source)
      if(source)
        string(APPEND text "#include \"${source}\"\n")
      endif()
    endforeach()
    file(CONFIGURE OUTPUT ${prefix}${number}.cpp CONTENT "${text}" @ONLY)
    list(APPEND groups ${prefix}${number}.cpp)
  endwhile()
  set(${sources} ${groups} PARENT_SCOPE)
endfunction()

function(sn_default_timeout kind result)
  set(seconds_unit 10)
  set(seconds_module 60)
  set(seconds_cosim 60)
  set(seconds_platform 300)
  set(seconds_golden 300)
  if(NOT DEFINED seconds_${kind})
    message(FATAL_ERROR "sn_test: unknown KIND '${kind}'")
  endif()
  set(${result} ${seconds_${kind}} PARENT_SCOPE)
endfunction()

# gtest_discover_tests cannot pass a list as one property, so ctest reads this after its tests.
function(sn_add_labels target labels)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_labels.cmake)
  file(WRITE ${file} "if(${target}_TESTS)\n  set_tests_properties(\${${target}_TESTS} PROPERTIES \
LABELS \"${labels}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

macro(sn_link target scope)
  list(TRANSFORM arg_DEPENDS PREPEND sn_)
  target_link_libraries(${target} ${scope} ${arg_DEPENDS} ${arg_LIBRARIES})
  if(arg_SYSTEMC)
    target_link_libraries(${target} ${scope} SystemC::systemc)
  endif()
endmacro()

function(sn_reject_leftovers helper name leftovers)
  if(NOT leftovers STREQUAL "")
    message(FATAL_ERROR "${helper}(${name}): unexpected argument '${leftovers}'")
  endif()
endfunction()

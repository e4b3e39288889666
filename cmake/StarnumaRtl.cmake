# SPDX-License-Identifier: Apache-2.0
#
# SystemVerilog blocks as C++ (Verilator 5.006 or newer).
#
#   sn_rtl_block(<block> TOP <module> [PACKAGES p.sv...] SOURCES f.sv... )
#   sn_verilate(<prefix> BLOCK <block> [PARAMETERS Name=value...] [CHECKED] [ASSERTED] [COMPACT]
#               [REPLACE <file> <old> <new>] [MUTANTS <key>])
#   sn_rtl_models(<target> prefix...)
#   sn_rtl_shell(<name> MODELS prefix... <arguments of sn_library>)
#   sn_rtl_bench(<name> MODELS prefix... SOURCES f.cpp...)
#   sn_rtl_platform_set(<block> Name=value...)
#   sn_verilate_mistakes(<prefix> <block> <result>)
#
# - sn_rtl_block defines a block and adds its lint tests: one per module, as its own top.
# - sn_verilate makes target sn_rtl_<prefix> with class V<prefix> for one parameter set. It is one
#   translation unit in an object library.
#   - A plain build is for platforms, with FST waves unless STARNUMA_WAVES is off.
#   - A CHECKED build is for benches, with assertions, FST waves and, except for mutants, coverage.
#   - An ASSERTED build is a plain one with assertions, for runs that request them. A failed assertion is
#     an exception (rtl/common/shell/failed_assertion.h).
#   - A COMPACT build does not unroll long loops, which is faster to compile for wide blocks.
#   - A program links one kind only.
#   - REPLACE plants a mutant in a copy of one source, for tests that must detect it.
#   - MUTANTS plants all mutants of a key of rtl/verify/lockstep_mutants.json in copies of the sources. The
#     function sn_selected_mutant of the program selects one at run time by its number, from 1. Each replaces
#     one expression, `old`, which follows the text `at`.
# - sn_rtl_models makes one object library of several sn_rtl_<prefix> of one folder and kind. They are
#   compiled together, because most of the time is spent in Verilator's own headers.
# - sn_verilate_mistakes verilates the mutants of rtl/verify/lockstep_mutants.json.
# - sn_rtl_platform_set declares a parameter set of a platform; benches and proofs use all of them.

find_program(STARNUMA_VERILATOR verilator)
if(NOT STARNUMA_VERILATOR)
  message(FATAL_ERROR "verilator is missing (Debian package verilator, 5.006 or newer)")
endif()
execute_process(COMMAND ${STARNUMA_VERILATOR} --getenv VERILATOR_ROOT
                OUTPUT_VARIABLE STARNUMA_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
find_package(ZLIB REQUIRED)

set(SN_RTL_LINT --lint-only -Wall --assert)
set(SN_RTL_WAIVERS ${PROJECT_SOURCE_DIR}/rtl/common/common.vlt)
set(SN_RTL_COMMON ${PROJECT_SOURCE_DIR}/rtl/common/sn_tracking_pkg.sv
                  ${PROJECT_SOURCE_DIR}/rtl/common/sn_fifo.sv)

# Code that Verilator generates is exempt from our warnings; it reads and stores words at odd addresses.
set(SN_VERILATED_OPTIONS -w -g0 -fno-sanitize=undefined)

# Verilator's own runtime.
function(sn_verilated_runtime target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEFINITIONS;LIBRARIES")
  list(TRANSFORM arg_SOURCES PREPEND ${STARNUMA_VERILATOR_ROOT}/include/)
  add_library(${target} STATIC ${arg_SOURCES})
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE ${SN_VERILATED_OPTIONS} -O1)
  target_compile_definitions(${target} PUBLIC $<BUILD_INTERFACE:VL_TIME_STAMP64>)
  foreach(definition IN LISTS arg_DEFINITIONS)
    target_compile_definitions(${target} PUBLIC $<BUILD_INTERFACE:${definition}>)
  endforeach()
  target_include_directories(${target} SYSTEM PUBLIC
    $<BUILD_INTERFACE:${STARNUMA_VERILATOR_ROOT}/include>
    $<BUILD_INTERFACE:${STARNUMA_VERILATOR_ROOT}/include/vltstd>)
  target_link_libraries(${target} PUBLIC ${arg_LIBRARIES})
endfunction()
if(STARNUMA_WAVES)
  sn_verilated_runtime(sn_verilated
    SOURCES verilated.cpp verilated_threads.cpp verilated_fst_c.cpp
    DEFINITIONS VM_COVERAGE=0 VM_TRACE=1 VM_TRACE_FST=1
    LIBRARIES ZLIB::ZLIB)
else()
  sn_verilated_runtime(sn_verilated SOURCES verilated.cpp verilated_threads.cpp
    DEFINITIONS VM_COVERAGE=0 VM_TRACE=0 VM_TRACE_FST=0)
endif()
target_sources(sn_verilated PRIVATE ${PROJECT_SOURCE_DIR}/rtl/common/shell/failed_assertion.cpp)
target_include_directories(sn_verilated PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_options(sn_verilated PRIVATE
  "SHELL:-include \"${PROJECT_SOURCE_DIR}/rtl/common/shell/verilated_print.h\"")
set_target_properties(sn_verilated PROPERTIES EXPORT_NAME verilated)
sn_install_library(sn_verilated)
sn_verilated_runtime(sn_verilated_checked
  SOURCES verilated.cpp verilated_threads.cpp verilated_cov.cpp verilated_fst_c.cpp
  DEFINITIONS VM_COVERAGE=1 VM_TRACE=1 VM_TRACE_FST=1
  LIBRARIES ZLIB::ZLIB)
set_target_properties(sn_verilated_checked PROPERTIES EXCLUDE_FROM_ALL TRUE)

# sn_rtl_shell(<name> MODELS prefix... <arguments of sn_library>): adds a library around verilated blocks. The
# blocks are part of the library and invisible to its users.
function(sn_rtl_shell name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "MODELS;SOURCES;HEADERS;DEPENDS")
  sn_library(${name} INSTALL SOURCES ${arg_SOURCES} HEADERS ${arg_HEADERS}
             DEPENDS ${arg_DEPENDS} verilated)
  sn_rtl_models(sn_${name}_models ${arg_MODELS})
  target_sources(sn_${name} PRIVATE $<TARGET_OBJECTS:sn_${name}_models>)
  target_include_directories(sn_${name} SYSTEM PRIVATE
    $<TARGET_PROPERTY:sn_${name}_models,INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()

function(sn_rtl_models target)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL)
  if(STARNUMA_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  foreach(prefix IN LISTS ARGN)
    foreach(property IN ITEMS SOURCES COMPILE_OPTIONS INTERFACE_INCLUDE_DIRECTORIES
                              INTERFACE_LINK_LIBRARIES)
      get_target_property(${property} sn_rtl_${prefix} ${property})
    endforeach()
    target_sources(${target} PRIVATE ${SOURCES})
    target_include_directories(${target} SYSTEM PUBLIC ${INTERFACE_INCLUDE_DIRECTORIES})
  endforeach()
  target_compile_options(${target} PRIVATE ${COMPILE_OPTIONS})
  target_link_libraries(${target} PUBLIC ${INTERFACE_LINK_LIBRARIES})
endfunction()

function(sn_rtl_block block)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TOP" "PACKAGES;SOURCES")
  list(TRANSFORM arg_PACKAGES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL PROPERTY sn_rtl_${block}_top ${arg_TOP})
  set_property(GLOBAL PROPERTY sn_rtl_${block}_sources ${arg_PACKAGES} ${arg_SOURCES})
  set(linted ${SN_RTL_COMMON} ${arg_PACKAGES} ${arg_SOURCES})
  list(REMOVE_DUPLICATES linted)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(module ${source} NAME_WE)
    add_test(NAME check.lint.${module}
             COMMAND ${STARNUMA_VERILATOR} ${SN_RTL_LINT} -I${PROJECT_SOURCE_DIR}/rtl/common
                     --top-module ${module} ${SN_RTL_WAIVERS} ${linted})
    sn_time_limit(limit 60)
    set_tests_properties(check.lint.${module} PROPERTIES LABELS check TIMEOUT ${limit})
  endforeach()
endfunction()

function(sn_verilate prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECKED;ASSERTED;COMPACT" "BLOCK;MUTANTS" "PARAMETERS;REPLACE")
  get_property(top GLOBAL PROPERTY sn_rtl_${arg_BLOCK}_top)
  get_property(sources GLOBAL PROPERTY sn_rtl_${arg_BLOCK}_sources)
  list(PREPEND sources ${SN_RTL_COMMON})  # the package first
  list(REMOVE_DUPLICATES sources)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/V${prefix})
  if(arg_REPLACE)
    list(GET arg_REPLACE 0 file)
    sn_replaced_copy(${folder}/replaced ${arg_REPLACE})
    list(TRANSFORM sources REPLACE "^.*/${file}$" "${folder}/replaced/${file}")
  endif()
  if(arg_MUTANTS)
    sn_mutable_copies(${folder}/replaced ${arg_MUTANTS} sources)
  endif()
  set(options --cc --top-module ${top} --prefix V${prefix} -O3 --timescale 1ps/1ps
              -I${PROJECT_SOURCE_DIR}/rtl/common)
  set(runtime verilated)
  if(arg_CHECKED)  # uninitialized registers have random contents
    list(APPEND options --assert --trace-fst --x-assign unique --x-initial unique)
    if(NOT arg_REPLACE AND NOT arg_MUTANTS)
      list(APPEND options --coverage)
    endif()
    set(runtime verilated_checked)
  else()
    list(APPEND options --x-assign fast --x-initial fast)
    if(arg_ASSERTED)
      list(APPEND options --assert)
    endif()
    if(STARNUMA_WAVES)
      list(APPEND options --trace-fst)
    endif()
  endif()
  if(arg_COMPACT)
    list(APPEND options --unroll-stmts 1)
  endif()
  if(arg_REPLACE OR arg_MUTANTS)
    list(APPEND options -Wno-fatal)  # a mutant may have a width that does not fit
  endif()
  list(TRANSFORM arg_PARAMETERS PREPEND -G)
  # Verilator's file names contain hashes; one file with a known name includes them all.
  set(script ${PROJECT_SOURCE_DIR}/cmake/verilate.cmake)
  add_custom_command(
    OUTPUT ${folder}/V${prefix}__all.cpp ${folder}/V${prefix}.h
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DPREFIX=V${prefix} -P ${script} --
            ${STARNUMA_VERILATOR} ${options} ${arg_PARAMETERS} -Mdir ${folder}
            ${SN_RTL_WAIVERS} ${sources}
    DEPENDS ${sources} ${SN_RTL_WAIVERS} ${script}
            ${PROJECT_SOURCE_DIR}/rtl/common/sn_assert.svh
    COMMENT "Verilating ${prefix}"
    VERBATIM)
  set(target sn_rtl_${prefix})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${folder}/V${prefix}__all.cpp)
  target_compile_options(${target} PRIVATE ${SN_VERILATED_OPTIONS}
                         $<IF:$<BOOL:${arg_CHECKED}>,-Og,-O1>)
  target_include_directories(${target} SYSTEM PUBLIC ${folder})
  target_link_libraries(${target} PUBLIC sn_${runtime})
endfunction()

# Copies one of `sources` with `old` replaced by `new`; fails unless `old` occurs exactly once.
function(sn_replaced_copy folder file old new)
  file(GLOB_RECURSE found ${PROJECT_SOURCE_DIR}/rtl/${file})
  file(READ ${found} text)
  sn_replace_once(text ${file} "${old}" "${new}")
  file(CONFIGURE OUTPUT ${folder}/${file} CONTENT "${text}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${found})
endfunction()

# Copies the sources in a list that the mutants of `key` change, and replaces their names in the list.
function(sn_mutable_copies folder key list_name)
  set(list ${${list_name}})
  set(kept ${PROJECT_SOURCE_DIR}/rtl/verify/lockstep_mutants.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kept})
  file(READ ${kept} json)
  string(JSON last LENGTH "${json}" ${key})
  set(changed)
  foreach(number RANGE 1 ${last})
    math(EXPR i "${number} - 1")
    foreach(field IN ITEMS file old new)
      string(JSON ${field} GET "${json}" ${key} ${i} ${field})
    endforeach()
    string(JSON at ERROR_VARIABLE none GET "${json}" ${key} ${i} at)
    if(none)
      set(at "")
    endif()
    if(NOT file IN_LIST changed)
      list(APPEND changed ${file})
      file(GLOB_RECURSE found ${PROJECT_SOURCE_DIR}/rtl/${file})
      file(READ ${found} text_${file})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${found})
    endif()
    sn_replace_once(text_${file} ${file} "${at}${old}"
                    "${at}(sn_mutant_pkg::selected == ${number} ? (${new}) : (${old}))")
  endforeach()
  foreach(file IN LISTS changed)
    file(CONFIGURE OUTPUT ${folder}/${file} CONTENT "${text_${file}}" @ONLY)
    list(TRANSFORM list REPLACE "^.*/${file}$" "${folder}/${file}")
  endforeach()
  set(${list_name} ${PROJECT_SOURCE_DIR}/rtl/verify/sn_mutant_pkg.sv ${list} PARENT_SCOPE)
endfunction()

# Replaces `old` in a variable with a text of `file`; fails unless it occurs exactly once.
function(sn_replace_once variable file old new)
  set(content "${${variable}}")
  string(FIND "${content}" "${old}" first)
  string(FIND "${content}" "${old}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "sn_verilate: '${old}' must be in ${file} exactly once")
  endif()
  string(REPLACE "${old}" "${new}" content "${content}")
  set(${variable} "${content}" PARENT_SCOPE)
endfunction()

# Declares a parameter set of a platform; rtl/CMakeLists.txt writes all sets to a file.
function(sn_rtl_platform_set block)
  string(JOIN " " set ${ARGN})
  set_property(GLOBAL APPEND PROPERTY sn_rtl_${block}_platform_sets "${set}")
endfunction()

# Returns the value of `name` in a set such as "Entries=64 CountWidth=16", or else the default that follows
# `result`.
function(sn_rtl_parameter set name result)
  set(value ${ARGN})
  if("${set}" MATCHES "${name}=([0-9]+)")
    set(value ${CMAKE_MATCH_1})
  endif()
  set(${result} ${value} PARENT_SCOPE)
endfunction()

# sn_rtl_bench(<name> MODELS prefix... SOURCES f.cpp...): adds library sn_<name> of a lockstep bench, with its
# verilated blocks.
function(sn_rtl_bench name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "MODELS;SOURCES")
  sn_rtl_models(sn_${name}_models ${arg_MODELS})
  add_library(sn_${name} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
  sn_set_compile_options(sn_${name})
  target_compile_definitions(sn_${name} PRIVATE STARNUMA_SOURCE="${PROJECT_SOURCE_DIR}")
  target_link_libraries(sn_${name} PUBLIC sn_tracking sn_verilated_checked
                                       PRIVATE sn_${name}_models)
endfunction()

# sn_verilate_mistakes(<prefix> <block> <result>): verilates the block with each mutant that lockstep must
# find; `result` is a list of "prefix<space>parameters".
function(sn_verilate_mistakes prefix block result)
  set(made)
  set(file ${PROJECT_SOURCE_DIR}/rtl/verify/lockstep_mutants.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(JSON last LENGTH "${text}" ${prefix})
  math(EXPR last "${last} - 1")
  foreach(i RANGE ${last})
    foreach(field IN ITEMS name parameters file old new)
      string(JSON ${field} GET "${text}" ${prefix} ${i} ${field})
    endforeach()
    string(REPLACE " " ";" parameters_list "${parameters}")
    sn_verilate(${name} BLOCK ${block} CHECKED PARAMETERS ${parameters_list}
                REPLACE "${file}" "${old}" "${new}")
    list(APPEND made "${name} ${parameters}")
  endforeach()
  set(${result} "${made}" PARENT_SCOPE)
endfunction()

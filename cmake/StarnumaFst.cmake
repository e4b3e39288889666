# SPDX-License-Identifier: Apache-2.0
#
# Target sn_fst: the FST waveform library (GTKWave's fstapi, MIT licence) from the sources in the installed
# Verilator. Needs zlib.

find_package(verilator QUIET)
set(STARNUMA_FST_SOURCES ${VERILATOR_ROOT}/include/gtkwave CACHE PATH "Folder of fstapi.c")
foreach(file fstapi.c fstapi.h fastlz.c lz4.c)
  if(NOT EXISTS ${STARNUMA_FST_SOURCES}/${file})
    message(FATAL_ERROR "no ${file} in '${STARNUMA_FST_SOURCES}': install the package verilator, or "
                        "set STARNUMA_FST_SOURCES to the folder of GTKWave's fstapi.c")
  endif()
endforeach()

# Verilator's tracing runtime includes the library too; a program must have one copy.
if(STARNUMA_WAVES)
  add_library(sn_fst INTERFACE)
  target_include_directories(sn_fst SYSTEM INTERFACE ${STARNUMA_FST_SOURCES})
  target_link_libraries(sn_fst INTERFACE sn_verilated)
else()
  add_library(sn_fst STATIC ${STARNUMA_FST_SOURCES}/fstapi.c ${STARNUMA_FST_SOURCES}/fastlz.c
                            ${STARNUMA_FST_SOURCES}/lz4.c)
  target_include_directories(sn_fst SYSTEM PUBLIC ${STARNUMA_FST_SOURCES})
  target_compile_definitions(sn_fst PRIVATE "FST_CONFIG_INCLUDE=\"fst_config.h\"")
  target_compile_options(sn_fst PRIVATE -w -fno-sanitize=undefined)
  target_link_libraries(sn_fst PUBLIC ZLIB::ZLIB)
endif()

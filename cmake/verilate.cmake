# SPDX-License-Identifier: Apache-2.0
#
# cmake -DFOLDER=... -DPREFIX=... -P verilate.cmake -- COMMAND...
# Runs Verilator and writes one C++ file that includes all generated ones. The only generated name without the
# prefix gets the prefix, so that several such files can be compiled as one. The files named Slow run once per
# simulation and are not optimised, because most of a wide block is such code.

set(command)
set(in_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(in_command)
    list(APPEND command ${CMAKE_ARGV${i}})
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(in_command TRUE)
  endif()
endforeach()
file(GLOB old ${FOLDER}/${PREFIX}*)
if(old)
  file(REMOVE ${old})
endif()
execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB made RELATIVE ${FOLDER} ${FOLDER}/${PREFIX}*.cpp)
list(SORT made)
set(slow ${made})
list(FILTER slow INCLUDE REGEX "Slow")
list(REMOVE_ITEM made ${slow})
# The guard of Verilator 5.03x against a second precompiled header would reject the second such file.
set(text "#undef VL_PCH_INCLUDED\n#define trace_init ${PREFIX}_trace_init\n")
foreach(file IN LISTS made)
  string(APPEND text "#include \"${file}\"\n")
endforeach()
string(APPEND text "#ifdef __clang__\n#pragma clang optimize off\n#else\n"
                   "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n#endif\n")
foreach(file IN LISTS slow)
  string(APPEND text "#include \"${file}\"\n")
endforeach()
string(APPEND text "#ifdef __clang__\n#pragma clang optimize on\n#else\n#pragma GCC pop_options\n#endif\n")
string(APPEND text "#undef trace_init\n")
file(WRITE ${FOLDER}/${PREFIX}__all.cpp "${text}")

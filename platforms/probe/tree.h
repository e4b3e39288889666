// SPDX-License-Identifier: Apache-2.0
// Access to /sys and /proc, or to a recorded copy below a folder.
//
// Contract: paths have no leading slash ("sys/devices/..."). If a file is missing, unreadable or
// malformed, the functions return false and leave the result unchanged.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platforms/probe/id_set.h"

enum { kLongestLine = 4096 };

typedef struct {
  const char* root;  ///< "" is the running system
} Tree;

/// Reads the first line.
bool tree_line(const Tree* tree, char* line, size_t size, const char* path, ...)
    __attribute__((format(printf, 4, 5)));
/// Reads a whole number; a suffix K, M or G multiplies it, as in cache sizes.
bool tree_number(const Tree* tree, int64_t* value, const char* path, ...)
    __attribute__((format(printf, 3, 4)));
bool tree_ids(const Tree* tree, IdSet* set, const char* path, ...)
    __attribute__((format(printf, 3, 4)));
/// Reads the text after "name" and a colon in a file of such lines ("MemTotal: 16 kB"); in node
/// files "Node 0 " precedes the name.
bool tree_field(const Tree* tree, char* value, size_t size, const char* path, const char* name);
/// Reads a field in kilobytes and converts it to bytes.
bool tree_kilobytes(const Tree* tree, int64_t* bytes, const char* path, const char* name);

// SPDX-License-Identifier: Apache-2.0
// Reads /sys and /proc, or a recorded copy of them below a folder.
//
// Contract: paths have no leading slash ("sys/devices/..."). What is not there, not readable or not
// of the expected form gives false and leaves the result alone.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platforms/probe/id_set.h"

enum { kLongestLine = 4096 };

typedef struct {
  const char* root;  ///< "" is the running system
} Tree;

/// The first line.
bool tree_line(const Tree* tree, char* line, size_t size, const char* path, ...)
    __attribute__((format(printf, 4, 5)));
/// A whole number; a suffix K, M or G multiplies, as in the sizes of caches.
bool tree_number(const Tree* tree, int64_t* value, const char* path, ...)
    __attribute__((format(printf, 3, 4)));
bool tree_ids(const Tree* tree, IdSet* set, const char* path, ...)
    __attribute__((format(printf, 3, 4)));
/// What follows "name" and a colon in a file of such lines ("MemTotal: 16 kB"); in the files of
/// nodes "Node 0 " stands before the name.
bool tree_field(const Tree* tree, char* value, size_t size, const char* path, const char* name);
/// The same for a number of kilobytes, in bytes.
bool tree_kilobytes(const Tree* tree, int64_t* bytes, const char* path, const char* name);

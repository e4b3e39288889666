// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kLongestPath = 1024 };

static FILE* open_file(const Tree* tree, const char* path, va_list values) {
  char below[kLongestPath], whole[2 * kLongestPath];
  vsnprintf(below, sizeof below, path, values);
  snprintf(whole, sizeof whole, "%s/%s", tree->root, below);
  return fopen(whole, "re");
}

static bool first_line(const Tree* tree, char* line, size_t size, const char* path,
                       va_list values) {
  FILE* file = open_file(tree, path, values);
  if (!file) return false;
  char text[kLongestLine];
  const bool read = fgets(text, sizeof text, file) != NULL;
  fclose(file);
  if (!read) return false;
  text[strcspn(text, "\n")] = '\0';
  snprintf(line, size, "%s", text);
  return true;
}

bool tree_line(const Tree* tree, char* line, size_t size, const char* path, ...) {
  va_list values;
  va_start(values, path);
  const bool read = first_line(tree, line, size, path, values);
  va_end(values);
  return read;
}

bool tree_number(const Tree* tree, int64_t* value, const char* path, ...) {
  char line[kLongestLine];
  va_list values;
  va_start(values, path);
  const bool read = first_line(tree, line, sizeof line, path, values);
  va_end(values);
  if (!read) return false;
  char* end;
  const int64_t number = strtoll(line, &end, 10);
  if (end == line) return false;
  static const char kSuffixes[] = "KMG";
  const char* const suffix = *end ? strchr(kSuffixes, *end) : NULL;
  if (*end && !suffix) return false;
  *value = suffix ? number << (10 * (suffix - kSuffixes + 1)) : number;
  return true;
}

bool tree_ids(const Tree* tree, IdSet* set, const char* path, ...) {
  char line[kLongestLine];
  va_list values;
  va_start(values, path);
  const bool read = first_line(tree, line, sizeof line, path, values);
  va_end(values);
  IdSet parsed;
  if (!read || !ids_parse(line, &parsed)) return false;
  *set = parsed;
  return true;
}

static const char* after_node(const char* line) {
  int used = 0;
  sscanf(line, "Node %*d %n", &used);
  return line + used;
}

/// The value in "name : value", or NULL.
static const char* value_of(const char* line, const char* name) {
  const size_t length = strlen(name);
  if (strncmp(line, name, length) != 0) return NULL;
  line += length;
  line += strspn(line, " \t");
  if (*line != ':') return NULL;
  ++line;
  return line + strspn(line, " \t");
}

bool tree_field(const Tree* tree, char* value, size_t size, const char* path, const char* name) {
  char whole[2 * kLongestPath];
  snprintf(whole, sizeof whole, "%s/%s", tree->root, path);
  FILE* file = fopen(whole, "re");
  if (!file) return false;
  char line[kLongestLine];
  const char* found = NULL;
  while (!found && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    found = value_of(after_node(line), name);
  }
  fclose(file);
  if (found) snprintf(value, size, "%s", found);
  return found != NULL;
}

bool tree_kilobytes(const Tree* tree, int64_t* bytes, const char* path, const char* name) {
  char value[64];
  if (!tree_field(tree, value, sizeof value, path, name)) return false;
  char* end;
  const int64_t number = strtoll(value, &end, 10);
  if (end == value) return false;
  *bytes = number * 1024;
  return true;
}

// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/// Extracts the word in brackets, as in "always [madvise] never".
static void chosen_word(char* text) {
  char* const open = strchr(text, '[');
  char* const close = open ? strchr(open, ']') : NULL;
  if (!close) return;
  *close = '\0';
  memmove(text, open + 1, strlen(open + 1) + 1);
}

static bool has_word(const char* text, const char* word) {
  const size_t length = strlen(word);
  for (const char* at = strstr(text, word); at; at = strstr(at + 1, word)) {
    const bool begins = at == text || at[-1] == ' ';
    if (begins && (at[length] == ' ' || at[length] == '\0')) return true;
  }
  return false;
}

/// Reads a file of this process's control group (version 2), or of the visible root group.
static bool group_line(const Tree* tree, char* line, size_t size, const char* file) {
  char group[kLongestLine];
  return (tree_line(tree, group, sizeof group, "proc/self/cgroup") &&
          strncmp(group, "0::/", 4) == 0 &&
          tree_line(tree, line, size, "sys/fs/cgroup%s/%s", group + 3, file)) ||
         tree_line(tree, line, size, "sys/fs/cgroup/%s", file);
}

static int64_t memory_left(const Tree* tree) {
  char most[kLongestText], used[kLongestText];
  if (!group_line(tree, most, sizeof most, "memory.max") || strcmp(most, "max") == 0) return -1;
  if (!group_line(tree, used, sizeof used, "memory.current")) strcpy(used, "0");
  const int64_t left = strtoll(most, NULL, 10) - strtoll(used, NULL, 10);
  return left > 0 ? left : 0;
}

static void note_cpu_limit(const Tree* tree, Notes* notes) {
  char line[kLongestText];
  long quota, period;
  if (group_line(tree, line, sizeof line, "cpu.max") &&
      sscanf(line, "%ld %ld", &quota, &period) == 2 && period > 0) {
    note(notes, "the control group allows %ld %% of one CPU's time: bandwidths are what that gives",
         100 * quota / period);
  }
}

static void note_load(const Tree* tree, Notes* notes) {
  const double kQuiet = 0.5;  // load of half a CPU by other work; the probe has not started yet
  char line[kLongestText];
  if (!tree_line(tree, line, sizeof line, "proc/loadavg")) return;
  const double load = strtod(line, NULL);
  if (load > kQuiet) note(notes, "the machine was busy before: load average %.1f", load);
}

void read_host(const Tree* tree, Host* host, Notes* notes) {
  static const char kInfo[] = "proc/cpuinfo";
  *host = (Host){0};
  struct utsname system;
  if (uname(&system) == 0) {
    snprintf(host->architecture, sizeof host->architecture, "%s", system.machine);
    system.release[strspn(system.release, "0123456789.")] = '\0';
    snprintf(host->kernel, sizeof host->kernel, "%s", system.release);
  }
  if (!tree_field(tree, host->processor, sizeof host->processor, kInfo, "model name")) {
    tree_field(tree, host->processor, sizeof host->processor, kInfo, "Model");
  }
  char flags[kLongestLine];
  host->is_virtual =
      tree_field(tree, flags, sizeof flags, kInfo, "flags") && has_word(flags, "hypervisor");
  if (host->is_virtual) {
    note(notes,
         "a virtual machine: sizes are the hypervisor's, and others may share caches and memory");
  }
  tree_line(tree, host->huge_pages, sizeof host->huge_pages,
            "sys/kernel/mm/transparent_hugepage/enabled");
  chosen_word(host->huge_pages);
  host->memory_limit = memory_left(tree);
  note_cpu_limit(tree, notes);
  note_load(tree, notes);
}

// SPDX-License-Identifier: Apache-2.0
// Program whose misses test_cachegrind.py compares: walks over arrays, or a sort if it has an
// argument. It calls no library in between.

enum { kWords = 1 << 18, kSide = 256, kKeys = 1 << 15, kSetStride = 4096 / sizeof(unsigned long) };
static unsigned long words[kWords];
static double matrix[kSide][kSide];
static unsigned long keys[kKeys];

static unsigned long next_random(unsigned long state) {
  return state * 6364136223846793005UL + 1442695040888963407UL;
}

// Loads some lines of one set in turn, one of them before each other line, so that the number of
// ways and the order of replacement show.
static unsigned long visit_set(int lines) {
  unsigned long sum = 0;
  for (int i = 0; i < 20000; ++i) {
    sum += words[(1 + i % (lines - 1)) * kSetStride];
    sum += words[0];
  }
  return sum;
}

static unsigned long walk(void) {
  unsigned long sum = visit_set(5) + visit_set(7);
  unsigned long state = 1;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kWords; i += 4) sum += words[i];
    for (int i = 0; i < kWords / 4; ++i) {
      state = next_random(state);
      words[state >> 46] = sum;
    }
    for (int column = 0; column < kSide; ++column) {
      for (int row = 0; row < kSide; ++row) matrix[row][column] = (double)row;
    }
  }
  return sum;
}

// Sorts by merging, between the keys and the words.
static unsigned long sort(void) {
  unsigned long state = 1;
  for (int i = 0; i < kKeys; ++i) keys[i] = state = next_random(state);
  unsigned long* from = keys;
  unsigned long* to = words;
  for (int width = 1; width < kKeys; width *= 2) {
    for (int first = 0; first < kKeys; first += 2 * width) {
      int left = first;
      int right = first + width;
      for (int i = first; i < first + 2 * width; ++i) {
        const int take_left =
            left < first + width && (right >= first + 2 * width || from[left] <= from[right]);
        to[i] = take_left ? from[left++] : from[right++];
      }
    }
    unsigned long* const other = from;
    from = to;
    to = other;
  }
  return from[0];
}

int main(int arguments, char** words_of_command) {
  (void)words_of_command;
  return (int)((arguments > 1 ? sort() : walk()) & 1);
}

/// "Did you mean …?" for names that are nearly right.
#include <string.h>

#include "internal.h"

#define LONGEST 24

/// The number of letters to change, add, drop or swap with their neighbour. Both names are short.
int scrim_name_distance(const char *a, const char *b) {
  size_t length_a = strlen(a), length_b = strlen(b);
  if (length_a > LONGEST || length_b > LONGEST) return LONGEST;
  int rows[3][LONGEST + 1];
  for (size_t j = 0; j <= length_b; j++) rows[0][j] = (int)j;
  for (size_t i = 1; i <= length_a; i++) {
    int *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
    row[0] = (int)i;
    for (size_t j = 1; j <= length_b; j++) {
      int best = above[j - 1] + (a[i - 1] != b[j - 1]);
      if (above[j] + 1 < best) best = above[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && above2[j - 2] + 1 < best) {
        best = above2[j - 2] + 1;
      }
      row[j] = best;
    }
  }
  return rows[length_a % 3][length_b];
}

/// Pushes `; did you mean 'hide'?`, or an empty string. `known` ends with NULL.
void scrim_push_suggestion(lua_State *L, const char *name, const char *const *known) {
  const char *nearest = NULL;
  int least = strlen(name) > 4 ? SCRIM_FAR : SCRIM_FAR - 1;  // fewer than this
  for (; *known; known++) {
    int changes = scrim_name_distance(name, *known);
    if (changes < least) least = changes, nearest = *known;
  }
  if (nearest) {
    lua_pushfstring(L, "; did you mean '%s'?", nearest);
  } else {
    lua_pushliteral(L, "");
  }
}
